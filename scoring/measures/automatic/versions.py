"""The versions of programs on which values depend. A cluster's workers must have the versions of the process that sends
them tasks.
"""

import sys
from hashlib import sha256

import numpy as np
import scipy

from scoring.measures.automatic.registry import measures
from scoring.measures.automatic.signature import format_signature
from scoring.measures.automatic.tasks import TopicScores, TopicTask, score_topic
from scoring.measures.automatic.topic_texts import Text


class OtherVersions(RuntimeError):
    """A process has other versions than the process that sends it tasks. The message is a sentence for people."""


def versions() -> dict[str, str]:
    """Returns the version of each program and library that computes values. "measures" is a hash of the signatures of
    all measures, which contain their versions and the hashes of word lists.
    """
    signatures = "\n".join(map(format_signature, measures()))
    return {
        "Python": ".".join(map(str, sys.version_info[:3])),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "measures": sha256(signatures.encode()).hexdigest()[:8],
    }


def check_versions(expected: dict[str, str], actual: dict[str, str], process: str) -> None:
    """Raises OtherVersions if the ``actual`` versions of a process, such as "A worker", are not the expected ones."""
    for name, version in expected.items():
        if actual.get(name) != version:
            raise OtherVersions(
                f"{process} has {name} {actual.get(name)}, this machine {version}: both must have the same versions."
            )


def score_topic_with(expected: dict[str, str], task: TopicTask, corpus: tuple[Text, ...]) -> TopicScores:
    """Does the same as `score_topic` for the task with this corpus. Raises OtherVersions if this process has other
    versions than ``expected``.
    """
    check_versions(expected, versions(), "A worker")
    return score_topic(task.with_corpus(corpus))
