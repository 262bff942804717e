"""The site under load, and what goes wrong then: a short run of `make chaos` (docs/durability.md).

One site on a data folder of its own for all of them. What browsers keep meanwhile is in tests/journeys/test_queue_*.
"""

from collections.abc import Iterator
from pathlib import Path

import psycopg2
import pytest

from chaos.faults import (
    FAULTS,
    CutConnections,
    Fault,
    FillDisk,
    KillAll,
    KillPostgres,
    KillWorkerAgain,
    MoveClock,
    StarveWorker,
)
from chaos.report import line
from chaos.rounds import Trial
from config.embedded_postgres.server import EmbeddedServer

DURABILITY = Path(__file__).parents[2] / "docs" / "durability.md"


@pytest.fixture(scope="module")
def trial() -> Iterator[Trial]:
    """A running site and five people with work to do."""
    with Trial(1, megabytes=320, in_memory=True, groups=3, timeout=5.0) as trial:
        yield trial


@pytest.mark.parametrize(
    "fault",
    [KillWorkerAgain, KillPostgres, CutConnections, FillDisk, StarveWorker, MoveClock, KillAll],
    ids=lambda fault: fault.name,
)
def test_nothing_is_lost_doubled_or_halved_and_the_site_goes_on(trial: Trial, fault: type[Fault]) -> None:
    found = trial.round(fault())
    if found.skipped:
        pytest.skip(found.skipped)
    assert found.faults == (), line(found)
    assert found.counts["acknowledged"] > 0


def test_postgres_keeps_what_it_has_acknowledged_on_disk(trial: Trial) -> None:
    """As in any installation; only these tests' usual database does without."""
    access = EmbeddedServer(trial.site.data, fsync=True).access
    connection = psycopg2.connect(dbname="pyramidion", **access)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        assert cursor.fetchone() == ("on", "on")
        cursor.execute("SELECT current_setting('full_page_writes')")
        assert cursor.fetchone() == ("on",)
    connection.close()


def test_every_fault_is_told_of_in_the_documents() -> None:
    told = DURABILITY.read_text()
    assert [fault.name for fault in FAULTS if f"`{fault.name}`" not in told] == []
