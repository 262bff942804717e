"""A project with a row of every kind and work in every state, as tests of exporting it need it."""

from datetime import date
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from annotator.interchange.project_file.exporting import export_project
from annotator.matching.carry_over import carry_over
from annotator.projects.account_invitations import invite_account
from annotator.projects.invitations import make_invitation
from annotator.projects.members import remove_member
from annotator.projects.models import Project, Summary
from annotator.projects.services import change_settings, reveal_topic
from annotator.pyramids.services import release_pyramid, start_pyramid
from annotator.work.adjudication.consensus import start_consensus
from annotator.work.adjudication.work_comparison import compare_sources, sources_of
from annotator.work.edits.request import parse_request
from annotator.work.log.editing import apply_groups
from annotator.work.log.locking import lock
from annotator.work.models import Work
from annotator.work.notes.services import add_note, resolve_thread, start_thread
from annotator.work.states.services import change_state
from annotator.work.states.topic_roles import give_role
from annotator.work.tasks.assignments import PlannedTask, assign
from tests import factories
from tests.annotator.duc.duc_files import pan, pyr
from tests.annotator.interchange.duc_import import run_import
from tests.annotator.work.adjudication.adjudicated import make_texts, two_matchings, two_pyramids
from tests.factories import SCU_IDS, UNIT_IDS, client_id

SCU_1, SCU_2, SCU_3 = (client_id(SCU_IDS, number) for number in (1, 2, 3))
SETTINGS = {
    "guidelines": "Read all first.\nThen “mark”: 語 \u2028 🗼",
    "overlap_models": "warn",
    "overlap_peers": "allow",
    "non_matching": "mark",
    "live_scores": "hide",
    "rounding": "exact",
    "suggestions": "off",
    "blind": True,
    "mask_summarizers": True,
    "shuffle_peers": True,
}


def send(target: Work, by: Any, *edits: dict[str, Any]) -> str:
    """One group of edits by a member, which must apply; gives its id."""
    group = {"group": str(uuid4()), "edits": [{"id": str(uuid4()), **edit} for edit in edits]}
    _, groups = parse_request({"base": 0, "groups": [group]}, dict(target.work_kind.verbs))
    locked = lock(target.pk, kind=target.work_kind, user=by.user)
    answer = apply_groups(locked=locked, base=locked.revision, groups=groups, by=by.user, now=timezone.now())
    assert answer.refused is None
    return str(group["group"])


def make_whole_project(slug: str = "whole") -> Project:
    """The project. Its people: a manager, two annotators, one who has left, a viewer, a name without an account."""
    project = factories.make_project(slug, name="Everything “in” it / 1")
    people = {name: _member(project, role, name) for name, role in ROLES.items()}
    topic = make_texts(project, "D1")
    topic.statement, topic.title = "Who put out the lamp?\n\nAnd why?", "灯"
    topic.save()
    a, b = two_pyramids(topic, people["ann"], people["bob"])
    first = release_pyramid(pyramid=a, by=people["ann"].user, now=timezone.now())
    matchings = two_matchings(topic, first, people["ann"], people["bob"])
    _adjudicate([a, b], matchings, people)
    later = _edit(a, people)
    _carry_over(matchings, later, people)
    _plan(project, topic, first, people)
    files = {"E1/cal.pyr": pyr(), "E1/cal.p1.pan": pan(), "E1/other.pyr": pyr()}
    run_import(project, files, owner="cal", matcher="cal", topic="E1")
    begun = factories.make_topic(project, "begun: 1")
    factories.make_summary(begun, summarizer="100")
    start_pyramid(topic=begun, owner=people["gone"])
    remove_member(member=people["gone"], by=people["mia"])
    change_settings(project=project, values=SETTINGS, by=people["mia"])
    reveal_topic(topic=topic, by=people["mia"], now=timezone.now())
    project.refresh_from_db()
    return project


class _Undo(Exception):
    """Rolls back."""


@cache
def whole_file() -> bytes:
    """The file of such a project, made once; nothing of it is in the database."""
    try:
        with transaction.atomic():
            data = "".join(export_project(make_whole_project())).encode()
            raise _Undo
    except _Undo:
        return data


ROLES = {"mia": "manager", "ann": "annotator", "bob": "annotator", "gone": "annotator", "vic": "viewer"}


def _member(project: Project, role: str, name: str) -> Any:
    user = factories.make_user(f"{name}-{project.slug}", email=f"{name}@example.org")
    member = factories.make_member(project, role, user)
    member.name = name
    member.save()
    return member


def _adjudicate(pyramids: list[Work], matchings: list[Work], people: dict[str, Any]) -> None:
    """Two consensuses with decisions, one of them undone again."""
    for sources in (pyramids, matchings):
        target = start_consensus(sources=sources, by=people["mia"], now=timezone.now())
        found = compare_sources(target, sources_of(target)).differences
        keys = [one.key for one in found if one.kind != "same"][:2]
        for key in keys:
            own = {
                "choice": "B",
                "note": "As ann has it",
                "sources": {"A": [SCU_2], "B": []},
                target.work_kind.items: [],
            }
            group = send(target, people["mia"], {"verb": "decide", "difference": key, **own})
        send(target, people["mia"], {"verb": "undo", "group": group})


