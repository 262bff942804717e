"""Scores of DUCView files as a set; no project, no database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from annotator.duc.file_bytes import read_bytes
from annotator.duc.names import names_of_file
from annotator.duc.pan_xml import read_pan
from annotator.texts.cleaning import printable
from annotator.texts.errors import FormatError
from scoring.core.pyramid import Rounding
from scoring.core.pyramid_scores import PyramidScores, Undefined, XCount, score_peer
from scoring.inputs.files import PeerFile, PeerFiles, WeightSource
from scoring.services.score_fields import count_fields, score_fields, undefined_warnings


class NonMatching(StrEnum):
    """Whether annotators marked text that matches no SCU: known, or to be judged over the set of files."""

    AUTO = "auto"
    MARK = "mark"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class FileSettings:
    """How files are read and scored. ``models`` and ``separator`` are for files without document headers."""

    rounding: Rounding = Rounding.HALF_UP
    x: XCount = XCount.DUCVIEW
    weights: WeightSource = WeightSource.CONTRIBUTORS
    non_matching: NonMatching = NonMatching.AUTO
    models: int | None = None
    separator: str | None = None


@dataclass(frozen=True, slots=True)
class ScoredFile:
    """One ``.pan`` with its scores; ``warnings`` are sentences."""

    file: str
    topic: str | None
    peer: str
    annotator: str | None
    scores: PyramidScores
    settings: dict[str, str]
    warnings: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The object that ``score_files --format json`` prints."""
        return {
            "file": self.file,
            "topic": self.topic,
            "peer": self.peer,
            "annotator": self.annotator,
            **count_fields(self.scores),
            **score_fields(self.scores),
            "settings": self.settings,
            "warnings": self.warnings,
        }


class FileRefused(ValueError):
    """A file that cannot be scored; the message names it and says why in one line."""

    def __init__(self, why: str) -> None:
        super().__init__(printable(why))


def score_files(paths: Sequence[Path], settings: FileSettings) -> list[ScoredFile]:
    """Score ``.pan`` files, in the order given.

    Whether non-matching text was marked is judged over the whole set: where no file has a non-matching unit, or only
    units that hold a whole peer, the original scores are null (annotators of DUC 2006 and later were told not to mark).

    Raises FileRefused for the first file that cannot be read.
    """
    reader = PeerFiles(settings.weights)
    peers = [_read(path, reader, settings) for path in paths]
    marked = _marked(peers, settings.non_matching)
    return [_scored(path, peer, settings, marked) for path, peer in zip(paths, peers, strict=True)]


def _read(path: Path, reader: PeerFiles, settings: FileSettings) -> PeerFile:
    try:
        data = read_bytes(path)
        return reader.peer_file(read_pan(data, models=settings.models, separator=settings.separator))
    except FormatError as error:
        raise FileRefused(f"{path}: {error}") from error
    except OSError as error:
        raise FileRefused(f"{path}: It cannot be read ({error.strerror or error}).") from error


def _marked(peers: Iterable[PeerFile], non_matching: NonMatching) -> bool:
    if non_matching is NonMatching.AUTO:
        return any(peer.has_non_matching for peer in peers)
    return non_matching is NonMatching.MARK


def _scored(path: Path, peer: PeerFile, settings: FileSettings, marked: bool) -> ScoredFile:
    scores = score_peer(
        peer.pyramid, peer.peer, non_matching_marked=marked, rounding=settings.rounding, x_count=settings.x
    )
    names = names_of_file(path.as_posix())
    return ScoredFile(
        file=str(path),
        topic=names.topic,
        peer=names.summarizer or names.stem,
        annotator=names.annotator,
        scores=scores,
        settings={
            "rounding": settings.rounding,
            "x": settings.x,
            "weights": settings.weights,
            "non_matching": NonMatching.MARK if marked else NonMatching.SKIP,
        },
        warnings=[*peer.warnings, *_set_warnings(scores, settings)],
    )


def _set_warnings(scores: PyramidScores, settings: FileSettings) -> list[str]:
    warnings = undefined_warnings(scores)
    judged = settings.non_matching is NonMatching.AUTO
    if judged and scores.original.reason is Undefined.NON_MATCHING_NOT_MARKED:
        warnings.append(
            "No file of the set has a non-matching unit that is less than a whole peer; "
            "with --non-matching mark the original score is given all the same."
        )
    if scores.repeated and scores.original.score is not None:
        counted = "counts" if settings.x is XCount.DUCVIEW else "leaves out"
        mentions = "1 repeated mention" if scores.repeated == 1 else f"{scores.repeated} repeated mentions"
        warnings.append(f"X of the original score {counted} {mentions} of SCUs.")
    return warnings
