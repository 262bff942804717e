"""What all tests share. The throw-away database cluster is in tests/settings.py."""

import gc
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.backends.base.creation import TEST_DATABASE_PREFIX
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from tests import chromium
from tests.other_databases import Settings, in_database, kept, made_database
from tests.reset import restore_rows, save_rows
from tests.site_process import SiteProcess

gc.disable()  # while all is imported, which stays: a third of that time would go into looking for garbage

# The same examples each time, however long a busy machine takes with one: no test asserts a time.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

HERE = Path(__file__).parent
LONGEST = {HERE / name for name in ("access", "config", "faults", "frozen", "journeys", "security")}
"""The folders of modules that take up to a minute, mostly in few tests: they drive browsers, start servers, or ask
everything of every route.
"""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The modules that may take longest begin first, then those with most tests: so that no process is at work on one
    long after the other has ended. xdist keeps this order only with --no-loadscope-reorder.
    """
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: (LONGEST.isdisjoint(item.path.parents), -sizes[item.path]))


def pytest_collection_finish() -> None:
    """Garbage is collected from now on, but not looked for among the half million objects of modules and tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)
    gc.enable()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Settings]:
    """pytest-django's database, let go of by everybody before it is dropped; yields a copy of it.

    A process that was killed, or a thread that has ended, may leave a session that Postgres has not noticed yet.
    """
    name = connection.settings_dict["NAME"]
    is_created = name.startswith(TEST_DATABASE_PREFIX)  # else none of the selected tests uses it
    with django_db_blocker.unblock():
        connection.close()  # nobody may be connected to a database that is copied
    with (
        kept(made_database("migrated", template=name if is_created else "template0"), django_db_blocker) as migrated,
        pytest.MonkeyPatch.context() as patch,
    ):
        with django_db_blocker.unblock():
            if is_created:
                save_rows()
            else:
                with in_database(migrated):
                    call_command("migrate", verbosity=0)
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: restore_rows(sequences=False))
        yield migrated
    with django_db_blocker.unblock():
        connection.close()  # the last test may have left a dead one
        with connection.cursor() as cursor:
            others = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            cursor.execute(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE {others}")


@pytest.fixture(scope="session")
def migrated(django_db_setup: Settings) -> Settings:
    """A database that has been prepared, and nothing more. Nobody is connected to it: it can be a template."""
    return django_db_setup


@pytest.fixture(scope="session")
def _site_process(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SiteProcess]:
    with django_db_blocker.unblock():
        database = connection.settings_dict["NAME"]
    with SiteProcess(database, tmp_path_factory.mktemp("static")) as process:
        yield process


@pytest.fixture
def site(_site_process: SiteProcess, transactional_db: None) -> Iterator[SiteProcess]:
    """The running site on the tests' database, which is empty again after each test: `site.url`."""
    yield _site_process
    _site_process.wait_until_idle()
    # A request of a page that is gone may still begin while the database is emptied. Where the two lock each other out,
    # Postgres ends the one whose patience ends first: that is to be the request.
    with connection.cursor() as cursor:
        patience = "SELECT set_config('deadlock_timeout', '60s', false) FROM pg_roles"
        cursor.execute(f"{patience} WHERE rolname = current_user AND rolsuper")  # else it may not be set


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, once a process.

    Its loop stays in this thread, and Django takes a loop for code that must not wait for a database. Playwright's
    loop only runs inside its own calls, so the ORM is safe between them.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, once a process: each test has a context of its own in it."""
    expect.set_options(timeout=chromium.PATIENCE)
    browser = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.ARGUMENTS)
    yield browser
    browser.close()
