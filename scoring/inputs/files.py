"""DUCView files as core values. No database."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from annotator.duc.documents import Contributor, PeerDocument, PyramidDocument, Reading, Repair
from annotator.duc.live import live_scus, live_units
from scoring.core.pyramid import Pyramid
from scoring.core.pyramid_scores import Peer

NON_MATCHING_UID = 0
"""DUCView keeps units that match no SCU under this uid."""

MOST_REMEMBERED = 64
"""Pyramids kept at a time: peers of one pyramid mostly come together."""


class WeightSource(StrEnum):
    """What makes the weight of an SCU in a file: its contributor elements (DUCView) or distinct model summaries."""

    CONTRIBUTORS = "contributors"
    SUMMARIES = "summaries"


@dataclass(frozen=True, slots=True)
class FilePyramid:
    """The pyramid of a file, with a sentence for each SCU whose contributors and summaries differ in number."""

    pyramid: Pyramid
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PeerFile:
    """A ``.pan`` as core values.

    ``has_non_matching``: whether it has a non-matching unit other than one that holds the whole peer. ``warnings`` are
    sentences about what the file had wrong, in the file's order.
    """

    pyramid: Pyramid
    peer: Peer
    has_non_matching: bool
    warnings: tuple[str, ...]


class PeerFiles:
    """Turns readings of ``.pan`` files into core values, each pyramid once however many peers it has."""

    def __init__(self, weights: WeightSource) -> None:
        self.weights = weights
        self._pyramids: dict[int, tuple[PyramidDocument, FilePyramid]] = {}

    def peer_file(self, reading: Reading[PeerDocument]) -> PeerFile:
        """The pyramid and the peer; each contributor of a ``peerscu`` is one unit."""
        document = reading.document
        pyramid = self._pyramid_of(document.pyramid)
        units, _ = live_units(document)
        return PeerFile(
            pyramid=pyramid.pyramid,
            peer=Peer(tuple(unit.uid for unit in units)),
            has_non_matching=_has_non_matching(document),
            warnings=(*(_said(repair) for repair in reading.repairs), *pyramid.warnings),
        )

    def _pyramid_of(self, document: PyramidDocument) -> FilePyramid:
        # By identity: the reader hands out the same document for the same bytes, and comparing texts would cost more
        # than it saves. The document is kept with the result, so that its identity is not given to another.
        known = self._pyramids.get(id(document))
        if known is not None:
            return known[1]
        if len(self._pyramids) >= MOST_REMEMBERED:
            self._pyramids.clear()
        result = file_pyramid(document, self.weights)
        self._pyramids[id(document)] = document, result
        return result


def file_pyramid(document: PyramidDocument, weights: WeightSource) -> FilePyramid:
    """The weights of a file's SCUs, counted as asked."""
    chosen: dict[int, int] = {}
    warnings: list[str] = []
    scus, _ = live_scus(document)
    for scu in scus:
        contributors, summaries = scu.file_weight, len(scu.contributors)
        chosen[scu.uid] = contributors if weights is WeightSource.CONTRIBUTORS else summaries
        if contributors != summaries:
            warnings.append(
                f"SCU {scu.uid} has weight {contributors} by contributors, {summaries} by summaries; "
                f"{chosen[scu.uid]} is used."
            )
    return FilePyramid(Pyramid(chosen, model_count(document)), tuple(warnings))


def model_count(document: PyramidDocument) -> int:
    """Model summaries found in the text, else the number that an old file states, else 0."""
    return len(document.models) or document.num_models or 0


def _has_non_matching(document: PeerDocument) -> bool:
    unmatched = (scu.contributors for scu in document.scus if scu.uid == NON_MATCHING_UID)
    return any(not _holds_all(unit, document.text) for contributors in unmatched for unit in contributors)


def _holds_all(contributor: Contributor, text: str) -> bool:
    """Whether no letter or digit of the text is outside the contributor's parts."""
    return not any(character.isalnum() for gap in _gaps(contributor, len(text)) for character in text[slice(*gap)])


def _gaps(contributor: Contributor, length: int) -> Iterable[tuple[int, int]]:
    end = 0
    for part in sorted(contributor.parts, key=lambda part: part.start):
        yield end, part.start
        end = max(end, part.end)
    yield end, length


def _said(repair: Repair) -> str:
    text = f"SCU {repair.uid}: {repair.what}" if repair.uid is not None else repair.what
    return text if text.endswith(".") else f"{text}."
