"""What grows with the number of topics and of annotators: statements and seconds of the pages that list them."""

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from bench.registry import Measured, at_most, line
from bench.site import prepare_django

if TYPE_CHECKING:
    from bench.big_team import TeamSize

TOPICS, ANNOTATORS = (10, 100, 1_000), (10, 50, 200)
SECONDS_BUDGET = 1.0
PAGES = {
    "project": "",
    "topic": "t/D0001/",
    "scores": "scores/",
    "progress": "progress/",
    "assignments": "assignments/",
    "team": "team/",
    "agreement": "agreement/",
    "diagnosis": "diagnosis/",
    "stability": "stability/",
}
# Those that annotators open many times a day.
BUDGETED = ("project", "topic")


@line("growth-topics")
def topics() -> Iterator[Measured]:
    """Projects of 10, 100 and 1,000 topics of 4 models and 2 peers, 30 annotators."""
    prepare_django()
    from bench.big_team import TeamSize

    yield from _compared({n: TeamSize(topics=n, peers=2, builders=1, matchers=1) for n in TOPICS}, "topics")


@line("growth-people")
def people() -> Iterator[Measured]:
    """Projects of 10, 50 and 200 annotators and 40 topics, blind, asked by an annotator."""
    prepare_django()
    from bench.big_team import TeamSize

    yield from _compared({n: TeamSize(annotators=n, topics=40, peers=4) for n in ANNOTATORS}, "annotators", blind=True)


def _compared(sizes: "dict[int, TeamSize]", what: str, *, blind: bool = False) -> Iterator[Measured]:
    """Statements and seconds of each page by size."""
    from annotator.projects.models import Project

    found = {}
    for number, size in sizes.items():
        slug = f"bench-{what}-{number}"
        found[number] = _pages(size, slug, blind=blind)
        Project.objects.filter(slug=slug).update(blind=False)
    yield Measured(f"{what}", ", ".join(str(number) for number in found))
    for name in PAGES:
        figures = [figures[name] for figures in found.values() if name in figures]
        if not figures:
            continue
        yield Measured(f"{name}: SQL statements", ", ".join(str(statements) for statements, _ in figures))
        seconds = [seconds for _, seconds in figures]
        told = f"{name}: seconds ({', '.join(f'{one:.2f}' for one in seconds)}), at the most"
        yield at_most(told, max(seconds), SECONDS_BUDGET) if name in BUDGETED else Measured(told, f"{max(seconds):.2f}")


def _pages(size: "TeamSize", slug: str, *, blind: bool) -> dict[str, tuple[int, float]]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from bench.big_team import make_big_team

    team = make_big_team(size=size, now=timezone.now(), slug=slug)
    team.project.blind = blind
    team.project.save()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client = Client(headers={"host": "127.0.0.1"})
    who = (team.annotators[0] if blind else team.manager).user
    assert who is not None
    client.force_login(who)
    found = {}
    for name, path in PAGES.items():
        client.get(f"/p/{slug}/{path}")
        with CaptureQueriesContext(connection) as statements:
            started = perf_counter()
            answer = client.get(f"/p/{slug}/{path}")
            seconds = perf_counter() - started
        if answer.status_code == 200:  # some pages are for managers, some are closed while work is hidden
            found[name] = (len(statements), seconds)
    return found
