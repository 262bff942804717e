"""The pages of a large team: statements and seconds of the overview, of progress and of the plan, for a manager."""

from collections.abc import Iterator
from time import perf_counter

from bench.registry import Measured, at_most, line
from bench.site import prepare_django

STATEMENTS_BUDGET, SECONDS_BUDGET = 15, 2.0
PAGES = {"overview": "", "progress": "progress/", "assignments": "assignments/"}


@line("team")
def team_pages() -> Iterator[Measured]:
    """A project of 30 annotators and 60 topics of 20 peers."""
    prepare_django()
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from bench.big_team import TeamSize, make_big_team

    team = make_big_team(size=TeamSize(), now=timezone.now(), slug="bench-team-pages")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client = Client(headers={"host": "127.0.0.1"})
    assert team.manager.user is not None
    client.force_login(team.manager.user)
    for name, path in PAGES.items():
        address = f"/p/{team.project.slug}/{path}"
        client.get(address)
        with CaptureQueriesContext(connection) as statements:
            started = perf_counter()
            answer = client.get(address)
            seconds = perf_counter() - started
        if answer.status_code != 200:
            raise AssertionError(f"{address} answered {answer.status_code}.")
        yield at_most(f"SQL statements, {name}", len(statements), STATEMENTS_BUDGET, "{:.0f}")
        yield at_most(f"seconds, {name}", seconds, SECONDS_BUDGET)
