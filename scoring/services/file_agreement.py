"""Agreement of pyramid files; no project, no database."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotator.duc.documents import PyramidDocument
from annotator.duc.file_bytes import read_bytes
from annotator.duc.pan_xml import read_pan
from annotator.duc.pyr_xml import read_pyr
from annotator.texts.errors import FormatError
from scoring.core.codings import NotAllCovered, Uncovered
from scoring.inputs.coded_files import AnnotatedFile, OtherText, file_codings
from scoring.services.file_names import told_apart
from scoring.services.file_scores import FileRefused
from scoring.services.word_agreement import TooFewAnnotators, WordAgreement, word_agreement


def file_agreement(
    paths: Sequence[Path], uncovered: Uncovered, *, models: int | None = None, separator: str | None = None
) -> WordAgreement:
    """Agreement of the pyramids in the files (``.pyr``, or the pyramid in a ``.pan``), all of one topic.

    ``models`` and ``separator`` are for files without document headers. Raises FileRefused where a file cannot be read,
    has another text, or leaves words uncovered that the policy does not let pass; or where there is only one.
    """
    names = told_apart(paths, lambda said: said.annotator)
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
        data = read_bytes(path)
        if path.suffix.lower() == ".pan":
            return read_pan(data, **hints).document.pyramid
        return read_pyr(data, **hints).document
    except FormatError as error:
        raise FileRefused(f"{path}: {error}") from error
    except OSError as error:
        raise FileRefused(f"{path}: It cannot be read ({error.strerror or error}).") from error
