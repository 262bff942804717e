"""Reads and scores DUCView files that are named on a command line, without a database."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeVar

from annotator.duc.documents import PeerDocument, PyramidDocument, Reading, Repair
from annotator.duc.live import live_scus, live_units
from annotator.duc.names import NameParts, parse_file_name
from annotator.duc.non_matching import marks_non_matching
from annotator.duc.readers import read_pan, read_pyr
from annotator.duc.xml_input import read_bytes
from annotator.texts.caching import cache_by_bytes
from annotator.texts.cleaning import printable
from annotator.texts.errors import FormatError
from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import Peer, PyramidScores, Undefined, XCount, score_peer

MAX_CACHED_BYTES = 64 * 1024**2

T = TypeVar("T")


class FileRefused(ValueError):
    """A file cannot be used; the message names it and says why in one line. ``path`` is empty if ``why`` names the
    file, or if the reason concerns several files.
    """

    def __init__(self, why: str, path: Path | None = None) -> None:
        super().__init__(printable(why if path is None else f"{path}: {why}"))
        self.path = "" if path is None else str(path)
        self.why = why

    def as_json(self) -> dict[str, str]:
        """Returns the refusal as an entry of a command's JSON output."""
        return {"file": self.path, "error": self.why}


def read_or_refuse(path: Path, read: Callable[[bytes], T]) -> T:
    """Returns what ``read`` returns for the bytes of the file. Raises FileRefused if the file cannot be read."""
    try:
        return read(read_bytes(path))
    except FormatError as error:
        raise FileRefused(str(error), path) from error
    except OSError as error:
        raise FileRefused(f"It cannot be read ({error.strerror or error}).", path) from error


def read_each(
    paths: Iterable[Path], read: Callable[[Path], T], refused: list[FileRefused] | None = None
) -> list[tuple[Path, T]]:
    """Returns the paths of the files that can be read, each with what ``read`` returns for it. The refusals of the
    other files are added to ``refused``; if that is None, the first of them is raised.
    """
    results = []
    for path in paths:
        try:
            results.append((path, read(path)))
        except FileRefused as refusal:
            if refused is None:
                raise
            refused.append(refusal)
    return results


def read_file_pyramid(path: Path, *, model_count: int | None, separator: str | None) -> PyramidDocument:
    """Returns the pyramid of a ``.pyr`` or ``.pan`` file. Raises FileRefused."""
    if path.suffix.lower() == ".pan":
        read_peer = partial(read_pan, model_count=model_count, separator=separator)
        return read_or_refuse(path, lambda data: read_peer(data).document.pyramid)
    read = partial(read_pyr, model_count=model_count, separator=separator)
    return read_or_refuse(path, lambda data: read(data).document)


def distinct_names(paths: Sequence[Path], name_part: Callable[[NameParts], str | None]) -> list[str]:
    """Returns a distinct name for each path: a part of its file name (such as the topic), the file name, or the path.
    All paths get the same sort of name.
    """
    parsed_names = [parse_file_name(path.as_posix()) for path in paths]
    name_parts, stems = [name_part(name) or "" for name in parsed_names], [name.stem for name in parsed_names]
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
    """The pyramid and the peer of a ``.pan`` file. ``marks_non_matching``: whether the file has a non-matching unit
    other than a unit of the whole peer. ``pyramid_hash``: equal for files with the same pyramid. ``warnings``:
    sentences about errors of the file.
    """

    pyramid: Pyramid
    peer: Peer
    marks_non_matching: bool
    pyramid_hash: int
    warnings: tuple[str, ...]


def peer_file(reading: Reading[PeerDocument], weights: WeightSource) -> PeerFile:
    """Returns the pyramid and the peer of a ``.pan`` file. Each contributor of a ``peerscu`` element is one unit."""
    document = reading.document
    units, _repairs = live_units(document)
    pyramid, warnings = file_pyramid(document.pyramid, weights)
    return PeerFile(
        pyramid=pyramid,
        peer=Peer(tuple(unit.uid for unit in units)),
        marks_non_matching=marks_non_matching(document.text, document.scus),
        pyramid_hash=hash(document.pyramid),
        warnings=(*(_sentence(repair) for repair in reading.repairs), *warnings),
    )


@cache_by_bytes(MAX_CACHED_BYTES)
def file_pyramid(document: PyramidDocument, weights: WeightSource) -> tuple[Pyramid, tuple[str, ...]]:
    """Returns the pyramid of a file, and a warning for each SCU whose number of contributors is not its number of
    distinct summaries. Cached by content, because the files of all peers of a topic contain the same pyramid.
    """
    weight_by_uid: dict[int, int] = {}
    warnings: list[str] = []
    scus, _repairs = live_scus(document)
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
    """Returns the number of model summaries that were found in the text; if there are none, the file's ``numModels``,
    or 0.
    """
    return len(document.models) or document.num_models or 0


