"""One scene a module; what a test does to it is undone after the test."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.access.copies import Copy
from tests.access.scene import Scene, make_scene
from tests.module_rows import rows_of_module
from tests.other_databases import Settings, in_database, kept, made_database
from tests.reset import save_rows


@pytest.fixture(scope="module")
def _made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    with rows_of_module(django_db_blocker):
        yield make_scene()


@pytest.fixture
def scene(_made: Scene, db: None) -> Scene:
    """The scene as it was made: `db` undoes what a test does to it."""
    return _made


@pytest.fixture(scope="session")
def copy(migrated: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[Copy]:
    """A database with the scene, for `restored`."""
    with kept(made_database("scene", template=migrated["NAME"]), django_db_blocker) as settings:
        with django_db_blocker.unblock(), in_database(settings):
            with transaction.atomic():
                scene = make_scene()
            save_rows()
        yield settings, scene
