"""What a DUCView file holds, as plain values. Pure: no Django, no database, no XML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from annotator.texts.errors import FormatError


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch ``[start, end)`` of the file's whole text, in code points; the label has no newlines."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Contributor:
    """One ``<contributor>`` as it stands in the file, its parts in the file's order (maybe none, maybe overlapping)."""

    label: str
    comment: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Scu:
    """An ``<scu>`` or ``<peerscu>``. DUCView's weight of an ``<scu>`` is ``len(contributors)``."""

    uid: int
    label: str
    comment: str
    contributors: tuple[Contributor, ...]


@dataclass(frozen=True, slots=True)
class ModelSpan:
    """One model summary's text within the whole text, without its header and the blank lines around it."""

    name: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PyramidDocument:
    """A ``.pyr``, or the copy of a pyramid in a ``.pan``."""

    text: str
    regex: str | None
    num_models: int | None
    models: tuple[ModelSpan, ...]
    scus: tuple[Scu, ...]

    def model_text(self, index: int) -> str:
        """The text of one model summary (0-based)."""
        span = self.models[index]
        return self.text[span.start : span.end]


@dataclass(frozen=True, slots=True)
class PeerDocument:
    """A ``.pan``: a pyramid, a peer's text, and which of its words match which SCU (uid 0: none)."""

    pyramid: PyramidDocument
    text: str
    scus: tuple[Scu, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """Something a file had wrong and what was done about it.

    ``weight_changed`` is (weight in the file, weight on the live pyramid) where they differ, else None.
    """

    uid: int | None
    what: str
    weight_changed: tuple[int, int] | None = None


DocumentT = TypeVar("DocumentT", bound="PyramidDocument | PeerDocument", covariant=True)


@dataclass(frozen=True, slots=True)
class Reading(Generic[DocumentT]):
    """A document that was read and the repairs it took, in the file's order."""

    document: DocumentT
    repairs: tuple[Repair, ...]


def to_json(document: PyramidDocument | PeerDocument) -> dict[str, Any]:
    """A document as plain dicts, lists, strings and numbers; `from_json` gives it back."""
    if isinstance(document, PeerDocument):
        return {
            "kind": "peer",
            "pyramid": to_json(document.pyramid),
            "text": document.text,
            "scus": [_scu_to_json(scu) for scu in document.scus],
        }
    return {
        "kind": "pyramid",
        "text": document.text,
        "regex": document.regex,
        "num_models": document.num_models,
        "models": [{"name": model.name, "start": model.start, "end": model.end} for model in document.models],
        "scus": [_scu_to_json(scu) for scu in document.scus],
    }


def from_json(data: Mapping[str, Any]) -> PyramidDocument | PeerDocument:
    """The document that `to_json` wrote down.

    Raises:
        FormatError: the value is not such a document.
    """
    try:
        if data["kind"] == "peer":
            pyramid = cast("PyramidDocument", from_json(data["pyramid"]))
            return PeerDocument(pyramid, data["text"], tuple(_scu_from_json(scu) for scu in data["scus"]))
        return PyramidDocument(
            text=data["text"],
            regex=data["regex"],
            num_models=data["num_models"],
            models=tuple(ModelSpan(model["name"], model["start"], model["end"]) for model in data["models"]),
            scus=tuple(_scu_from_json(scu) for scu in data["scus"]),
        )
    except (KeyError, TypeError) as error:
        raise FormatError(f"The stored document is damaged: {error!r}.") from error


def _scu_to_json(scu: Scu) -> dict[str, Any]:
    return {
        "uid": scu.uid,
        "label": scu.label,
        "comment": scu.comment,
        "contributors": [
            {
                "label": contributor.label,
                "comment": contributor.comment,
                "parts": [{"start": part.start, "end": part.end, "label": part.label} for part in contributor.parts],
            }
            for contributor in scu.contributors
        ],
    }


def _scu_from_json(data: Mapping[str, Any]) -> Scu:
    return Scu(
        data["uid"],
        data["label"],
        data["comment"],
        tuple(
            Contributor(
                contributor["label"],
                contributor["comment"],
                tuple(Part(part["start"], part["end"], part["label"]) for part in contributor["parts"]),
            )
            for contributor in data["contributors"]
        ),
    )
