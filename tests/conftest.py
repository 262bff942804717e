"""What all tests share. The throw-away database cluster is in tests/settings.py."""

from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.site_process import SiteProcess


@pytest.fixture(scope="session")
def _site_process(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[SiteProcess]:
    with django_db_blocker.unblock():
        database = connection.settings_dict["NAME"]
    with SiteProcess(database) as process:
        yield process


@pytest.fixture
def site(_site_process: SiteProcess, transactional_db: None) -> SiteProcess:
    """The running site on the tests' database, which is empty again after each test: `site.url`."""
    return _site_process
