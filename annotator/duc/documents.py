"""The content of a DUCView file as plain values. Pure: no Django, no database, no XML."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Part:
    """A span ``[start, end)`` of the pyramid's or the peer's text, in code points; the label has no newlines."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Contributor:
    """A ``<contributor>``. Its parts are in the file's order and may overlap; it may also have no parts."""

    label: str
    comment: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Scu:
    """An ``<scu>`` or ``<peerscu>``. The weight that DUCView shows for an ``<scu>`` is ``len(contributors)``."""

    uid: int
    label: str
    comment: str
    contributors: tuple[Contributor, ...]


@dataclass(frozen=True, slots=True)
class ModelSpan:
    """Where one model summary is in the pyramid's text, without its header and the blank lines around it."""

    name: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PyramidDocument:
    """A ``.pyr``, or the copy of a pyramid in a ``.pan``.

    ``regex`` is the file's `startDocumentRegEx`, which matches the headers of the model summaries in `text`.
    """

    text: str
    regex: str | None
    num_models: int | None
    models: tuple[ModelSpan, ...]
    scus: tuple[Scu, ...]

    def model_text(self, index: int) -> str:
        """The text of the model summary with this 0-based index."""
        span = self.models[index]
        return self.text[span.start : span.end]


@dataclass(frozen=True, slots=True)
class PeerDocument:
    """A ``.pan``: a pyramid, a peer's text, and its ``<peerscu>`` elements; uid 0 holds the non-matching text."""

    pyramid: PyramidDocument
    text: str
    scus: tuple[Scu, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """A fault of a file, and the change that made the file usable; `uid` is None unless it concerns a single SCU.

    ``weight_changed`` is (weight in the file, weight in the live pyramid), or None if they are the same.
    """

    uid: int | None
    description: str
    weight_changed: tuple[int, int] | None = None


DocumentT = TypeVar("DocumentT", bound="PyramidDocument | PeerDocument", covariant=True)


@dataclass(frozen=True, slots=True)
class Reading(Generic[DocumentT]):
    """A document read from a file, and its repairs in the file's order.

    ``new_uids``: for each uid that several SCUs of the pyramid had, the uids that they have now, in the file's order.
    """

    document: DocumentT
    repairs: tuple[Repair, ...]
    new_uids: dict[int, list[int]] = field(default_factory=dict)


def pyramid_to_json(document: PyramidDocument) -> dict[str, Any]:
    """The document as JSON values, as a release stores it."""
    return {"kind": "pyramid", **asdict(document)}


def pyramid_from_json(data: Mapping[str, Any]) -> PyramidDocument:
    models = tuple(ModelSpan(**model) for model in data["models"])
    return PyramidDocument(data["text"], data["regex"], data["num_models"], models, _scus_from_json(data["scus"]))


def peer_to_json(document: PeerDocument) -> dict[str, Any]:
    """The document as JSON values, without its pyramid, which the release stores."""
    return {"text": document.text, "scus": [asdict(scu) for scu in document.scus]}


def peer_from_json(data: Mapping[str, Any], pyramid: PyramidDocument) -> PeerDocument:
    return PeerDocument(pyramid, data["text"], _scus_from_json(data["scus"]))


def _scus_from_json(scus: Iterable[Mapping[str, Any]]) -> tuple[Scu, ...]:
    return tuple(Scu(**{**scu, "contributors": _contributors_from_json(scu["contributors"])}) for scu in scus)


def _contributors_from_json(contributors: Iterable[Mapping[str, Any]]) -> tuple[Contributor, ...]:
    return tuple(
        Contributor(**{**contributor, "parts": tuple(Part(**part) for part in contributor["parts"])})
        for contributor in contributors
    )
