"""DUCView files named on a command line: their pyramids, peers and scores. No database."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeVar

from annotator.duc.documents import Contributor, PeerDocument, PyramidDocument, Reading, Repair
from annotator.duc.live import live_scus, live_units
from annotator.duc.names import NameParts, parse_file_name
from annotator.duc.readers import read_pan
from annotator.duc.xml_input import read_bytes
from annotator.texts.caching import cache_by_bytes
from annotator.texts.cleaning import printable
from annotator.texts.errors import FormatError
from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import Peer, PyramidScores, Undefined, XCount, score_peer

NON_MATCHING_UID = 0
"""DUCView keeps units that match no SCU under this uid."""

MOST_CACHED_BYTES = 64 * 1024**2

T = TypeVar("T")


class FileRefused(ValueError):
    """A file that cannot be used; the message names it and says why in one line."""

    def __init__(self, why: str) -> None:
        super().__init__(printable(why))


def read_named(path: Path, read: Callable[[bytes], T]) -> T:
    """What ``read`` returns for the bytes of the file. Raises FileRefused if it cannot be opened or understood."""
    try:
        return read(read_bytes(path))
    except FormatError as error:
        raise FileRefused(f"{path}: {error}") from error
    except OSError as error:
        raise FileRefused(f"{path}: It cannot be read ({error.strerror or error}).") from error


def distinct_names(paths: Sequence[Path], name_part: Callable[[NameParts], str | None]) -> list[str]:
    """A distinct name for each path: a part of its file name (such as the topic), the file name, or the path."""
    file_names = [parse_file_name(path.as_posix()) for path in paths]
    name_parts, stems = [name_part(name) or "" for name in file_names], [name.stem for name in file_names]
    for names in (name_parts, stems, [str(path) for path in paths]):
        if names and all(names) and len(set(names)) == len(names):
            return names
    return [f"{number}: {path}" for number, path in enumerate(paths, start=1)]


class WeightSource(StrEnum):
    """What the weight of an SCU in a file counts: contributor elements (as in DUCView) or distinct model summaries."""

    CONTRIBUTORS = "contributors"
    SUMMARIES = "summaries"


@dataclass(frozen=True, slots=True)
class PeerFile:
    """The pyramid and the peer of a ``.pan`` file. ``warnings``: sentences about errors in the file, in its order.
    ``has_non_matching``: whether it has a non-matching unit other than one that contains the whole peer.
    """

    pyramid: Pyramid
    peer: Peer
    has_non_matching: bool
    warnings: tuple[str, ...]


def peer_file(reading: Reading[PeerDocument], weights: WeightSource) -> PeerFile:
    """The pyramid and the peer of a ``.pan`` file. Each contributor of a ``peerscu`` element is one unit."""
    document = reading.document
    units, _ = live_units(document)
    pyramid, warnings = file_pyramid(document.pyramid, weights)
    return PeerFile(
        pyramid=pyramid,
        peer=Peer(tuple(unit.uid for unit in units)),
        has_non_matching=_has_non_matching(document),
        warnings=(*(_sentence(repair) for repair in reading.repairs), *warnings),
    )


@cache_by_bytes(MOST_CACHED_BYTES)
def file_pyramid(document: PyramidDocument, weights: WeightSource) -> tuple[Pyramid, tuple[str, ...]]:
    """The pyramid of a file, and a sentence for each SCU whose contributors and summaries differ in number. Cached by
    content, because the files of all peers of a topic contain the same pyramid.
    """
    weight_by_uid: dict[int, int] = {}
    warnings: list[str] = []
    scus, _ = live_scus(document)
    for scu in scus:
        contributors, summaries = scu.file_weight, len(scu.contributors)
        weight_by_uid[scu.uid] = contributors if weights is WeightSource.CONTRIBUTORS else summaries
        if contributors != summaries:
            warnings.append(
                f"SCU {scu.uid} has weight {contributors} by contributors, {summaries} by summaries; "
                f"{weight_by_uid[scu.uid]} is used."
            )
    return Pyramid(weight_by_uid, model_count(document)), tuple(warnings)


def model_count(document: PyramidDocument) -> int:
    """The number of model summaries found in the text, or else the number that an old file states, or else 0."""
    return len(document.models) or document.num_models or 0


def _has_non_matching(document: PeerDocument) -> bool:
    units = (unit for scu in document.scus if scu.uid == NON_MATCHING_UID for unit in scu.contributors)
    return not all(_contains_whole(unit, document.text) for unit in units)


def _contains_whole(contributor: Contributor, text: str) -> bool:
    """Whether no letter or digit of the text is outside the contributor's parts."""
    return not any(character.isalnum() for gap in _gaps(contributor, len(text)) for character in text[slice(*gap)])


