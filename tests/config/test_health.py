"""What load balancers and containers ask."""

from unittest.mock import patch

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext


def test_the_process_says_that_it_is_up_without_a_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_the_site_is_ready_when_all_migrations_are_applied(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert len(asked) == 1


@pytest.mark.django_db
def test_the_site_is_ready_when_a_newer_version_has_migrated_more(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('annotator', '9999_later', now())")
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_the_site_is_not_ready_while_a_migration_waits(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'annotator' AND name = '0002_constraints'")
    response = client.get("/readyz")
    assert (response.status_code, response.json()["detail"]) == (503, "Migrations are waiting.")


def test_the_site_is_not_ready_on_an_empty_database(client: Client) -> None:
    with patch("config.health._applied_migrations", side_effect=ProgrammingError("no such table")):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["detail"]) == (503, "Migrations are waiting.")


def test_the_site_is_not_ready_without_its_database(client: Client) -> None:
    with patch("config.health._applied_migrations", side_effect=OperationalError("down")):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["detail"]) == (503, "The database does not answer.")


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_is_only_read(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
@override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["pyramids.example"])
def test_a_probe_asks_a_process_by_its_address_over_plain_http(client: Client, address: str) -> None:
    assert client.get(address, headers={"Host": "10.0.0.7:8000"}).status_code == 200
    assert client.get("/accounts/login/", headers={"Host": "10.0.0.7:8000"}).status_code == 400
