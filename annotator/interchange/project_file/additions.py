"""Parts of a project file that `scoring` registers, because annotator never imports it."""

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
    """A list under a key of its own. A file without this key has none of these rows.

    ``schema``: of the list. ``export``: returns its items. ``user_names``: the accounts that an item names. ``check``:
    takes the items and the whole file; raises ProjectFileError for what the schema cannot express. ``write``: takes the
    project's primary key, the items, the topics by key, and the people.
    """

    key: str
    schema: Schema
    export: Callable[[Project], list[Json]]
    check: Callable[[list[Json], Json], None]
    write: Callable[[int, list[Json], Mapping[str, TopicKeys], People], None]
    user_names: Callable[[Json], Iterable[str | None]] = lambda _item: ()


_additions: dict[str, Addition] = {}


def register_addition(addition: Addition) -> None:
    """Let project files have this part."""
    _additions[addition.key] = addition


def additions() -> list[Addition]:
    """All registered parts by key."""
    return [_additions[key] for key in sorted(_additions)]


def exported_additions(project: Project) -> Json:
    """The parts of a project that have items, by key."""
    parts = {addition.key: addition.export(project) for addition in additions()}
    return {key: items for key, items in parts.items() if items}


def file_schema() -> dict[str, Any]:
    """The schema of a project file with all parts."""
    added = {addition.key: addition.schema for addition in additions()}
    return {**SCHEMA, "properties": {**SCHEMA["properties"], **added}}
