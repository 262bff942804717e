"""Measures SQL queries, seconds and size of the pages of large projects: 1,000 topics, 200 members."""

from collections.abc import Iterator
from typing import Any

from bench.figures import Figure, at_most
from bench.site import analyze, client_with, prepare_django, session_of, timed_get

MAX_SECONDS, MAX_KILOBYTES = 0.5, 300
PATHS = ["", "t/D0001/", "scores/", "progress/", "agreement/", "diagnosis/", "stability/"]
MANAGER_PATHS = ["assignments/", "team/"]


def measure() -> Iterator[Figure]:
    """Compares small projects with large ones: with many topics for a manager, with many members for an annotator."""
    topics = {number: {"topics": number, "peers": 2, "builders": 1, "matchers": 1} for number in (10, 1_000)}
    members = {number: {"annotators": number, "topics": 40, "peers": 4} for number in (10, 200)}
    yield from _compare("topics", topics, as_manager=True)
    yield from _compare("members", members, as_manager=False)


def _compare(items: str, sizes: dict[int, dict[str, Any]], *, as_manager: bool) -> Iterator[Figure]:
    """Compares two projects. ``sizes``: the arguments of TeamSize, by number of ``items``."""
    prepare_django()
    from django.utils import timezone

    from bench.big_team import BigTeam, TeamSize

    paths = [*PATHS, *MANAGER_PATHS] if as_manager else PATHS
    measurements = []
    for number, size in sizes.items():
        slug = f"bench-{items}-{number}"
        team = BigTeam(size=TeamSize(**size), now=timezone.now(), slug=slug)
        analyze()
        client = client_with(session_of((team.manager if as_manager else team.annotators[0]).user))
        measurements.append({path: timed_get(client, f"/p/{slug}/{path}") for path in paths})
    small, large = measurements
    for path in paths:
        queries, seconds, response = large[path]
        name = f"{max(sizes):,} {items}, {path or 'project'}"
        if response.status_code == 303:
            yield Figure(f"{name}: is computed as a run", "")
            continue
        growth = queries - small[path][0]
        yield at_most(f"{name}: {queries} SQL queries; difference to the small project", growth, 0, "{:.0f}")
        yield at_most(f"{name}: seconds", seconds, MAX_SECONDS)
        yield at_most(f"{name}: kB", len(response.content) / 1000, MAX_KILOBYTES, "{:.0f}")
