"""References in the JSON of a project: names in place of the keys of rows, and back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.pyramids.verbs.scus import ASIDE
from annotator.work.models import Release

Json = dict[str, Any]


@dataclass(slots=True)
class Names:
    """By key: the names of a topic's summaries, and references to its releases and peer annotations."""

    summaries: Mapping[int, str]
    releases: Mapping[int, Json]
    annotations: Mapping[int, Json] = field(default_factory=dict)

    def summary(self, key: int | None) -> str | None:
        """The name of a summary; None for None."""
        return None if key is None else self.summaries[key]


def release_names(topic: int) -> dict[int, Json]:
    """References to the releases of a topic, by key."""
    rows = Release.objects.filter(pyramid__topic=topic).order_by().values_list("pk", "pyramid__owner__name", "number")
    return {key: {"pyramid": owner, "number": number} for key, owner, number in rows}


def renamed_image(image: Any, rename: Callable[[Any], Any]) -> Any:
    """An image of the log, or None, with its summaries renamed; everything else stays as it is."""
    if image is None:
        return None
    if "contributors" in image:
        contributors = [{**item, "summary": rename(item["summary"])} for item in image["contributors"]]
        return {**image, "contributors": contributors}
    if "summary" in image:
        return {**image, "id": f"{ASIDE}{rename(image['summary'])}", "summary": rename(image["summary"])}
    return image


def renamed_images(images: Json, rename: Callable[[Any], Any]) -> Json:
    """Images by key, renamed. The keys of set-aside text contain a summary, which ``rename`` gets as text."""
    return {_renamed_key(key, rename): renamed_image(image, rename) for key, image in images.items()}


def _renamed_key(key: str, rename: Callable[[Any], Any]) -> str:
    return f"{ASIDE}{rename(key.removeprefix(ASIDE))}" if key.startswith(ASIDE) else key


def renamed_payload(
    verb: str, payload: Json, *, summary: Callable[[Any], Any], annotation: Callable[[Any], Any]
) -> Json:
    """A payload with its summary, and the annotation that it was carried over from, renamed."""
    renamed = dict(payload)
    if "summary" in renamed:
        renamed["summary"] = summary(renamed["summary"])
    if verb == "carry_over" and renamed.get("from") is not None:
        renamed["from"] = annotation(renamed["from"])
    return renamed


_FIRST = ("id", "uid", "position", "name", "file", "summary", "scu", "label", "start")
_RANK = {key: (rank, "") for rank, key in enumerate(_FIRST)}


def in_order(value: Any) -> Any:
    """Free-form values with their keys in a fixed order, because the database may return them in any."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value, key=lambda key: _RANK.get(key, (99, key)))}
    return [in_order(item) for item in value] if isinstance(value, list) else value