def _edit(pyramid: Work, people: dict[str, Any]) -> Any:
    """Reopened, edited in every way that leaves something, reviewed, returned, finished and released again."""
    now, ann, mia = timezone.now, people["ann"], people["mia"]
    change_state(work=pyramid, verb="reopen", by=mia.user, now=now(), note="Look at 2 again")
    model = pyramid.topic.summaries.model_summaries()[1]
    span = {"summary": model.pk, "start": 4, "end": 10}
    new, part = str(uuid4()), str(uuid4())
    send(pyramid, ann, {"verb": "create_scu", "scu": new, "label": "New", "after": SCU_1})
    send(pyramid, ann, {"verb": "add_part", "part": part, "scu": new, **span, "from": "similar"})
    send(pyramid, ann, {"verb": "relate_scus", "scu": SCU_1, "to_scu": SCU_2, "kind": "implies"})
    send(pyramid, ann, {"verb": "flag", "scu": SCU_1, "reason": "unsure"})
    send(pyramid, ann, {"verb": "flag", "scu": SCU_1, "summary": model.pk, "reason": "discuss"})
    comment = {"verb": "comment_contributor", "scu": SCU_1, "summary": model.pk, "comment": "So?", "was": ""}
    send(pyramid, ann, comment)
    for start in (0, 12):
        send(pyramid, ann, {"verb": "set_aside", "summary": model.pk, "start": start, "end": start + 3})
    other = pyramid.topic.summaries.model_summaries()[0]
    aside = {"summary": other.pk, "start": 0, "end": 3}
    send(pyramid, ann, {"verb": "set_aside", **aside}, {"verb": "unset_aside", **aside})
    undone = send(pyramid, ann, {"verb": "merge_scus", "into": SCU_2, "scus": [SCU_3]})
    send(pyramid, ann, {"verb": "undo", "group": undone})
    passing = str(uuid4())
    send(pyramid, ann, {"verb": "create_scu", "scu": passing}, {"verb": "delete_scu", "scu": passing})
    _notes(pyramid, {"item": SCU_1, "summary": model.pk}, people)
    change_state(work=pyramid, verb="submit", by=ann.user, now=now())
    change_state(work=pyramid, verb="review", by=mia.user, now=now())
    change_state(work=pyramid, verb="return", by=mia.user, now=now(), note="Nearly")
    pyramid.refresh_from_db()
    return release_pyramid(pyramid=pyramid, by=ann.user, now=now())


def _notes(work: Work, place: dict[str, Any], people: dict[str, Any]) -> None:
    now = timezone.now()
    same = UUID(client_id(6, 1))
    for at in ({}, place):
        asked = start_thread(work=work, **at, text="Why?\n– this", key=uuid4(), by=people["ann"].user, now=now)
    add_note(thread=asked, text="Because", key=same, by=people["mia"].user, now=now)
    resolve_thread(thread=asked, resolved=True, by=people["mia"].user, now=now)


def _carry_over(matchings: list[Work], release: Any, people: dict[str, Any]) -> None:
    """One carried over and gone on with: a unit with label, flag and comment, an SCU that is absent."""
    change_state(work=matchings[0], verb="reopen", by=people["mia"].user, now=timezone.now())
    send(matchings[0], people["ann"], {"verb": "mark_absent", "scu": SCU_3})
    _notes(matchings[0], {"item": client_id(UNIT_IDS, 1)}, people)
    (carried,) = carry_over(
        annotations=[matchings[0]], target=release, decisions={}, by=people["ann"].user, now=timezone.now()
    )
    unit = client_id(UNIT_IDS, 2)
    send(carried, people["ann"], {"verb": "label_unit", "unit": unit, "label": "Left", "was": ""})
    send(carried, people["ann"], {"verb": "flag", "unit": unit, "reason": "partial"})
    send(carried, people["ann"], {"verb": "remove_unit", "unit": client_id(UNIT_IDS, 1)})
    send(carried, people["ann"], {"verb": "unmark_absent", "scu": SCU_3}, {"verb": "mark_absent", "scu": SCU_1})


def _plan(project: Project, topic: Any, release: Any, people: dict[str, Any]) -> None:
    mia, peer = people["mia"], topic.summaries.get(summarizer="7")
    other = factories.make_topic(project, "D2")
    factories.make_summary(other, Summary.Kind.PEER, text="", summarizer="nothing")
    tasks = [
        PlannedTask(other, people["bob"], due=date(2030, 2, 1)),
        PlannedTask(topic, people["bob"], peer, release),
        PlannedTask(topic, people["ann"], peer),
    ]
    assign(project=project, tasks=tasks, by=mia)
    give_role(topics=[other], member=people["ann"], role="adjudicator", by=mia)
    give_role(topics=[other], member=people["gone"], role="reviewer", by=mia)
    make_invitation(project=project, role="annotator", max_uses=3, days=30, by=mia, now=timezone.now())
    invited = factories.make_user(f"ida-{project.slug}").username
    invite_account(project=project, username=invited, role="viewer", by=mia, now=timezone.now())
