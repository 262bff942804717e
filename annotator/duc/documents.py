"""The content of a DUCView file as plain values, without Django, database or XML."""

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
    """A ``.pyr`` file, or the copy of a pyramid in a ``.pan`` file. ``regex``: the file's `startDocumentRegEx`, which
    matches the headers of the model summaries in ``text``. ``guess``: a clause on how these summaries were found, if
    the division of the text is doubtful; otherwise "".
    """

    text: str
    regex: str | None
    num_models: int | None
    models: tuple[ModelSpan, ...]
    scus: tuple[Scu, ...]
    guess: str = ""

    def model_text(self, index: int) -> str:
        """The text of the model summary with this 0-based index."""
        span = self.models[index]
        return self.text[span.start : span.end]


@dataclass(frozen=True, slots=True)
class PeerDocument:
    """A ``.pan`` file: a pyramid, a peer's text, and its ``<peerscu>`` elements (uid 0: text that matches no SCU)."""

    pyramid: PyramidDocument
    text: str
    scus: tuple[Scu, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """A fault of a file, and the change that made the file usable. ``uid``: the uid of the SCU, if the fault concerns
    exactly one; otherwise None. ``weight_changed``: (the SCU's weight in the file, its weight with at most one
    contributor per model, as in `LiveScu`), or None if they are the same.
    """

    uid: int | None
    description: str
    weight_changed: tuple[int, int] | None = None


DocumentT = TypeVar("DocumentT", bound="PyramidDocument | PeerDocument", covariant=True)


@dataclass(frozen=True, slots=True)
class Reading(Generic[DocumentT]):
    """A document read from a file, and the repairs in the file's order. ``new_uids``: for each uid that several SCUs of
    the pyramid had in the file, the uids that these SCUs have now, in the file's order.
    """

    document: DocumentT
    repairs: tuple[Repair, ...]
    new_uids: dict[int, list[int]] = field(default_factory=dict)


def pyramid_to_json(document: PyramidDocument) -> dict[str, Any]:
    """The document as JSON values, as a release stores it. The key ``guess`` is left out if it is ""."""
    data = {"kind": "pyramid", **asdict(document)}
    return data if document.guess else {name: value for name, value in data.items() if name != "guess"}


def pyramid_from_json(data: Mapping[str, Any]) -> PyramidDocument:
    models = tuple(ModelSpan(**model) for model in data["models"])
    scus = scus_from_json(data["scus"])
    return PyramidDocument(data["text"], data["regex"], data["num_models"], models, scus, data.get("guess", ""))


def peer_to_json(document: PeerDocument, released: PyramidDocument) -> dict[str, Any]:
    """The document as JSON values. Its pyramid is left out if it equals ``released``, the pyramid of the release. Two
    copies of the same pyramid can differ in characters that a wrong encoding lost (U+FFFD), or in the regex.
    """
    own_pyramid = {} if document.pyramid == released else {"pyramid": pyramid_to_json(document.pyramid)}
    return {"text": document.text, "scus": [asdict(scu) for scu in document.scus], **own_pyramid}


def pyramid_of_peer(data: Mapping[str, Any], released: PyramidDocument) -> PyramidDocument:
    """The pyramid of a stored ``.pan`` file: its own copy, or ``released`` if the two are the same."""
    return pyramid_from_json(data["pyramid"]) if "pyramid" in data else released


def peer_from_json(data: Mapping[str, Any], released: PyramidDocument) -> PeerDocument:
    return PeerDocument(pyramid_of_peer(data, released), data["text"], scus_from_json(data["scus"]))


def scus_from_json(scus: Iterable[Mapping[str, Any]]) -> tuple[Scu, ...]:
    return tuple(Scu(**{**scu, "contributors": _contributors_from_json(scu["contributors"])}) for scu in scus)


def _contributors_from_json(contributors: Iterable[Mapping[str, Any]]) -> tuple[Contributor, ...]:
    return tuple(
        Contributor(**{**contributor, "parts": tuple(Part(**part) for part in contributor["parts"])})
        for contributor in contributors
    )
