"""Rows that the tests of a module share: made once, and given back after each test by its own transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def rows_of_module(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Allows the database, and undoes at the end what was written here. For fixtures of ``scope="module"``."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
