"""What the rows of a topic are called in the JSON of its project instead of by their keys, and back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.pyramids.verbs.scus import ASIDE
from annotator.work.models import Release

Json = dict[str, Any]


@dataclass(slots=True)
class Names:
    """By key: the names of summaries, the references to releases, and those to peer annotations."""

    summaries: Mapping[int, str]
    releases: Mapping[int, Json]
    annotations: Mapping[int, Json] = field(default_factory=dict)

    def summary(self, key: int | None) -> str | None:
        """The name of a summary; of none there is none."""
        return None if key is None else self.summaries[key]


def release_names(topic: int) -> dict[int, Json]:
    """References to the releases of a topic, by key. One statement."""
    rows = Release.objects.filter(pyramid__topic=topic).order_by().values_list("pk", "pyramid__owner__name", "number")
    return {key: {"pyramid": owner, "number": number} for key, owner, number in rows}


def renamed_image(image: Any, rename: Callable[[Any], Any]) -> Any:
    """An image of the log (or none) with its summaries called otherwise; flags and the like stay as they are."""
    if image is None:
        return None
    if "contributors" in image:
        named = [{**one, "summary": rename(one["summary"])} for one in image["contributors"]]
        return {**image, "contributors": named}
    if "summary" in image:
        return {**image, "id": f"{ASIDE}{rename(image['summary'])}", "summary": rename(image["summary"])}
    return image


def renamed_images(images: Json, rename: Callable[[Any], Any]) -> Json:
    """Images by key; the keys of what was set aside have a summary in them, given to ``rename`` as text."""
    return {_renamed_key(key, rename): renamed_image(image, rename) for key, image in images.items()}


def _renamed_key(key: str, rename: Callable[[Any], Any]) -> str:
    return f"{ASIDE}{rename(key.removeprefix(ASIDE))}" if key.startswith(ASIDE) else key


def renamed_payload(
    verb: str, payload: Json, *, summary: Callable[[Any], Any], annotation: Callable[[Any], Any]
) -> Json:
    """A payload with the summary, and what was carried over, called otherwise."""
    found = dict(payload)
    if "summary" in found:
        found["summary"] = summary(found["summary"])
    if verb == "carry_over" and found.get("from") is not None:
        found["from"] = annotation(found["from"])
    return found


_FIRST = ("id", "uid", "position", "name", "file", "summary", "scu", "label", "start")
_RANK = {key: (rank, "") for rank, key in enumerate(_FIRST)}


def in_order(value: Any) -> Any:
    """Free-form values with their keys in an order of their own, as the database may give them in any."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value, key=lambda key: _RANK.get(key, (99, key)))}
    return [in_order(one) for one in value] if isinstance(value, list) else value
