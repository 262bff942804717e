"""The truth tables of who may do what; each `check_` raises just where its `can_` says no."""

from collections.abc import Callable
from itertools import product
from types import ModuleType

import pytest

from annotator.projects import permissions as of_projects
from annotator.web.refusals import NotAllowed
from annotator.work.states import permissions
from annotator.work.states.permissions import NotEditable, WorkRoles
from annotator.work.visibility import WorkState

ROLES = ("manager", "annotator", "viewer")
MANAGER, ANNOTATOR, VIEWER = ROLES
BOTH = (False, True)


def allowed(rule: str, who: str | WorkRoles, rules: ModuleType = permissions) -> bool:
    """What `can_RULE` says, which `check_RULE` must hold to."""
    can: Callable[..., bool] = getattr(rules, f"can_{rule}")
    check: Callable[..., None] = getattr(rules, f"check_{rule}")
    answer = can(who)
    if answer:
        check(who)
    else:
        with pytest.raises(NotAllowed):
            check(who)
    return answer


def test_managers_manage() -> None:
    assert [allowed("manage", role, of_projects) for role in ROLES] == [True, False, False]


def test_viewers_begin_no_work() -> None:
    assert [allowed("annotate", role, of_projects) for role in ROLES] == [True, True, False]


def all_roles() -> list[WorkRoles]:
    """Everything that somebody can be to a work; an owner is always among its editors."""
    facts = product(ROLES, BOTH, BOTH, BOTH, BOTH)
    return [WorkRoles(*one) for one in facts if one[2] or not one[1]]


def test_owners_and_editors_work_on_what_is_theirs_and_viewers_on_nothing() -> None:
    may = {(one.role, one.is_editor) for one in all_roles() if allowed("edit", one)}
    assert may == {(MANAGER, True), (ANNOTATOR, True)}


def test_others_work_is_reviewed_by_reviewers_and_managers() -> None:
    for one in all_roles():
        expected = not one.is_owner and (one.role == MANAGER or (one.role == ANNOTATOR and one.reviews))
        assert allowed("review", one) is expected


def test_what_is_released_is_ones_own_or_to_be_judged() -> None:
    for one in all_roles():
        expected = one.role == MANAGER or (one.role == ANNOTATOR and (one.is_editor or one.adjudicates))
        assert allowed("release", one) is expected


@pytest.mark.parametrize("state", WorkState.values)
def test_one_side_at_a_time_edits(state: str) -> None:
    for one in all_roles():
        editor = one.role != VIEWER and one.is_editor
        reviewer = not one.is_owner and (one.role == MANAGER or (one.role == ANNOTATOR and one.reviews))
        expected = {"in_review": reviewer, "in_progress": editor, "returned": editor}.get(state, False)
        assert permissions.can_edit_now(one, state) is expected
        if expected:
            permissions.check_edit_now(one, state)
        else:
            with pytest.raises(NotEditable if one.role != VIEWER and (editor or one.reviews) else NotAllowed):
                permissions.check_edit_now(one, state)


def test_adjudicators_and_managers_adjudicate() -> None:
    may = {(one.role, one.adjudicates) for one in all_roles() if allowed("adjudicate", one)}
    assert may == {(MANAGER, False), (MANAGER, True), (ANNOTATOR, True)}


def test_a_role_for_a_topic_is_for_who_annotates_and_is_through_with_it() -> None:
    refused = permissions.topic_role_obstacle
    may = {(role, has) for role, has in product(ROLES, BOTH) if not refused(role, has_unfinished=has)}
    assert may == {(MANAGER, False), (ANNOTATOR, False)}


@pytest.mark.parametrize("state", WorkState.values)
def test_work_is_finished_just_when_it_takes_no_edits(state: str) -> None:
    assert permissions.is_finished(state) is not permissions.accepts_edits(state)
