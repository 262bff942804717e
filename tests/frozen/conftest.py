"""The scene of the access tests, once a module."""

from tests.access.conftest import _made, scene

__all__ = ["_made", "scene"]
