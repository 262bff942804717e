"""The options of commands that say where topics are scored: ``--workers``, or ``--scheduler`` and its TLS files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser

from scoring.management.command_line import worker_count
from scoring.studies.cluster import ClusterAddress, ClusterFailed, cluster_scorer
from scoring.studies.workers import ScoreTopics, WorkersLost, score_topics

TLS_OPTIONS = ("tls_ca", "tls_cert", "tls_key")


def add_scorer_options(parser: CommandParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--workers", metavar="N", type=worker_count, default=1, help="processes that score topics (default 1)"
    )
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="score topics on the Dask cluster of this scheduler: tcp://HOST:PORT, or tls://HOST:PORT",
    )
    for name in TLS_OPTIONS:
        parser.add_argument(f"--{name.replace('_', '-')}", metavar="FILE", default="", help="for tls://, a PEM file")


@contextmanager
def topic_scorer(options: Mapping[str, Any]) -> Iterator[ScoreTopics]:
    """Provides the function that scores topics where the options say. Raises CommandError, also if scoring fails."""
    tls = [options[name] for name in TLS_OPTIONS]
    if any(tls) and not (options["scheduler"] and all(tls)):
        raise CommandError("--scheduler, --tls-ca, --tls-cert and --tls-key belong together.", returncode=2)
    try:
        if options["scheduler"]:
            with cluster_scorer(ClusterAddress(options["scheduler"], *tls)) as score:
                yield score
        else:
            yield partial(score_topics, workers=options["workers"])
    except (ClusterFailed, WorkersLost) as error:
        raise CommandError(str(error)) from error
