"""Edits while somebody asks for the heaviest page again and again: they have to go on."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from bench.crowd import crowd, crowded_port
from bench.edit_throughput import sound
from bench.http_client import Connection
from bench.load import Crowd
from bench.registry import Measured, at_most, line
from bench.site import prepare_django

ASKERS, SECONDS, CLIENTS = 8, 10.0, 16
TAIL_BUDGET = 5.0
TOPICS = 200


@line("heavy")
def edits_beside_long_work() -> Iterator[Measured]:
    """The p99 of an edit of 16 clients, alone and while eight connections ask for a stability page without a pause."""
    port, (session, address) = crowded_port(), _heavy_page()
    with Crowd(port, crowd()) as people:
        people.rush("edits", clients=CLIENTS, seconds=2)
        alone = people.rush("edits", clients=CLIENTS, seconds=SECONDS)
        with _asked_for(port, session, address) as statuses:
            beside = people.rush("edits", clients=CLIENTS, seconds=SECONDS)
        what = f"{CLIENTS} clients"
        yield Measured(
            f"{what}: edits a second, alone and beside long work",
            f"{alone.rate('edit'):.0f}, {beside.rate('edit'):.0f}",
        )
        tails = alone.at(0.99, "edit"), beside.at(0.99, "edit")
        yield Measured(f"{what}: ms of an edit, p99, alone and beside long work", f"{tails[0]:.0f}, {tails[1]:.0f}")
        yield at_most(f"{what}: ratio of these p99s", tails[1] / tails[0], TAIL_BUDGET)
        yield Measured("long pages answered, told to come again", f"{statuses.count(200)}, {statuses.count(503)}")
        yield from sound(people, [alone, beside])


def _heavy_page() -> tuple[str, str]:
    """The session of a manager of a large project, and the address."""
    prepare_django()
    from django.test import Client
    from django.utils import timezone

    from bench.big_team import TeamSize, make_big_team

    size = TeamSize(topics=TOPICS, peers=4, builders=1, matchers=1)
    team = make_big_team(size=size, now=timezone.now(), slug="bench-heavy")
    assert team.manager.user is not None
    client = Client()
    client.force_login(team.manager.user)
    return client.cookies["sessionid"].value, f"/p/{team.project.slug}/stability/"


@contextmanager
def _asked_for(port: int, session: str, address: str) -> Iterator[list[int]]:
    """Connections that ask for the page without a pause, in a thread; the statuses of the answers."""
    statuses: list[int] = []
    until = threading.Event()

    async def ask() -> None:
        connection = Connection(port, {"Cookie": f"sessionid={session}"})
        while not until.is_set():
            started = perf_counter()
            statuses.append((await connection.request("GET", address)).status)
            await asyncio.sleep(max(0.0, 0.2 - (perf_counter() - started)))
        await connection.close()

    async def everybody() -> None:
        await asyncio.gather(*(ask() for _ in range(ASKERS)))

    thread = threading.Thread(target=lambda: asyncio.run(everybody()))
    thread.start()
    try:
        yield statuses
    finally:
        until.set()
        thread.join()
