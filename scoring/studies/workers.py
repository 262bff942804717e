"""Scores topics in several processes on this machine.

The processes are started from scratch and import only `scoring.measures`: not Django, and not the caller's main module,
which processes of `multiprocessing` import. Each has one thread for linear algebra, because they share the processors.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import cast

from scoring.measures.automatic.tasks import TopicScores, TopicTask, score_topic
from scoring.measures.automatic.topic_texts import Text

ScoreTopics = Callable[[Iterable[TopicTask]], Iterator[TopicScores]]
"""A function that yields the scores of the tasks, in their order: `score_topics`, or the scorer of a cluster."""

PROGRAM = "scoring.measures.automatic.worker"
ROOT = Path(__file__).parents[2]
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
TASKS_AHEAD = 4
"""The most tasks in memory per process: waiting, being computed, or computed while an earlier task is not."""
MAX_ATTEMPTS = 3


class WorkersLost(RuntimeError):
    """Each process that tried to score a topic ended too early. The message is a sentence for people."""

    def __init__(self, task: TopicTask) -> None:
        super().__init__(
            f"{MAX_ATTEMPTS} processes ended while they scored topic {task.topic.key}; perhaps the memory is too small."
        )


def score_topics(tasks: Iterable[TopicTask], workers: int = 1) -> Iterator[TopicScores]:
    """Yields the scores of the tasks, in their order; with one worker they are computed in this process.

    If a process ends, its task goes to another process. Raises WorkersLost after `MAX_ATTEMPTS` for one task.
    """
    if workers == 1:
        yield from map(score_topic, tasks)
        return
    with ExitStack() as stack:
        yield from _Pool(stack).scores(iter(tasks), workers)


@dataclass
class _Job:
    """A task in memory, how often a process has begun it, and its scores when there are any."""

    task: TopicTask
    attempts: int = 0
    scores: TopicScores | None = None


@dataclass
class _Pool:
    """Processes, each known by the connection to it. ``stack`` ends them. ``busy``: the job of each working process;
    ``idle``: processes without a job; ``waiting``: jobs without a process; ``corpora``: the last corpus
    that each process received.
    """

    stack: ExitStack
    busy: dict[Connection, _Job] = field(default_factory=dict)
    idle: list[Connection] = field(default_factory=list)
    waiting: list[_Job] = field(default_factory=list)
    corpora: dict[Connection, tuple[Text, ...]] = field(default_factory=dict)

    def scores(self, tasks: Iterator[TopicTask], workers: int) -> Iterator[TopicScores]:
        """Yields the scores of the tasks in their order, whatever the order in which the processes finish them."""
        jobs: list[_Job] = []
        while True:
            added = [_Job(task) for task in islice(tasks, workers * TASKS_AHEAD - len(jobs))]
            jobs += added
            self.waiting += added
            if not jobs:
                return
            self._send(workers)
            while jobs and (scores := jobs[0].scores):
                jobs.pop(0)
                yield scores
            if self.busy:
                self._receive()

    def _send(self, workers: int) -> None:
        """Give waiting jobs to idle processes, or to new ones up to ``workers``."""
        while self.waiting and len(self.busy) < workers:
            job = self.waiting.pop(0)
            connection = self.idle.pop() if self.idle else self._start()
            job.attempts += 1
            self.busy[connection] = job
            with suppress(ConnectionError):  # a process that has ended: `_receive` notices
                self._send_task(connection, job.task)

    def _send_task(self, connection: Connection, task: TopicTask) -> None:
        """Send a task with the corpus of its topic, or with None if the process has this corpus already.

        All topics of a project share the corpus: 300 topics with 10 documents of 500 words have 12 MB, which would be
        3.7 GB if each task had its own copy.
        """
        corpus = task.topic.corpus
        is_new = self.corpora.get(connection) is not corpus
        self.corpora[connection] = corpus
        connection.send((task.with_corpus(()), corpus if is_new else None))

    def _receive(self) -> None:
        """Wait until a process has finished its job, or has ended."""
        for connection in cast("list[Connection]", wait(list(self.busy))):
            job = self.busy.pop(connection)
            try:
                job.scores = connection.recv()
                self.idle.append(connection)
            except (EOFError, ConnectionError) as error:
                if job.attempts == MAX_ATTEMPTS:
                    raise WorkersLost(job.task) from error
                self.waiting.insert(0, job)

    def _start(self) -> Connection:
        """Start a process, which ends with the pool, and return the connection to it."""
        ours, theirs = Pipe()
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-m", PROGRAM, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
            )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        self.stack.callback(ours.close)
        return ours
