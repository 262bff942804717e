"""Scores topics on a Dask cluster. The cluster's workers import only `scoring.measures`, without Django or a database.

This is the only module that imports Dask, and only when a cluster is used, because Dask is an optional dependency.
"""

import logging
import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any

from scoring.measures.automatic.tasks import TopicScores, TopicTask
from scoring.measures.automatic.topic_texts import Text
from scoring.measures.automatic.versions import OtherVersions, check_versions, score_topic_with, versions
from scoring.studies.workers import ScoreTopics

CONNECT_SECONDS = 10
WORKER_SECONDS = 30
TASKS_PER_THREAD = 8
"""How many tasks are sent for each thread of the cluster. More would only fill the memory of the scheduler."""
RETRIES = 3
MAX_LISTED_FAILURES = 3


class ClusterFailed(RuntimeError):
    """The cluster cannot be used, or can no longer be used. The message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """``scheduler``: its URL, such as tcp://10.0.0.5:8786. The other fields are paths of PEM files; "" without TLS."""

    scheduler: str
    tls_ca: str = ""
    tls_cert: str = ""
    tls_key: str = ""


@contextmanager
def cluster_scorer(address: ClusterAddress) -> Iterator[ScoreTopics]:
    """Connects to the cluster and provides a function that scores topics there, in the order of the tasks.

    Raises ClusterFailed if the cluster cannot be used. If a task still fails after `RETRIES` more attempts, the
    function scores the other tasks and then raises ClusterFailed with the topics that failed.
    """
    client = _connect(address)
    try:
        expected = versions()
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
            versions_by_process = {"The scheduler": client.run_on_scheduler(versions)}  # it unpickles tasks, too
            for name, worker_versions in client.run(versions).items():
                versions_by_process[f"The worker {name}"] = worker_versions
            for process, process_versions in versions_by_process.items():
                check_versions(expected, process_versions, process)
        except TimeoutError as error:
            raise ClusterFailed(f"The cluster of {address.scheduler} has no worker.") from error
        except ImportError as error:
            message = f"The scheduler and the workers of {address.scheduler} must have this program: {error}."
            raise ClusterFailed(message) from error
        except OtherVersions as error:
            raise ClusterFailed(str(error)) from error
        yield partial(_scores, client, expected)
    finally:
        client.close()


def _connect(address: ClusterAddress) -> Any:
    """Returns a client of the cluster (distributed.Client)."""
    try:
        from distributed import Client, Security
    except ImportError as error:
        raise ClusterFailed("Clusters need more packages: install them with make install CLUSTER=1.") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it prints tracebacks when a scheduler is gone
    security = None
    if address.tls_ca:
        security = Security(
            tls_ca_file=address.tls_ca,
            tls_client_cert=address.tls_cert,
            tls_client_key=address.tls_key,
            require_encryption=True,
        )
    try:
        return Client(address.scheduler, timeout=CONNECT_SECONDS, security=security, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterFailed(f"The scheduler {address.scheduler} cannot be reached: {error}.") from error


@dataclass(frozen=True, slots=True)
class _SentCorpus:
    """A corpus on the cluster, which is sent to each worker once. ``future``: its place there (distributed.Future)."""

    texts: tuple[Text, ...]
    digest: str
    future: Any


def _sent_corpus(client: Any, texts: tuple[Text, ...]) -> _SentCorpus:
    """Sends a corpus to the cluster. If the workers that have it die, the scheduler can make it again."""
    content = pickle.dumps(texts)
    digest = sha256(content).hexdigest()
    return _SentCorpus(texts, digest, client.submit(pickle.loads, content, key=f"corpus-{digest}", retries=RETRIES))


def _scores(client: Any, expected: dict[str, str], tasks: Iterable[TopicTask]) -> Iterator[TopicScores]:
    """Yields the scores of the tasks, in their order. ``expected``: the versions that workers must have."""
    waiting: deque[tuple[str, Any]] = deque()  # topics and their futures, in order
    corpus: _SentCorpus | None = None
    failures: list[str] = []
    tasks = iter(tasks)
    tasks_ahead = TASKS_PER_THREAD * max(sum(client.nthreads().values()), 1)
    while True:
        for task in islice(tasks, tasks_ahead - len(waiting)):
            if corpus is None or corpus.texts is not task.topic.corpus:
                corpus = _sent_corpus(client, task.topic.corpus)
            task = task.with_corpus(())
            task_hash = sha256(pickle.dumps(task)).hexdigest()  # Dask computes a repeated task once
            task_key = f"score_topic-{task_hash}-{corpus.digest}"
            future = client.submit(score_topic_with, expected, task, corpus.future, key=task_key, retries=RETRIES)
            waiting.append((task.topic.key, future))
        if not waiting:
            break
        # Half of the sent tasks are fetched together and then replaced: a message per task cost the workers 5 ms.
        batch = [waiting.popleft() for _ in range(min(len(waiting), tasks_ahead // 2))]
        try:
            yield from _results(client, batch, failures)
        except CancelledError as error:
            raise ClusterFailed(
                "The connection to the scheduler was lost. What was scored in a project is stored."
            ) from error
    if failures:
        listed = "; ".join(failures[:MAX_LISTED_FAILURES])
        unlisted_count = len(failures) - MAX_LISTED_FAILURES
        more = f"; and {unlisted_count} more" if unlisted_count > 0 else ""
        raise ClusterFailed(f"Some topics could not be scored: {listed}{more}.")


def _results(client: Any, batch: list[tuple[str, Any]], failures: list[str]) -> Iterator[TopicScores]:
    """Yields the scores of a batch of topics and their futures. Appends the topics that failed to ``failures``."""
    with suppress(Exception):  # which topics failed is found out below
        yield from client.gather([future for _, future in batch])
        return
    for topic, future in batch:
        try:
            yield future.result()
        except CancelledError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever a worker raised, or that several workers died
            failures.append(f"{topic} ({type(error).__name__}: {' '.join(str(error).split())})")
