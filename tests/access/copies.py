"""Copies of a database with the scene, for tests whose requests commit."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.access.scene import Scene
from tests.other_databases import Settings, in_database, made_database

Template = tuple[Settings, Scene]
"""A database with the scene, and its rows as they were made."""


@contextmanager
def copied(template: Template) -> Iterator[Template]:
    """A copy of the scene's database, which this thread uses until it is dropped."""
    settings, scene = template
    with made_database("copy", template=settings["NAME"]) as copy, in_database(copy):
        yield copy, scene