def _gaps(contributor: Contributor, length: int) -> Iterable[tuple[int, int]]:
    """The spans of a text of this length that are outside the contributor's parts; some are empty."""
    end = 0
    for part in sorted(contributor.parts, key=lambda part: part.start):
        yield end, part.start
        end = max(end, part.end)
    yield end, length


def _sentence(repair: Repair) -> str:
    text = f"SCU {repair.uid}: {repair.description}" if repair.uid is not None else repair.description
    return text if text.endswith(".") else f"{text}."


class NonMatching(StrEnum):
    """Whether annotators marked text that matches no SCU: yes, no, or inferred from the set of files."""

    AUTO = "auto"
    MARK = "mark"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class FileSettings:
    """How files are read and scored. Files without document headers need ``model_count`` or ``separator``."""

    rounding: Rounding = Rounding.HALF_UP
    x: XCount = XCount.DUCVIEW
    weights: WeightSource = WeightSource.CONTRIBUTORS
    non_matching: NonMatching = NonMatching.AUTO
    model_count: int | None = None
    separator: str | None = None


@dataclass(frozen=True, slots=True)
class ScoredFile:
    """A ``.pan`` file with its scores; ``warnings`` are sentences."""

    path: str
    topic: str | None
    peer: str
    annotator: str | None
    scores: PyramidScores
    settings: dict[str, str]
    warnings: list[str] = field(default_factory=list)


def score_files(paths: Sequence[Path], settings: FileSettings) -> list[ScoredFile]:
    """Score ``.pan`` files, in their order. Raises FileRefused for the first file that cannot be read. Unless the
    settings say it, whether non-matching text was marked is inferred from the whole set: if no file has a non-matching
    unit other than a whole peer, the original scores are null (annotators of DUC 2006 and later did not mark it).
    """
    names = [parse_file_name(path.as_posix()) for path in paths]
    read = partial(read_pan, model_count=settings.model_count, separator=settings.separator)
    peer_files = [peer_file(read_named(path, read), settings.weights) for path in paths]
    is_marked = settings.non_matching is NonMatching.MARK
    if settings.non_matching is NonMatching.AUTO:
        is_marked = any(peer.has_non_matching for peer in peer_files)
    return [
        _scored_file(path, name_parts, peer, settings, is_marked=is_marked)
        for path, name_parts, peer in zip(paths, names, peer_files, strict=True)
    ]


def _scored_file(
    path: Path, names: NameParts, peer: PeerFile, settings: FileSettings, *, is_marked: bool
) -> ScoredFile:
    scores = score_peer(
        peer.pyramid, peer.peer, non_matching_marked=is_marked, rounding=settings.rounding, x_count=settings.x
    )
    return ScoredFile(
        path=str(path),
        topic=names.topic,
        peer=names.summarizer or names.stem,
        annotator=names.annotator,
        scores=scores,
        settings={
            "rounding": settings.rounding,
            "x": settings.x,
            "weights": settings.weights,
            "non_matching": NonMatching.MARK if is_marked else NonMatching.SKIP,
        },
        warnings=[*peer.warnings, *_score_warnings(scores, settings)],
    )


def _score_warnings(scores: PyramidScores, settings: FileSettings) -> list[str]:
    warnings = scores.undefined
    is_inferred = settings.non_matching is NonMatching.AUTO
    if is_inferred and scores.original.reason is Undefined.NON_MATCHING_NOT_MARKED:
        warnings.append(
            "No file of the set has a non-matching unit that is less than a whole peer; "
            "with --non-matching mark the original score is given all the same."
        )
    if scores.repeated and scores.original.score is not None:
        counts = "counts" if settings.x is XCount.DUCVIEW else "leaves out"
        mentions = "1 repeated mention" if scores.repeated == 1 else f"{scores.repeated} repeated mentions"
        warnings.append(f"X of the original score {counts} {mentions} of SCUs.")
    return warnings
