"""Scenes that are made once a module; what a test does to one is undone after the test."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.access.conftest import _made, scene  # noqa: F401  # fixtures
from tests.module_rows import rows_of_module
from tests.security.poisoned_site import PoisonedScene, make_poisoned_scene


@pytest.fixture(scope="module")
def _poisoned(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[PoisonedScene]:
    with rows_of_module(django_db_blocker):
        yield make_poisoned_scene()


@pytest.fixture
def poisoned(_poisoned: PoisonedScene, db: None) -> PoisonedScene:
    """A project with hostile text in every field."""
    return _poisoned
