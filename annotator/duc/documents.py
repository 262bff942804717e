"""The content of a DUCView file as plain values. Pure: no Django, no database, no XML."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch ``[start, end)`` of the file's whole text, in code points; the label has no newlines."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Contributor:
    """One ``<contributor>`` as the file has it: its parts in the file's order, perhaps none, perhaps overlapping."""

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
    """Where one model summary is in the whole text, without its header and the blank lines around it."""

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
    """A ``.pan``: a pyramid, a peer's text, and the matches of its words by SCU (uid 0: no SCU)."""

    pyramid: PyramidDocument
    text: str
    scus: tuple[Scu, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """A fault of a file and what was done about it.

    ``weight_changed`` is (weight in the file, weight in the live pyramid), or None if they are the same.
    """

    uid: int | None
    what: str
    weight_changed: tuple[int, int] | None = None


DocumentT = TypeVar("DocumentT", bound="PyramidDocument | PeerDocument", covariant=True)


@dataclass(frozen=True, slots=True)
class Reading(Generic[DocumentT]):
    """A document read from a file, and its repairs in the file's order.

    ``renamed``: by each uid that the file's pyramid has twice, the current uids of its SCUs, in order.
    """

    document: DocumentT
    repairs: tuple[Repair, ...]
    renamed: dict[int, list[int]] = field(default_factory=dict)


def pyramid_to_json(document: PyramidDocument) -> dict[str, Any]:
    """The document as plain values, as a release stores it."""
    return {"kind": "pyramid", **asdict(document)}


def pyramid_from_json(data: Mapping[str, Any]) -> PyramidDocument:
    """The document from the values of `pyramid_to_json`."""
    models = tuple(ModelSpan(**model) for model in data["models"])
    return PyramidDocument(data["text"], data["regex"], data["num_models"], models, _scus_from_json(data["scus"]))


def peer_to_json(document: PeerDocument) -> dict[str, Any]:
    """The text and matches as plain values; the release stores the pyramid."""
    return {"text": document.text, "scus": [asdict(scu) for scu in document.scus]}


def peer_from_json(data: Mapping[str, Any], pyramid: PyramidDocument) -> PeerDocument:
    """The document from the values of `peer_to_json`."""
    return PeerDocument(pyramid, data["text"], _scus_from_json(data["scus"]))


def _scus_from_json(scus: Iterable[Mapping[str, Any]]) -> tuple[Scu, ...]:
    return tuple(Scu(**{**scu, "contributors": _contributors_from_json(scu["contributors"])}) for scu in scus)


def _contributors_from_json(contributors: Iterable[Mapping[str, Any]]) -> tuple[Contributor, ...]:
    return tuple(Contributor(**{**c, "parts": tuple(Part(**part) for part in c["parts"])}) for c in contributors)
