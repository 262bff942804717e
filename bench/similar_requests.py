"""How long the server takes to answer for similar text, in a topic of the size that the budgets speak of."""

import json
import random
from collections.abc import Iterator
from http.client import HTTPConnection
from statistics import median, quantiles
from time import perf_counter

from bench.material import BUDGETED
from bench.registry import Measured, at_most
from bench.site import Person, Site, running_site

BUDGET = 100.0
REQUESTS = 100
WARM = 20
"""Requests before those that count: each worker makes a topic ready once."""


def request_times() -> Iterator[Measured]:
    """Milliseconds of requests for a selection of some ten words, and for an SCU, in turns with the bare pyramid."""
    site = running_site()
    person, rng = site.people[0], random.Random(1)
    bare = f"/api/pyramids/{person.pyramid}/"
    scus = [scu["id"] for scu in json.loads(_get(site, person, bare))["scus"]]
    yield Measured("topic", str(BUDGETED))
    for name, queries in (
        ("selection", [_selection(person, rng) for _ in range(WARM + REQUESTS)]),
        ("SCU", [f"scu={rng.choice(scus)}" for _ in range(WARM + REQUESTS)]),
    ):
        times, bare_times = [], []
        for query in queries:
            times.append(_milliseconds(site, person, f"{bare}similar/?{query}"))
            bare_times.append(_milliseconds(site, person, bare))
        cuts = quantiles(times[WARM:], n=20)
        yield at_most(f"{name}: ms a request, p50", cuts[9], BUDGET, "{:.0f}")
        yield at_most(f"{name}: ms a request, p95", cuts[18], BUDGET, "{:.0f}")
        yield Measured(f"{name}: p50 to that of the bare pyramid", f"{cuts[9] / median(bare_times[WARM:]):.1f}")
        yield Measured(f"{name}: ms a request, longest of the first {WARM}", f"{max(times[:WARM]):.0f}")


def _selection(person: Person, rng: random.Random) -> str:
    start = rng.randrange(2_000)
    return f"summary={rng.choice(person.summaries)}&start={start}&end={start + rng.randint(20, 110)}"


def _milliseconds(site: Site, person: Person, path: str) -> float:
    started = perf_counter()
    _get(site, person, path)
    return (perf_counter() - started) * 1e3


def _get(site: Site, person: Person, path: str) -> bytes:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    connection.request("GET", path, headers={"Cookie": f"sessionid={person.session}"})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    if answer.status != 200:
        raise AssertionError(f"{path} answered {answer.status}: {content[:200]!r}")
    return content
