"""The order of the queue, and who may write about a run."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from annotator.runs.models import Run, RunPart
from annotator.runs.queue import GIVEN_UP, RunLost, claim_run, fail, finish, give_back, send_heartbeat
from annotator.runs.services import cancel_run, delete_old_runs
from tests.factories import make_run, make_user

pytestmark = pytest.mark.django_db


def claimed() -> Run:
    """The next run of the queue."""
    run = claim_run("here")
    assert run
    return run


def make_stale(run: Run) -> None:
    """As if its runner had been silent for a minute."""
    Run.objects.filter(pk=run.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=1))


def test_accounts_take_turns_however_many_runs_one_has() -> None:
    ann, bob = make_user("ann"), make_user("bob")
    owners = [ann] * 1000 + [bob] * 2
    runs = Run.objects.bulk_create(Run(user=user, job="answer", title="Scores") for user in owners)
    for number, run in enumerate(runs):  # rows of one statement are of one moment
        run.created_at += timedelta(microseconds=number)
    Run.objects.bulk_update(runs, ["created_at"])
    taken = [claimed(), claimed()]
    assert [run.pk for run in taken] == [runs[at].pk for at in (0, 1000)]
    assert claim_run("a third runner") is None  # each account has one that runs
    finish(taken[0], result={}, basis=[], content=[])
    assert claimed().pk == runs[1].pk
    assert Run.objects.filter(state="queued").count() == 999


@pytest.mark.django_db(transaction=True)
def test_two_runners_that_claim_at_once_get_no_two_runs_of_one_account() -> None:
    user = make_user()
    for _ in range(2):
        make_run(user=user)

    def claim_in_thread() -> Run | None:
        try:
            return claim_run("second")
        finally:
            connection.close()

    waiting = """
        SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"""
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic(), connection.cursor() as cursor:
            assert claim_run("first")
            second = threads.submit(claim_in_thread)
            while not second.done():
                cursor.execute(waiting)
                if cursor.fetchone()[0]:
                    break
        assert second.result() is None


def test_one_account_waits_for_another_between_its_runs() -> None:
    ann, bob = make_user("ann"), make_user("bob")
    for user in (ann, ann, ann, bob):
        make_run(user=user)
    order = []
    for _ in range(4):
        run = claimed()
        order.append(run.user.username)
        finish(run, result={}, basis=[], content=[])
    assert order == ["ann", "bob", "ann", "ann"]


def test_a_silent_runner_loses_its_run_and_can_write_nothing_more() -> None:
    make_run(user=make_user())
    first = claim_run("one")
    assert first
    assert claim_run("two") is None
    make_stale(first)
    second = claim_run("two")
    assert second
    assert (second.pk, second.attempts) == (first.pk, 2)
    late: Any
    for late in (
        lambda: send_heartbeat(first, done=9, parts=[("x", b"x")]),
        lambda: finish(first, result={}, basis=[], content=[b"x"]),
        lambda: fail(first, "No."),
    ):
        with pytest.raises(RunLost):
            late()
    give_back(first, counts_attempt=False)
    assert not RunPart.objects.exists()
    send_heartbeat(second, done=10, parts=[("x", b"x"), ("x", b"x")])
    assert RunPart.objects.count() == 1
    finish(second, result={}, basis=[], content=[b"whole"])
    assert [bytes(part.data) for part in RunPart.objects.all()] == [b"whole"]


def test_a_run_that_kills_its_runners_is_given_up() -> None:
    run = make_run(user=make_user())
    for _ in range(3):
        make_stale(claimed())
    assert claim_run("here") is None
    run.refresh_from_db()
    assert (run.state, run.error) == ("failed", GIVEN_UP)


def test_what_is_given_back_is_taken_again_and_is_no_attempt() -> None:
    make_run(user=make_user())
    for _ in range(5):
        give_back(claimed(), counts_attempt=False)
    assert claimed().attempts == 1


def test_a_cancelled_run_is_lost_to_its_runner() -> None:
    ann = make_user()
    make_run(user=ann)
    run = claimed()
    cancel_run(run=run, by=ann)
    with pytest.raises(RunLost):
        send_heartbeat(run, done=5)
    assert claim_run("here") is None
    with pytest.raises(Run.DoesNotExist):
        cancel_run(run=run, by=User(pk=ann.pk + 1))


def test_old_runs_are_deleted_and_what_others_no_longer_need() -> None:
    ann, now = make_user(), timezone.now()
    old, new, queued = (
        make_run(user=ann, state=state, finished_at=at)
        for state, at in (("done", now - timedelta(days=8)), ("done", now - timedelta(days=6)), ("queued", None))
    )
    for run in (old, new, queued):
        for kind in ("input", "computed", "result"):
            RunPart.objects.create(run=run, kind=kind, key="x", data=b"x")
    delete_old_runs()
    assert set(Run.objects.all()) == {new, queued}
    assert sorted(new.parts.values_list("kind", flat=True)) == ["result"]
    assert queued.parts.count() == 3