def _sentence(repair: Repair) -> str:
    text = f"SCU {repair.uid}: {repair.description}" if repair.uid is not None else repair.description
    return text if text.endswith(".") else f"{text}."


class NonMatching(StrEnum):
    """Whether annotators marked text that matches no SCU: yes (MARK), no (SKIP), or inferred from the files (AUTO)."""

    AUTO = "auto"
    MARK = "mark"
    SKIP = "skip"


NON_MATCHING_TEXT = {True: "mark", False: "skip", None: "unknown"}
"""The setting ``non_matching`` in the output, by whether such text was marked (None: unknown)."""
HINTS: dict[Undefined | None, str] = {
    Undefined.NON_MATCHING_NOT_MARKED: "No file of this matcher and pyramid has a non-matching unit that is less than "
    "a whole peer; with --non-matching mark the original score is given all the same.",
    Undefined.NON_MATCHING_UNKNOWN: "Add the matcher's other files of this pyramid, or --non-matching mark or skip.",
}
"""What the user can do to get an original score, by the reason why there is none."""


@dataclass(frozen=True, slots=True)
class FileSettings:
    """How to read and score files. ``x``: how to count X of the original score. Files without document headers need
    ``model_count`` or ``separator``, a regular expression for the text between model summaries.
    """

    rounding: Rounding = Rounding.HALF_UP
    x: XCount = XCount.DUCVIEW
    weights: WeightSource = WeightSource.CONTRIBUTORS
    non_matching: NonMatching = NonMatching.AUTO
    model_count: int | None = None
    separator: str | None = None


@dataclass(frozen=True, slots=True)
class ScoredFile:
    """A ``.pan`` file with its scores. ``topic``, ``peer`` and ``annotator`` come from its name."""

    path: str
    topic: str | None
    peer: str
    annotator: str | None
    scores: PyramidScores
    settings: dict[str, str]
    warnings: list[str] = field(default_factory=list)


def score_files(
    paths: Sequence[Path], settings: FileSettings, refused: list[FileRefused] | None = None
) -> list[ScoredFile]:
    """Returns the scores of ``.pan`` files, in their order. ``refused``: as in ``read_each``. Original scores are
    undefined unless non-matching text was marked (see ``infer_marking``).
    """
    read = partial(read_pan, model_count=settings.model_count, separator=settings.separator)
    files = read_each(paths, lambda path: peer_file(read_or_refuse(path, read), settings.weights), refused)
    are_marked: Sequence[bool | None] = [settings.non_matching is NonMatching.MARK] * len(files)
    if settings.non_matching is NonMatching.AUTO:
        are_marked = infer_marking(files)
    return [
        _scored_file(path, file, settings, is_marked=is_marked)
        for (path, file), is_marked in zip(files, are_marked, strict=True)
    ]


def infer_marking(files: Sequence[tuple[Path, PeerFile]]) -> list[bool | None]:
    """Returns, for each file, whether its annotator marked non-matching text (in DUC 2006 and later they did not).

    Files of the same folder, annotator, topic and pyramid form a group. True if any file of the group has such text.
    Otherwise False, or None (unknown) if the group has only this file. In a project, a group is larger: all files of a
    matcher and release. So every file that gets an original score here would also get one in a project.
    """
    groups = []
    for path, file in files:
        names = parse_file_name(path.as_posix())
        groups.append((path.parent, names.annotator, names.topic, file.pyramid_hash))
    sizes = Counter(groups)
    marking_groups = {group for group, (_, file) in zip(groups, files, strict=True) if file.marks_non_matching}
    return [True if group in marking_groups else None if sizes[group] == 1 else False for group in groups]


def _scored_file(path: Path, file: PeerFile, settings: FileSettings, *, is_marked: bool | None) -> ScoredFile:
    names = parse_file_name(path.as_posix())
    scores = score_peer(
        file.pyramid, file.peer, non_matching_marked=is_marked, rounding=settings.rounding, x_count=settings.x
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
            "non_matching": NON_MATCHING_TEXT[is_marked],
        },
        warnings=[*file.warnings, *_score_warnings(scores, settings)],
    )


def _score_warnings(scores: PyramidScores, settings: FileSettings) -> list[str]:
    warnings = scores.undefined_sentences
    hint = HINTS.get(scores.original.reason)
    if settings.non_matching is NonMatching.AUTO and hint:
        warnings.append(hint)
    if scores.repeated and scores.original.score is not None:
        counts = "counts" if settings.x is XCount.DUCVIEW else "leaves out"
        mentions = "1 repeated mention" if scores.repeated == 1 else f"{scores.repeated} repeated mentions"
        warnings.append(f"X of the original score {counts} {mentions} of SCUs.")
    return warnings
