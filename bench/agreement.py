"""Alpha of five annotators over 2,000 words against nltk's, and the agreement of a large team's project in one request.

The annotations are generated: runs of 3 to 15 words go to one of 100 SCUs, mostly to one that its place suggests.
"""

import random
from collections.abc import Iterator
from time import perf_counter

from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance

from bench.registry import Measured, at_least, at_most, line
from scoring.stats.agreement import alphas, disagreements
from scoring.stats.codings import CodedTopic, Coding, Uncovered, values_of
from scoring.stats.distances import Distance

WORDS, ANNOTATORS, SCUS = 2_000, 5, 100
ALPHA_SECONDS, TIMES_NLTK, REQUEST_SECONDS = 0.1, 10.0, 2.0
REPEATS = 3
SAME = 1e-9

Cell = tuple[str, int, frozenset[int]]


@line("agreement")
def agreement() -> Iterator[Measured]:
    """Seconds of alpha and their ratio to nltk's; seconds of the page and the API."""
    topic = _topic(random.Random(1))
    seconds, found = min(_timed(topic) for _ in range(REPEATS))
    theirs, expected = _nltk(topic)
    if found is None or abs(found - expected) > SAME:
        raise AssertionError(f"Alpha is {found}, nltk's {expected}.")
    yield at_most(f"seconds, MASI, {WORDS} words x {ANNOTATORS} annotators", seconds, ALPHA_SECONDS, "{:.3f}")
    yield at_least("times as fast as nltk, with the same value", theirs / seconds, TIMES_NLTK, "{:.0f}")
    yield from _requests()


def _timed(topic: CodedTopic) -> tuple[float, float | None]:
    started = perf_counter()
    alpha = alphas(disagreements([values_of(topic, Uncovered.SINGLETON)], (Distance.MASI,)))[Distance.MASI]
    return perf_counter() - started, alpha


def _nltk(topic: CodedTopic) -> tuple[float, float]:
    data = [cell for coding in topic.codings for cell in _cells(coding)]
    started = perf_counter()
    found = float(AnnotationTask(data=data, distance=masi_distance).alpha())
    return perf_counter() - started, found


def _cells(coding: Coding) -> Iterator[Cell]:
    """The value of each word, as nltk takes it."""
    sets = [frozenset(scu) for scu in coding.scus]
    for word in range(WORDS):
        yield coding.coder, word, frozenset({word}).union(*(one for one in sets if word in one))


def _topic(rng: random.Random) -> CodedTopic:
    return CodedTopic(WORDS, tuple(Coding(f"annotator{n}", _scus(rng)) for n in range(ANNOTATORS)))


def _scus(rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """About 8 % of the words in no SCU, 10 % in two."""
    found: list[set[int]] = [set() for _ in range(SCUS)]
    start = 0
    while start < WORDS:
        end = min(WORDS, start + rng.randint(3, 15))
        luck = rng.random()
        if luck > 0.08:
            found[start // 20 if rng.random() < 0.7 else rng.randrange(SCUS)].update(range(start, end))
        if luck > 0.9:
            found[rng.randrange(SCUS)].update(range(start, end))
        start = end
    return tuple(tuple(sorted(scu)) for scu in found if scu)


def _requests() -> Iterator[Measured]:
    """The project of a large team: 30 annotators, 60 topics, 20 peers each."""
    from bench.site import prepare_django

    prepare_django()
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from bench.big_team import TeamSize, make_big_team

    size = TeamSize(words=200, scus=40, builders=3, matchers=2)
    team = make_big_team(size=size, now=timezone.now(), slug="bench-team")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(memberships=team.manager))
    what = f"{size.annotators} annotators, {size.topics} topics"
    for name, address in (("page", "/p/bench-team/agreement/"), ("API", "/api/projects/bench-team/agreement/")):
        with CaptureQueriesContext(connection) as statements:
            seconds = min(_request(client, f"{address}?drafts=on") for _ in range(REPEATS))
        yield at_most(f"{name}, {what}: seconds", seconds, REQUEST_SECONDS)
        yield Measured(f"{name}: SQL statements", str(len(statements) // REPEATS))


def _request(client, address: str) -> float:  # type: ignore[no-untyped-def]  # Client loads after django.setup()
    started = perf_counter()
    answer = client.get(address)
    if answer.status_code != 200:
        raise AssertionError(f"{address} answers {answer.status_code}.")
    return perf_counter() - started
