"""Random edits through the services: the rows are what the reducers say, and the log alone rebuilds them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.matching.carry_over import carry_over
from annotator.matching.store import read_absences, read_units
from annotator.matching.verbs.table import PEER_VERBS
from annotator.pyramids.services import fill_pyramid, release_pyramid
from annotator.pyramids.store import read_scus
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.edits.request import parse_request
from annotator.work.kinds import kind_named
from annotator.work.log.editing import apply_groups
from annotator.work.log.locking import lock
from annotator.work.log.rebuild import rebuild
from tests import factories
from tests.annotator.work.edits.strategies import LENGTH, groups_of, peer_edits, pyramid_edits
from tests.annotator.work.twin import NOW, Groups, Twin, peer_twin, pyramid_twin, rows_of
from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id, scu_snapshot

pytestmark = pytest.mark.django_db

steady = settings(derandomize=True, deadline=None, max_examples=30)
rules = st.sampled_from(["allow", "forbid"])
# How many groups go in one request: the server reads only what a request names.
lots = st.sampled_from([1, 2, 5])


@steady
@given(groups_of(pyramid_edits), rules, lots)
def test_rows_and_log_of_a_pyramid_are_what_the_reducer_says(groups: Groups, rule: str, lot: int) -> None:
    _send_in_lots(pyramid_twin(rule), groups, lot)


@steady
@given(groups_of(peer_edits), rules, lots)
def test_rows_and_log_of_an_annotation_are_what_the_reducer_says(groups: Groups, rule: str, lot: int) -> None:
    _send_in_lots(peer_twin(rule), groups, lot)


def _send_in_lots(twin: Twin, groups: Groups, lot: int) -> None:
    while groups:
        done = len(twin.send(groups[:lot]))
        twin.check()
        groups = groups[done + (done < len(groups[:lot])) :]


@steady
@given(groups_of(pyramid_edits, most=10), lots)
def test_everything_sent_again_changes_nothing(groups: Groups, lot: int) -> None:
    twin = pyramid_twin()
    applied = twin.send_all(groups, lot=lot)
    before, edits = rows_of(twin.target), twin.target.edits.count()
    assert twin.send([group for group in groups if group["group"] in applied]) == applied
    assert (rows_of(twin.target), twin.target.edits.count()) == (before, edits)


@st.composite
def _requests(draw: st.DrawFn, edits: Any) -> list[tuple[int, int, Groups]]:
    """Requests of (person, how far behind the base is, groups): each group may go late, again, and by two people."""
    groups = draw(groups_of(edits))
    late = draw(st.lists(st.sampled_from(groups), max_size=len(groups)))
    queue = draw(st.permutations([*groups, *late])) if draw(st.booleans()) else [*groups, *late]
    requests = []
    while queue:
        lot, behind, who = draw(lots), draw(st.integers(0, 60)), draw(st.integers(0, 2))
        unique = {group["group"]: group for group in queue[:lot]}
        requests.append((who, behind, list(unique.values())))
        queue = queue[lot:]
    return requests


@steady
@given(_requests(pyramid_edits), rules)
def test_two_clients_and_a_manager_at_once_on_a_pyramid(requests: Any, rule: str) -> None:
    _send_requests(pyramid_twin(rule), requests)


@steady
@given(_requests(peer_edits), rules)
def test_two_clients_and_a_manager_at_once_on_an_annotation(requests: Any, rule: str) -> None:
    _send_requests(peer_twin(rule), requests)


def _send_requests(twin: Twin, requests: list[tuple[int, int, Groups]]) -> None:
    for who, behind, groups in requests:
        twin.target.refresh_from_db()
        twin.send(groups, who=who, base=max(0, twin.target.revision - behind))
        twin.check()


def test_the_log_of_work_nobody_began_rebuilds_nothing() -> None:
    assert rebuild(pyramid_twin().target.pk) == rebuild(peer_twin().target.pk) == ([], [])


def _group(number: int, *edits: dict[str, Any]) -> dict[str, Any]:
    """A group with ids after its number."""
    numbered = [{"id": client_id(EDIT_IDS, 10 * number + i), **edit} for i, edit in enumerate(edits)]
    return {"group": client_id(GROUP_IDS, number), "edits": numbered}


CREATE = {"verb": "create_scu", "scu": client_id(SCU_IDS, 1), "label": "one"}


def test_the_log_of_another_pyramid_is_not_read() -> None:
    one, other = pyramid_twin(), pyramid_twin()
    one.send([_group(1, CREATE)])
    assert len(rebuild(one.target.pk)[0]) == 1
    assert rebuild(other.target.pk) == ([], [])


def test_imports_are_in_the_log_too() -> None:
    twin = pyramid_twin()
    pyramid, keys = twin.target, twin.keys
    assert pyramid.kind == "pyramid"
    snapshots: Any = [scu_snapshot(4, (keys[12], [(2, 3, 9), (1, 0, 2)]), position=2.5), scu_snapshot(2, position=1.0)]
    fill_pyramid(pyramid=pyramid, scus=snapshots, payload={"file": "D1.pyr"}, by=None, now=NOW)
    assert rebuild(pyramid.pk)[0] == read_scus(pyramid.pk) == [snapshots[1], snapshots[0]]
    apply_groups(
        locked=lock(twin.target.pk, kind=twin.target.work_kind, user=twin.user),
        base=0,
        groups=parse_request({"base": 0, "groups": [_group(1, CREATE)]}, PYRAMID_VERBS)[1],
        by=twin.user,
        now=NOW,
    )
    made = read_scus(pyramid.pk)
    assert rebuild(pyramid.pk)[0] == made
    assert [(snapshot["uid"], snapshot["position"]) for snapshot in made] == [(2, 1.0), (4, 2.5), (5, 3.5)]


def test_carry_overs_are_in_the_log_too() -> None:
    """The carried annotation's log begins with the units it took over."""
    twin = pyramid_twin()
    pyramid = twin.target
    assert pyramid.kind == "pyramid"
    spot = {"part": client_id(PART_IDS, 1), "scu": client_id(SCU_IDS, 1), "start": 0, "end": 5}
    twin.send([_group(1, CREATE, {"verb": "add_part", **spot, "summary": 11})])
    pyramid.refresh_from_db()
    first = release_pyramid(pyramid=pyramid, by=twin.user, now=NOW)
    peer = factories.make_summary(pyramid.topic, "peer", text="x" * LENGTH)
    old = factories.make_peer_annotation(first, pyramid.owner, summary=peer)
    unit = client_id(UNIT_IDS, 1)
    made = _group(
        1,
        {"verb": "match_part", "unit": unit, **spot},
        {"verb": "label_unit", "unit": unit, "label": "mine", "was": ""},
        {"verb": "flag", "unit": unit, "reason": "partial"},
        {"verb": "mark_absent", "scu": spot["scu"]},
    )
    _, groups = parse_request({"base": 0, "groups": [made]}, PEER_VERBS)
    apply_groups(
        locked=lock(old.pk, kind=kind_named("match"), user=twin.user), base=0, groups=groups, by=twin.user, now=NOW
    )
    twin.send([_group(2, {"verb": "comment_scu", "scu": spot["scu"], "comment": "new", "was": ""})])
    pyramid.refresh_from_db()
    second = release_pyramid(pyramid=pyramid, by=twin.user, now=NOW)
    (new,) = carry_over(annotations=[old], target=second, decisions={}, by=twin.user, now=NOW)
    assert rebuild(new.pk) == (read_units(new.pk), read_absences(new.pk)) == rebuild(old.pk)
    assert [len(snapshots) for snapshots in rebuild(new.pk)] == [1, 1]
