"""The budget of DESIGN §9: at most 8 SQL statements for one edit, BEGIN and COMMIT included, however much stands."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.matching.verbs.table import PEER_VERBS
from annotator.projects.models import Membership
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.adjudication.models import Decision
from annotator.work.edits.verb import verb_names
from annotator.work.models import Work
from tests import factories
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id, scu_snapshot, unit_snapshot
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db(transaction=True)  # so that BEGIN and COMMIT are those of the request

BUDGET = 8
MODELS = 2
# Of authentication; they have the same cost for every call.
OUTSIDE = re.compile(r'FROM "(annotator_accountsession|auth_user)"')


DECIDED = "00000000000000a1"


def _scus(count: int, models: list[int]) -> list[dict[str, Any]]:
    """SCUs of one contributor in each model, of two parts each; no words are shared."""
    return [
        scu_snapshot(
            n,
            *(
                (model, [(n * 10 + 2 * i + j, n * 10 + 4 * j, n * 10 + 4 * j + 2) for j in range(2)])
                for i, model in enumerate(models)
            ),
        )
        for n in range(1, count + 1)
    ]


def _pyramid(count: int, overlap: str) -> Work:
    owner = factories.make_member(factories.make_project(overlap_models=overlap, overlap_peers=overlap))
    topic = factories.make_topic(owner.project)
    models = [factories.make_summary(topic, text="x" * 2_000).pk for _ in range(MODELS)]
    scus = _scus(count, models)
    for scu in scus[1:]:  # all need the first
        scu["relations"] = [{"to": s(1), "kind": "depends"}]
    if scus[1:]:
        scus[1]["relations"].append({"to": s(3), "kind": "implies"})
    pyramid = factories.make_pyramid(topic, owner, scus)
    factories.make_sources(pyramid, factories.make_pyramid(topic))
    Decision.objects.create(work=pyramid, key=DECIDED, choice="A")
    return pyramid


def _annotation(count: int, overlap: str) -> Work:
    pyramid = _pyramid(1, overlap)
    release = factories.make_release(pyramid, _scus(count, [pyramid.topic.summaries.all()[0].pk]))
    peer = factories.make_summary(pyramid.topic, "peer", text="x" * 2_000)
    units = [
        unit_snapshot(n, n, (2 * n, n * 10, n * 10 + 2), (2 * n + 1, n * 10 + 4, n * 10 + 6))
        for n in range(1, count + 1)
    ]
    annotation = factories.make_peer_annotation(release, pyramid.owner, units, summary=peer)
    other = factories.make_member(pyramid.topic.project)
    factories.make_sources(annotation, factories.make_peer_annotation(release, other, summary=peer))
    Decision.objects.create(work=annotation, key=DECIDED, choice="A")
    return annotation


NEW = 900
DECISION: dict[str, Any] = {"difference": DECIDED, "choice": "both", "note": "x", "sources": {"A": [], "B": []}}
s, p, u = (lambda n, kind=kind: client_id(kind, n) for kind in (SCU_IDS, PART_IDS, UNIT_IDS))


def _pyramid_edits(first: int) -> dict[str, dict[str, Any]]:
    """Of each verb the edits that touch the most rows: joined, absorbed, swallowed."""
    return {
        "create_scu": edit("create_scu", scu=s(NEW), label="x", after=s(1)),
        "relabel_scu": edit("relabel_scu", scu=s(1), label="x", was="SCU 1"),
        "comment_scu": edit("comment_scu", scu=s(1), comment="x", was=""),
        "delete_scu": edit("delete_scu", scu=s(1)),
        "merge_scus": edit("merge_scus", into=s(1), scus=[s(2), s(3)]),
        "add_part": edit("add_part", part=p(NEW), scu=s(1), summary=first, start=11, end=15),
        "set_part": edit("set_part", part=p(10), start=8, end=15),
        "remove_part": edit("remove_part", part=p(10)),
        "move_contributor": edit("move_contributor", scu=s(1), summary=first, to_scu=s(2)),
        "remove_contributor": edit("remove_contributor", scu=s(1), summary=first),
        "comment_contributor": edit("comment_contributor", scu=s(1), summary=first, comment="x", was=""),
        "reorder_scu": edit("reorder_scu", scu=s(1), after=s(2)),
        "split_scu": edit("split_scu", scu=s(1), new_scu=s(NEW), parts=[p(10), p(12), p(13)]),
        "move_part": edit("move_part", part=p(10), to_scu=s(2)),
        "copy_part": edit("copy_part", part=p(10), to_scu=s(2), new_part=p(NEW)),
        "flag": edit("flag", scu=s(1), summary=first, reason="unsure"),
        "unflag": edit("unflag", scu=s(1), reason="unsure"),
        "relate_scus": edit("relate_scus", scu=s(3), to_scu=s(4), kind="depends"),
        "unrelate_scus": edit("unrelate_scus", scu=s(2), to_scu=s(3), kind="implies"),
        "set_aside": edit("set_aside", summary=first, start=0, end=9),
        "unset_aside": edit("unset_aside", summary=first, start=3, end=5),
        "decide": edit("decide", **DECISION, scus=[s(1), s(2)]),
        "undecide": edit("undecide", difference=DECIDED),
    }


PEER_EDITS = {
    "match_part": edit("match_part", unit=u(NEW), part=p(NEW), scu=s(1), start=0, end=4),
    "match_part that absorbs": edit("match_part", unit=u(1), part=p(NEW), scu=s(1), start=11, end=15),
    "set_part": edit("set_part", part=p(2), start=8, end=15),
    "remove_part": edit("remove_part", part=p(2)),
    "rematch_unit": edit("rematch_unit", unit=u(1), scu=s(2)),
    "remove_unit": edit("remove_unit", unit=u(1)),
    "comment_unit": edit("comment_unit", unit=u(1), comment="x", was=""),
    "split_unit": edit("split_unit", unit=u(1), new_unit=u(NEW), parts=[p(2)]),
    "join_units": edit("join_units", into=u(1), units=[u(2), u(3)]),
    "label_unit": edit("label_unit", unit=u(1), label="x", was=""),
    "flag": edit("flag", unit=u(1), reason="partial"),
    "unflag": edit("unflag", unit=u(1), reason="partial"),
    "mark_absent": edit("mark_absent", scu=s(1)),
    "unmark_absent": edit("unmark_absent", scu=s(1)),
    "decide": edit("decide", **DECISION, units=[u(1), u(2)]),
    "undecide": edit("undecide", difference=DECIDED),
}


def _statements(target: Work, user: User, *edits: dict[str, Any], key: str = "", base: int = 0) -> list[str]:
    client = signed_in(user)
    with CaptureQueriesContext(connection) as captured:
        answer = send(client, target, group(*edits, key=key), base=base)
    assert answer.status_code == 200
    assert answer.data["refused"] is None
    return [query["sql"] for query in captured if not OUTSIDE.search(query["sql"])]


# A copied part shares its words with the part it was copied from: where that is forbidden it never applies.
@pytest.mark.parametrize(
    ("verb", "overlap"),
    sorted(set(product(verb_names(PYRAMID_VERBS, ["edit"]), ["allow", "forbid"])) - {("copy_part", "forbid")}),
)
def test_one_edit_of_a_pyramid_is_within_the_budget_at_any_size(verb: str, overlap: str) -> None:
    counts = []
    for size in (4, 40):
        pyramid = _pyramid(size, overlap)
        first = pyramid.topic.summaries.all()[0].pk
        assert isinstance(pyramid.owner.user, User)
        counts.append(len(_statements(pyramid, pyramid.owner.user, _pyramid_edits(first)[verb])))
    assert counts[0] == counts[1] <= BUDGET


@pytest.mark.parametrize("overlap", ["allow", "forbid"])
@pytest.mark.parametrize("name", PEER_EDITS)
def test_one_edit_of_an_annotation_is_within_the_budget_at_any_size(name: str, overlap: str) -> None:
    counts = []
    for size in (4, 40):
        annotation = _annotation(size, overlap)
        assert isinstance(annotation.owner.user, User)
        counts.append(len(_statements(annotation, annotation.owner.user, PEER_EDITS[name])))
    assert counts[0] == counts[1] <= BUDGET


def test_each_verb_of_annotations_is_counted() -> None:
    assert {one["verb"] for one in PEER_EDITS.values()} == set(verb_names(PEER_VERBS, ["edit"]))


def _turns(target: Work, user: User, *edits: dict[str, Any]) -> list[int]:
    """The statements of the group itself, of its undo and of its redo."""
    step = client_id(GROUP_IDS, NEW)
    counts = [len(_statements(target, user, *edits, key=step))]
    return counts + [len(_statements(target, user, edit(verb, group=step))) for verb in ("undo", "redo")]


def test_undo_and_redo_of_a_pyramids_edits_are_within_the_budget_at_any_size() -> None:
    """All of a gesture that touches each table at once: the worst there is to turn."""
    counts = []
    for size in (4, 40):
        pyramid = _pyramid(size, "allow")
        first = pyramid.topic.summaries.all()[0].pk
        assert isinstance(pyramid.owner.user, User)
        gesture = [_pyramid_edits(first)[name] for name in ("split_scu", "set_aside", "reorder_scu", "merge_scus")]
        counts.append(_turns(pyramid, pyramid.owner.user, *gesture))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= BUDGET


def test_undo_and_redo_of_an_annotations_edits_are_within_the_budget_at_any_size() -> None:
    counts = []
    for size in (4, 40):
        annotation = _annotation(size, "allow")
        assert isinstance(annotation.owner.user, User)
        gesture = [PEER_EDITS[name] for name in ("split_unit", "mark_absent", "join_units", "label_unit")]
        counts.append(_turns(annotation, annotation.owner.user, *gesture))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= BUDGET


@pytest.mark.parametrize("log", [20, 200])
def test_an_undo_costs_the_same_statements_with_any_history_behind_it(log: int) -> None:
    pyramid = _pyramid(4, "allow")
    user = pyramid.owner.user
    assert isinstance(user, User)
    groups = [group(edit("flag", scu=s(1), reason=reason)) for reason in ("unsure", "discuss") for _ in range(log // 2)]
    send(signed_in(user), pyramid, *groups)
    assert len(_statements(pyramid, user, edit("undo", group=groups[-1]["group"]))) <= BUDGET


def test_members_and_editors_cost_nothing() -> None:
    pyramid = _pyramid(4, "allow")
    assert isinstance(pyramid.owner.user, User)
    one = _statements(pyramid, pyramid.owner.user, edit("relabel_scu", scu=s(1), label="x", was="SCU 1"))
    for _ in range(10):
        pyramid.editors.add(factories.make_member(pyramid.owner.project, Membership.Role.MANAGER))
    two = _statements(pyramid, pyramid.owner.user, edit("relabel_scu", scu=s(1), label="y", was="x"), base=1)
    assert len(one) == len(two)


@pytest.mark.parametrize("make", [_pyramid, _annotation])
def test_who_is_up_to_date_pays_for_five_and_who_is_not_for_one_more(
    make: Callable[[int, str], Work],
) -> None:
    """BEGIN, the lock, what is named, one that writes all, COMMIT; and the log, where something was missed."""
    work = make(4, "allow")
    assert isinstance(work.owner.user, User)
    flagged = {"scu": s(1)} if work.kind == "pyramid" else {"unit": u(1)}
    reasons = ("unsure", "discuss")
    counts = [len(_statements(work, work.owner.user, edit("flag", reason=reason, **flagged))) for reason in reasons]
    assert counts == [5, 6]


def test_a_transaction_is_counted_from_begin_to_commit() -> None:
    """Otherwise the counts above would leave out two round trips."""
    pyramid = _pyramid(1, "allow")
    assert isinstance(pyramid.owner.user, User)
    statements = _statements(pyramid, pyramid.owner.user, edit("comment_scu", scu=s(1), comment="x", was=""))
    assert (statements[0], statements[-1]) == ("BEGIN", "COMMIT")


def test_many_groups_at_once_cost_no_more_than_one() -> None:
    """A queue of an hour offline goes in one request."""
    pyramid = _pyramid(4, "allow")
    assert isinstance(pyramid.owner.user, User)
    client = signed_in(pyramid.owner.user)
    groups = [group(edit("create_scu", scu=s(NEW + n), after=s(1))) for n in range(50)]
    with CaptureQueriesContext(connection) as captured:
        assert len(send(client, pyramid, *groups).data["applied"]) == 50
    assert len([query for query in captured if not OUTSIDE.search(query["sql"])]) <= BUDGET
