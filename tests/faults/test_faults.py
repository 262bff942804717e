"""A short run of `make chaos` (docs/durability.md): a site under load, and what goes wrong then.

One site with its own data folder for all tests. What browsers keep meanwhile is in tests/journeys/test_queue_*.
"""

from collections.abc import Iterator
from pathlib import Path

import psycopg2
import pytest

from chaos.__main__ import format_round
from chaos.faults import FAULTS
from chaos.trial import Trial
from config.embedded_postgres.server import EmbeddedServer

DURABILITY = Path(__file__).parents[2] / "docs" / "durability.md"


@pytest.fixture(scope="module")
def trial() -> Iterator[Trial]:
    """A running site and five people with work to do."""
    with Trial(1, groups=3, timeout=5.0) as trial:
        yield trial


@pytest.mark.parametrize("fault", ["kill-browser", "kill-worker", "kill-postgres", "kill-all"])
def test_nothing_is_lost_doubled_or_halved_and_the_site_goes_on(trial: Trial, fault: str) -> None:
    result = trial.run_round(fault)
    assert result.errors == (), format_round(result)
    assert result.counts["acknowledged"] > 0


def test_postgres_keeps_what_it_has_acknowledged_on_disk(trial: Trial) -> None:
    """As in any installation; only the tests' usual database has these settings off."""
    access = EmbeddedServer(trial.site.data, fsync=True).connection_parameters
    connection = psycopg2.connect(dbname="pyramidion", **access)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        assert cursor.fetchone() == ("on", "on")
        cursor.execute("SELECT current_setting('full_page_writes')")
        assert cursor.fetchone() == ("on",)
    connection.close()


def test_every_fault_is_in_the_document() -> None:
    document = DURABILITY.read_text()
    assert [fault for fault in FAULTS if f"`{fault}`" not in document] == []
