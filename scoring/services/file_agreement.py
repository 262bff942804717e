"""Agreement of pyramid files; no project, no database."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotator.formats.documents import FormatError, PyramidDocument
from annotator.formats.duc_names import names_of_file
from annotator.formats.pan_xml import read_pan
from annotator.formats.pyr_xml import read_pyr
from scoring.core.codings import NotAllCovered, Uncovered
from scoring.inputs.coded_files import AnnotatedFile, OtherText, file_codings
from scoring.services.file_scores import FileRefused
from scoring.services.word_agreement import TooFewAnnotators, WordAgreement, word_agreement


def file_agreement(
    paths: Sequence[Path], uncovered: Uncovered, *, models: int | None = None, separator: str | None = None
) -> WordAgreement:
    """Agreement of the pyramids in the files (``.pyr``, or the pyramid in a ``.pan``), all of one topic.

    ``models`` and ``separator`` are for files without document headers. Raises FileRefused where a file cannot be read,
    has another text, or leaves words uncovered that the policy does not let pass; or where there is only one.
    """
    names = _annotators(paths)
    files = [
        AnnotatedFile(name, _read(path, models=models, separator=separator))
        for name, path in zip(names, paths, strict=True)
    ]
    try:
        return word_agreement([file_codings(files)], uncovered)
    except (OtherText, NotAllCovered, TooFewAnnotators) as refused:
        raise FileRefused(str(refused)) from refused


def _read(path: Path, **hints: Any) -> PyramidDocument:
    try:
        data = path.read_bytes()
        if path.suffix.lower() == ".pan":
            return read_pan(data, **hints).document.pyramid
        return read_pyr(data, **hints).document
    except FormatError as error:
        raise FileRefused(f"{path}: {error}") from error
    except OSError as error:
        raise FileRefused(f"{path}: It cannot be read ({error.strerror or error}).") from error


def _annotators(paths: Sequence[Path]) -> list[str]:
    """Who made each: the annotator that every name states and no other has, else the files' names, else the paths."""
    stated = [names_of_file(path.as_posix()) for path in paths]
    ways = ([one.annotator or "" for one in stated], [one.stem for one in stated], [str(path) for path in paths])
    for names in ways:
        if all(names) and max(Counter(names).values()) == 1:
            return names
    return [f"{number}: {path}" for number, path in enumerate(paths, start=1)]
