"""Lets `scoring` register its own parts of a project file, because annotator never imports scoring."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.interchange.project_file.refusals import Json
from annotator.interchange.project_file.rows import People, TopicKeys
from annotator.interchange.project_file.schema import SCHEMA
from annotator.interchange.project_file.schema_types import Schema
from annotator.projects.models import Project


@dataclass(frozen=True, slots=True)
class Addition:
    """An optional part of a project file: a list under the top-level key ``key``.

    ``schema``: the schema of the list. ``export``: returns the list's items for a project. ``check``: takes the items
    and the whole file, and raises ProjectFileError for faults that the schema cannot express. ``write``: inserts the
    items; takes the project's primary key, the items, the topics by key, and the people. ``user_names``: returns the
    user names in an item.
    """

    key: str
    schema: Schema
    export: Callable[[Project], list[Json]]
    check: Callable[[list[Json], Json], None]
    write: Callable[[int, list[Json], Mapping[str, TopicKeys], People], None]
    user_names: Callable[[Json], Iterable[str | None]] = lambda _item: ()


_additions: dict[str, Addition] = {}


def register_addition(addition: Addition) -> None:
    """Make exports and imports include this part; it replaces a part with the same key."""
    _additions[addition.key] = addition


def additions() -> list[Addition]:
    """All registered parts, sorted by key."""
    return [_additions[key] for key in sorted(_additions)]


def exported_additions(project: Project) -> Json:
    """The items of each part that has any in this project, by the part's key."""
    parts = {addition.key: addition.export(project) for addition in additions()}
    return {key: items for key, items in parts.items() if items}


def file_schema() -> dict[str, Any]:
    """The schema of a project file with all registered parts."""
    added_properties = {addition.key: addition.schema for addition in additions()}
    return {**SCHEMA, "properties": {**SCHEMA["properties"], **added_properties}}
