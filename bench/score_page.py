"""The score page of a project: statements, seconds and size, and the seconds of ranking and of the tests alone."""

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

import numpy as np

from bench.registry import Measured, at_most, line
from bench.site import prepare_django

TOPICS, PEERS = 60, 30
STATEMENTS_BUDGET, SECONDS_BUDGET = 20, 0.5
REPEATS = 3
PAGES = {
    "page": "/p/bench-scores/scores/",
    "page, human summaries too": "/p/bench-scores/scores/?humans=jackknife",
    "API": "/api/projects/bench-scores/scores/",
}


@line("score-page")
def score_page() -> Iterator[Measured]:
    """A project of 60 topics and 30 peers, each matched by one; seconds are the best of three."""
    from scoring.stats.significance import compare_pairs

    scores = np.random.default_rng(1).random((PEERS, TOPICS))
    seconds = min(_seconds(lambda: compare_pairs(scores, np.random.default_rng(1))) for _ in range(REPEATS))
    yield Measured(f"tests of {PEERS * (PEERS - 1) // 2} pairs over {TOPICS} topics: seconds", f"{seconds:.3f}")
    yield from _requests()


def _requests() -> Iterator[Measured]:
    prepare_django()
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from bench.big_team import TeamSize, make_big_team

    size = TeamSize(topics=TOPICS, peers=PEERS, words=200, scus=40, builders=1, matchers=1, begun=1, finished=1)
    team = make_big_team(size=size, now=timezone.now(), slug="bench-scores")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client = Client(headers={"host": "127.0.0.1"})
    assert team.manager.user is not None
    client.force_login(team.manager.user)
    for name, address in PAGES.items():
        client.get(address)
        with CaptureQueriesContext(connection) as statements:
            answer = client.get(address)
            number = len(statements)
        if answer.status_code != 200:
            raise AssertionError(f"{address} answered {answer.status_code}.")
        seconds = min(_seconds(partial(client.get, address)) for _ in range(REPEATS))
        yield at_most(f"{name}: SQL statements", number, STATEMENTS_BUDGET, "{:.0f}")
        yield at_most(f"{name}: seconds", seconds, SECONDS_BUDGET)
        yield Measured(f"{name}: kB", f"{len(answer.content) / 1000:.0f}")


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started
