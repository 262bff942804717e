"""The sample project, once a module."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.annotator.api.sample_site import Site, make_site


@pytest.fixture(scope="module")
def _made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_site()
        transaction.set_rollback(True)


@pytest.fixture
def site(_made: Site, db: None) -> Site:
    """The site as it was made: `db` undoes what a test does to it."""
    return _made
