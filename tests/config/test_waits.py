"""Postgres ends what waits for a lock too long, and a transaction that a stalled process has left open."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, connections, transaction

from annotator.projects.models import Project
from config.apps import IDLE_IN_TRANSACTION_TIMEOUT, LOCK_TIMEOUT
from config.first_start import database_lock
from tests.factories import make_project

LOCK_NOT_AVAILABLE = "55P03"


def shown(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


@pytest.mark.django_db
def test_every_connection_has_both_limits_but_not_while_the_database_is_prepared() -> None:
    limits = (LOCK_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT)
    assert (shown("lock_timeout"), shown("idle_in_transaction_session_timeout")) == limits
    with database_lock():
        assert shown("lock_timeout") == "0"
    assert shown("lock_timeout") == LOCK_TIMEOUT


@pytest.mark.django_db(transaction=True)
def test_a_wait_for_a_lock_ends() -> None:
    project = make_project()

    def wait_for_it() -> str:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '50ms'")
                Project.objects.select_for_update().get(pk=project.pk)
        except OperationalError as error:
            return str(getattr(error.__cause__, "pgcode", ""))
        finally:
            connections.close_all()
        return ""

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        Project.objects.select_for_update().get(pk=project.pk)
        assert pool.submit(wait_for_it).result() == LOCK_NOT_AVAILABLE
