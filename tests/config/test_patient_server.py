"""Workers that die again and again (that the rest goes on is seen in tests/faults)."""

from typing import Any

import pytest
from granian.server.mp import MPServer

from config.patient_server import MOST_DEATHS, PatientServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> PatientServer:
    """One that starts no processes, but keeps granian's book of those that were replaced."""

    def replaced(server: MPServer, workers: list[int], *others: Any, **options: Any) -> None:
        server.respawned_wrks.update(dict.fromkeys(workers, 1.0))

    monkeypatch.setattr(MPServer, "_respawn_workers", replaced)
    return PatientServer("config.served:application")


def test_a_worker_that_died_is_not_held_against_the_next(server: PatientServer) -> None:
    server._respawn_workers([0, 1], None, None)
    assert server.respawned_wrks == {}


def test_when_nothing_works_granians_own_rule_holds(server: PatientServer) -> None:
    for _ in range(MOST_DEATHS - 1):
        server._respawn_workers([0], None, None)
    assert server.respawned_wrks == {}
    server._respawn_workers([0], None, None)
    assert server.respawned_wrks == {0: 1.0}
