"""Topics scored on a cluster of Dask: a real scheduler and workers, in processes of their own."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.tasks import TopicScores, TopicTask
from scoring.measures.automatic.topic_texts import Scored, TopicTexts
from scoring.measures.automatic.versions import OtherVersions, score_topic_with, versions
from scoring.studies import cluster
from scoring.studies.cluster import ClusterAddress, ClusterFailed, cluster_scorer
from scoring.studies.workers import score_topics
from tests.scoring.studies.test_workers import MEASURES, content, dying_measure, tasks, tasks_with_corpora

ROOT = Path(__file__).parents[3]
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a program of Dask, which ends after the test."""
    with ExitStack() as stack:

        def started(module: str, *arguments: str, folder: Path = ROOT) -> subprocess.Popen[str]:
            program = [sys.executable, "-m", f"distributed.cli.{module}"]
            process = subprocess.Popen(
                [*program, *arguments, "--host", "127.0.0.1", "--no-dashboard"],
                stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
                text=True,
                cwd=folder,  # `python -m` finds the modules there
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield started


def lines(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stderr
    yield from process.stderr


def start_scheduler(start: Start, folder: Path = ROOT) -> tuple[subprocess.Popen[str], str]:
    """A new scheduler and its address."""
    process = start("dask_scheduler", "--port", "0", folder=folder)
    return process, next(line.split()[-1] for line in lines(process) if "Scheduler at:" in line)


def start_workers(start: Start, address: str, count: int, folder: Path) -> None:
    for _ in range(count):
        process = start("dask_worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        assert any("Registered to" in line for line in lines(process))


def failing(topic: TopicTexts) -> Scored:
    raise ArithmeticError("cannot be")


def test_a_cluster_gives_the_same_bits_although_a_worker_dies(start: Start, tmp_path: Path) -> None:
    _, address = start_scheduler(start)
    start_workers(start, address, 2, tmp_path)
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    dying = TopicTask("dying", tasks(1)[0].topic, (dying_measure(deaths, 1),))
    all_tasks = [*tasks(6), dying, *tasks(11)[6:], *tasks_with_corpora()]
    with cluster_scorer(ClusterAddress(address)) as score:
        together = list(score(all_tasks))
    assert len(list(deaths.iterdir())) == 1
    assert list(map(content, together)) == list(map(content, score_topics(all_tasks)))


def test_a_topic_that_fails_is_reported_after_the_others_and_a_lost_scheduler_at_once(
    start: Start, tmp_path: Path
) -> None:
    scheduler, address = start_scheduler(start)
    start_workers(start, address, 1, tmp_path)
    first, second, third = tasks(3)
    broken = Measure("broken", 1, MEASURES[0].parameters, ("f",), "f", frozenset(), failing)
    scored: list[TopicScores] = []  # `extend` adds what comes before an exception
    message = r"could not be scored: D1 \(ArithmeticError: cannot be\)"
    with pytest.raises(ClusterFailed, match=message), cluster_scorer(ClusterAddress(address)) as score:
        scored.extend(score([first, replace(second, measures=(broken,)), third]))
    assert list(map(content, scored)) == list(map(content, score_topics([first, third])))

    def killing() -> Iterator[TopicTask]:
        yield first
        scheduler.kill()
        scheduler.wait()
        yield second

    message = "connection to the scheduler was lost"
    with pytest.raises(ClusterFailed, match=message), cluster_scorer(ClusterAddress(address)) as score:
        list(score(killing()))


def test_workers_of_other_versions_are_refused() -> None:
    (task,) = tasks(1)
    assert content(score_topic_with(versions(), task, ())) == content(next(score_topics([task])))
    with pytest.raises(OtherVersions, match=r"A worker has numpy \S+, this machine 1\.0: both must have the same"):
        score_topic_with({**versions(), "numpy": "1.0"}, task, ())


def test_without_a_scheduler_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    message = r"tcp://127\.0\.0\.1:9 cannot be reached"
    with pytest.raises(ClusterFailed, match=message), cluster_scorer(ClusterAddress("tcp://127.0.0.1:9")):
        pass


def test_a_scheduler_without_this_program_is_refused(start: Start, tmp_path: Path) -> None:
    _, address = start_scheduler(start, folder=tmp_path)
    start_workers(start, address, 1, tmp_path)
    message = "must have this program: No module named 'scoring'"
    with pytest.raises(ClusterFailed, match=message), cluster_scorer(ClusterAddress(address)):
        pass
