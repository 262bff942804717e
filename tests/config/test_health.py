"""What load balancers and containers ask."""

from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client


def test_the_process_says_that_it_is_up_without_a_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_the_site_is_ready_when_all_migrations_are_applied(client: Client) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_the_site_is_not_ready_while_migrations_wait(client: Client) -> None:
    with patch("config.health.MigrationExecutor.migration_plan", return_value=[("a migration", False)]):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["detail"]) == (503, "Migrations are waiting.")


def test_the_site_is_not_ready_without_its_database(client: Client) -> None:
    with patch("config.health.MigrationExecutor", side_effect=OperationalError("down")):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["detail"]) == (503, "The database does not answer.")


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_is_only_read(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
