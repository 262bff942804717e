"""Renames references in a project file's JSON: from primary keys to names on export, and back on import."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.pyramids.verbs.scus import ASIDE
from annotator.work.release_models import Release

Json = dict[str, Any]


@dataclass(slots=True)
class Names:
    """The names of a topic's summaries, and references (JSON objects) to releases and annotations, by primary key."""

    summaries: Mapping[int, str]
    releases: Mapping[int, Json]
    annotations: Mapping[int, Json] = field(default_factory=dict)

    def summary(self, key: int | None) -> str | None:
        return None if key is None else self.summaries[key]


def release_references(topic: int) -> dict[int, Json]:
    """References to the releases of a topic, by primary key."""
    rows = Release.objects.filter(pyramid__topic=topic).order_by().values_list("pk", "pyramid__owner__name", "number")
    return {key: {"pyramid": owner, "number": number} for key, owner, number in rows}


def rename_in_snapshot(snapshot: Any, rename: Callable[[Any], Any]) -> Any:
    """A snapshot (a row as the log stores it, or None) with its summaries renamed.

    ``rename``: returns the new name or key of a summary.
    """
    if snapshot is None:
        return None
    if "contributors" in snapshot:
        contributors = [{**item, "summary": rename(item["summary"])} for item in snapshot["contributors"]]
        return {**snapshot, "contributors": contributors}
    if "summary" in snapshot:  # text that was set aside in this summary
        return {**snapshot, "id": f"{ASIDE}{rename(snapshot['summary'])}", "summary": rename(snapshot["summary"])}
    return snapshot


def rename_in_snapshots(snapshots: Json, rename: Callable[[Any], Any]) -> Json:
    """The snapshots of an edit with their summaries renamed.

    A key for text that was set aside contains its summary: on export a primary key, which ``rename`` gets as a string.
    """
    return {_renamed_key(key, rename): rename_in_snapshot(snapshot, rename) for key, snapshot in snapshots.items()}


def _renamed_key(key: str, rename: Callable[[Any], Any]) -> str:
    return f"{ASIDE}{rename(key.removeprefix(ASIDE))}" if key.startswith(ASIDE) else key


def rename_in_payload(
    verb: str, payload: Json, *, summary: Callable[[Any], Any], annotation: Callable[[Any], Any]
) -> Json:
    """An edit's payload with its summary renamed, and the annotation that the verb "carry_over" names."""
    renamed = dict(payload)
    if "summary" in renamed:
        renamed["summary"] = summary(renamed["summary"])
    if verb == "carry_over" and renamed.get("from") is not None:
        renamed["from"] = annotation(renamed["from"])
    return renamed


_FIRST_KEYS = ("id", "uid", "position", "name", "file", "summary", "scu", "label", "start")
_SORT_VALUES = {key: (number, "") for number, key in enumerate(_FIRST_KEYS)}


def sort_keys(value: Any) -> Any:
    """A JSON value with the keys of its objects in a fixed order, because Postgres does not keep their order."""
    if isinstance(value, dict):
        after_first_keys = len(_FIRST_KEYS)
        keys = sorted(value, key=lambda key: _SORT_VALUES.get(key, (after_first_keys, key)))
        return {key: sort_keys(value[key]) for key in keys}
    return [sort_keys(item) for item in value] if isinstance(value, list) else value
