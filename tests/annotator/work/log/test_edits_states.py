"""Which states of the work accept edits, and what a page hears that had saved before the end (DESIGN §3, §4)."""

import pytest

from annotator.work.visibility import WorkState
from tests.annotator.conftest import WorkScene
from tests.annotator.work.log.requests import group, send
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


def _set_state(work: WorkScene, state: str) -> None:
    type(work.target).objects.filter(pk=work.target.pk).update(state=state)


@pytest.mark.parametrize("state", [WorkState.IN_PROGRESS, WorkState.RETURNED])
def test_open_work_takes_edits(work: WorkScene, state: str) -> None:
    _set_state(work, state)
    assert send(signed_in(work.owner), work.target, group(work.sound())).status_code == 200


def test_groups_applied_before_the_end_are_still_reported(work: WorkScene) -> None:
    """Their answer may never have arrived: the page must be able to empty its queue."""
    client, sent = signed_in(work.owner), group(work.sound())
    first = send(client, work.target, sent)
    _set_state(work, WorkState.SUBMITTED)
    again = send(client, work.target, sent)
    assert (again.status_code, again.data) == (200, first.data)


def test_beside_a_new_group_nothing_is_reported(work: WorkScene) -> None:
    client, sent = signed_in(work.owner), group(work.sound())
    send(client, work.target, sent)
    _set_state(work, WorkState.SUBMITTED)
    snapshots = work.snapshots()
    assert send(client, work.target, sent, group(work.sound())).status_code == 423
    assert (work.snapshots(), work.revision()) == (snapshots, 1)


def test_finished_work_can_be_caught_up_with(work: WorkScene) -> None:
    _set_state(work, WorkState.SUBMITTED)
    assert send(signed_in(work.owner), work.target).status_code == 200
