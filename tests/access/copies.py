"""A copy of a database with the scene, for tests whose requests commit."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.access.scene import Scene
from tests.other_databases import Settings, in_database
from tests.reset import restore_rows

Copy = tuple[Settings, Scene]
"""A database with the scene, and its rows as they were made."""


@contextmanager
def restored(copy: Copy) -> Iterator[Copy]:
    """The scene's database as it was made, which this thread uses."""
    settings, _ = copy
    with in_database(settings):
        restore_rows(sequences=True)
        yield copy
