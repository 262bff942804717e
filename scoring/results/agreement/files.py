"""Agreement of pyramid files; no project, no database."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotator.duc.documents import PyramidDocument
from annotator.duc.readers import read_pan, read_pyr
from scoring.observations.coded_files import OtherText, file_codings
from scoring.observations.files import FileRefused, distinct_names, read_named
from scoring.results.agreement.words import TooFewAnnotators, WordAgreement, word_agreement
from scoring.stats.codings import NotAllCovered, Uncovered


def file_agreement(
    paths: Sequence[Path], uncovered: Uncovered, *, models: int | None = None, separator: str | None = None
) -> WordAgreement:
    """Agreement of the pyramids in the files (``.pyr``, or the pyramid in a ``.pan``), all of one topic.

    ``models`` and ``separator`` are for files without document headers. Raises FileRefused where a file cannot be read,
    has another text, or leaves words uncovered that the policy does not let pass; or where there is only one.
    """
    names = distinct_names(paths, lambda name: name.annotator)
    documents = [_read(path, model_count=models, separator=separator) for path in paths]
    try:
        return word_agreement([file_codings(dict(zip(names, documents, strict=True)))], uncovered)
    except (OtherText, NotAllCovered, TooFewAnnotators) as refused:
        raise FileRefused(str(refused)) from refused


def _read(path: Path, **hints: Any) -> PyramidDocument:
    if path.suffix.lower() == ".pan":
        return read_named(path, lambda data: read_pan(data, **hints).document.pyramid)
    return read_named(path, lambda data: read_pyr(data, **hints).document)
