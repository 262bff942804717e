"""Runners as processes, killed in the middle of a run: no part is lost or doubled."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from annotator.projects.models import Topic
from annotator.runs.models import Run
from annotator.runs.services import cancel_run
from tests.factories import make_project, make_run, make_user
from tests.other_databases import in_database, made_database, made_server
from tests.runner_process import RunnerProcess
from tests.served_site import ServedSite

PATIENCE = 60.0
STEPS = 8


def wait_until(condition: Callable[[], bool]) -> None:
    """Ask again and again."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, list(Run.objects.values("state", "done", "attempts", "error", "runner"))
        time.sleep(0.02)


class LongRun:
    """A run of STEPS steps, which stops at the fourth until it is let go."""

    def __init__(self, folder: Path, job: str = "test-computes") -> None:
        self.steps, self.hold = folder / "steps", folder / "hold"
        self.hold.touch()
        parameters = {"path": str(self.steps), "steps": STEPS}
        self.run = make_run(user=make_user(), project=make_project(), job=job, parameters=parameters)

    def begun(self) -> list[int]:
        """The steps that were begun, by whichever runner."""
        return [int(line) for line in self.steps.read_text().split()] if self.steps.exists() else []

    def wait_until_held(self) -> None:
        """Wait until a runner is at the fourth step."""
        wait_until(lambda: 3 in self.begun())

    def wait_until_stored(self) -> None:
        """Wait until the first three parts are in the database."""
        wait_until(lambda: self.run.parts.filter(kind="computed").count() == 3)

    def go_stale(self) -> None:
        """As if its runner had been silent for a minute."""
        Run.objects.filter(pk=self.run.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=1))

    def let_go(self) -> None:
        """Go on with the fourth step."""
        self.hold.unlink()

    def wait_for(self, state: str) -> Run:
        """Wait for a state of the run."""
        wait_until(lambda: Run.objects.filter(pk=self.run.pk, state=state).exists())
        self.run.refresh_from_db()
        return self.run

    def result(self) -> bytes:
        """What the run came to."""
        return b"".join(bytes(part.data) for part in self.run.parts.filter(kind="result").order_by("key"))


WHOLE = "".join(f"part {number}\n" for number in range(STEPS)).encode()


@pytest.fixture
def runner(transactional_db: None, tmp_path: Path) -> Iterator[RunnerProcess]:
    """A runner that has been started, on the tests' database."""
    runner = RunnerProcess(connection.settings_dict["NAME"], tmp_path)
    runner.launch()
    yield runner
    runner.stop(signal.SIGKILL)


def test_a_killed_runner_is_replaced_and_stored_parts_are_not_computed_again(
    runner: RunnerProcess, tmp_path: Path
) -> None:
    long = LongRun(tmp_path)
    long.wait_until_stored()
    runner.stop(signal.SIGKILL)
    long.go_stale()
    long.let_go()
    runner.launch()
    assert long.wait_for("done").attempts == 2
    assert long.result() == WHOLE
    assert long.begun() == [0, 1, 2, 3, 3, 4, 5, 6, 7]


def test_a_runner_that_is_told_to_stop_gives_its_run_back(runner: RunnerProcess, tmp_path: Path) -> None:
    long = LongRun(tmp_path)
    long.wait_until_held()
    runner.signal(signal.SIGTERM)
    assert runner.wait_until_ended() == 0
    long.run.refresh_from_db()
    assert (long.run.state, long.run.attempts) == ("queued", 0)
    long.let_go()
    runner.launch()
    long.wait_for("done")
    assert long.result() == WHOLE
    assert sorted(set(long.begun())) == list(range(STEPS))


def test_a_run_that_writes_is_written_whole_and_once(runner: RunnerProcess, tmp_path: Path) -> None:
    long = LongRun(tmp_path, "test-writes")
    long.wait_until_held()
    runner.stop(signal.SIGKILL)
    assert not Topic.objects.exists()
    long.go_stale()
    long.let_go()
    runner.launch()
    long.wait_for("done")
    assert sorted(Topic.objects.values_list("key", flat=True)) == [f"T{number}" for number in range(STEPS)]


def test_two_runners_share_the_queue_and_a_cancelled_run_stops(runner: RunnerProcess, tmp_path: Path) -> None:
    second = RunnerProcess(runner.database, tmp_path)
    second.launch()
    try:
        folders = [tmp_path / name for name in ("a", "b", "c")]
        for folder in folders:
            folder.mkdir()
        runs = [LongRun(folder) for folder in folders]
        for long in runs[:2]:
            long.wait_until_held()
        assert len(set(Run.objects.filter(state="running").values_list("runner", flat=True))) == 2
        cancel_run(run=runs[0].run, by=runs[0].run.user)
        for long in runs:
            long.let_go()
        for long in runs[1:]:
            long.wait_for("done")
            assert (long.begun(), long.result()) == (list(range(STEPS)), WHOLE)
        runs[0].wait_for("cancelled")
        assert not runs[0].result()
    finally:
        second.stop(signal.SIGKILL)


def test_the_runner_of_a_killed_site_gives_its_run_back(transactional_db: None, tmp_path: Path) -> None:
    site = ServedSite(connection.settings_dict["NAME"], tmp_path / "static", has_runner=True)
    (tmp_path / "static").mkdir()
    long = LongRun(tmp_path)
    site.start()
    try:
        long.wait_until_held()
        (runner,) = [process for process in _children(site) if _is_runner(process, long)]
        site.signal(signal.SIGKILL)
        long.let_go()
        wait_until(lambda: not runner.is_running() or runner.status() == psutil.STATUS_ZOMBIE)
        assert Run.objects.get().state in ("queued", "done")
    finally:
        site.stop(signal.SIGKILL)


def _children(site: ServedSite) -> list[psutil.Process]:
    assert site._process
    return psutil.Process(site._process.pid).children()


def _is_runner(process: psutil.Process, long: LongRun) -> bool:
    long.run.refresh_from_db()
    return f":{process.pid}:" in long.run.runner


def test_a_database_that_dies_loses_no_part(django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> None:
    with (
        django_db_blocker.unblock(),
        made_server() as server,
        made_database("runs", server=server) as settings,
        in_database(settings),
    ):
        call_command("migrate", verbosity=0)
        folder = settings["EMBEDDED"]["folder"]
        runner = RunnerProcess(settings["NAME"], tmp_path, data=folder)
        long = LongRun(tmp_path)
        runner.launch()
        try:
            long.wait_until_stored()
            _kill_postgres(folder)
            connection.close()
            long.let_go()
            long.wait_for("done")
            assert long.result() == WHOLE
            assert long.begun() == list(range(STEPS))
        finally:
            runner.stop(signal.SIGKILL)


def _kill_postgres(folder: Any) -> None:
    (file,) = Path(folder).rglob("postmaster.pid")
    os.kill(int(file.read_text().split()[0]), signal.SIGKILL)
