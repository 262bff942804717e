"""The truth tables of who may do what; each `check_` raises just where its `can_` says no."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from annotator import permissions
from annotator.models.pyramid import WorkState
from annotator.permissions import NotAllowed

ROLES = ("manager", "annotator", "viewer")
MANAGER, ANNOTATOR, VIEWER = ROLES
BOTH = (False, True)


def allowed(rule: str, role: str, **facts: Any) -> bool:
    """What `can_RULE` says, which `check_RULE` must hold to."""
    can: Callable[..., bool] = getattr(permissions, f"can_{rule}")
    check: Callable[..., None] = getattr(permissions, f"check_{rule}")
    answer = can(role, **facts)
    if answer:
        check(role, **facts)
    else:
        with pytest.raises(NotAllowed):
            check(role, **facts)
    return answer


def test_managers_manage_and_reopen() -> None:
    for rule in ("manage", "reopen"):
        assert [allowed(rule, role) for role in ROLES] == [True, False, False]


def test_viewers_begin_no_work() -> None:
    assert [allowed("annotate", role) for role in ROLES] == [True, True, False]


@pytest.mark.parametrize("state", WorkState.values)
def test_editors_edit_and_reviewers_while_it_is_in_review(state: str) -> None:
    for role, is_editor, reviews in product(ROLES, BOTH, BOTH):
        expected = role != VIEWER and (is_editor or (reviews and state == "in_review"))
        assert allowed("edit", role, is_editor=is_editor, reviews=reviews, state=state) is expected


@pytest.mark.parametrize("state", WorkState.values)
def test_what_is_submitted_is_reviewed_by_others(state: str) -> None:
    for role, reviews, is_owner in product(ROLES, BOTH, BOTH):
        may = role == MANAGER or (role == ANNOTATOR and reviews)
        expected = may and not is_owner and state in ("submitted", "in_review")
        assert allowed("review", role, reviews=reviews, is_owner=is_owner, state=state) is expected


def test_adjudicators_and_managers_adjudicate() -> None:
    may = {(role, has) for role, has in product(ROLES, BOTH) if allowed("adjudicate", role, adjudicates=has)}
    assert may == {(MANAGER, False), (MANAGER, True), (ANNOTATOR, True)}


def test_a_role_for_a_topic_is_for_who_annotates_and_is_through_with_it() -> None:
    may = {(role, has) for role, has in product(ROLES, BOTH) if allowed("hold_topic_role", role, has_unfinished=has)}
    assert may == {(MANAGER, False), (ANNOTATOR, False)}


@pytest.mark.parametrize("state", WorkState.values)
def test_work_is_finished_just_when_it_takes_no_edits(state: str) -> None:
    assert permissions.is_finished(state) is not permissions.accepts_edits(state)
