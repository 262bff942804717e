"""Agreement computed from pyramid files, without a project or a database."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotator.duc.documents import PyramidDocument
from annotator.duc.readers import read_pan, read_pyr
from scoring.observations.coded_files import OtherText, file_codings
from scoring.observations.files import FileRefused, distinct_names, read_named
from scoring.results.agreement.words import TooFewAnnotators, WordAgreement, word_agreement
from scoring.stats.codings import NotAllCovered, UncoveredPolicy


def file_agreement(
    paths: Sequence[Path], uncovered: UncoveredPolicy, *, model_count: int | None = None, separator: str | None = None
) -> WordAgreement:
    """Agreement of the pyramids in the files (``.pyr``, or the pyramid in a ``.pan``), all of one topic. Files without
    document headers need ``model_count`` or ``separator`` (the line between model summaries). Raises
    FileRefused if a file cannot be read, if the texts differ, if ``uncovered`` refuses words in no SCU, or if there is
    only one file.
    """
    names = distinct_names(paths, lambda name: name.annotator)
    documents = [_read(path, model_count=model_count, separator=separator) for path in paths]
    try:
        return word_agreement([file_codings(dict(zip(names, documents, strict=True)))], uncovered)
    except (OtherText, NotAllCovered, TooFewAnnotators) as refused:
        raise FileRefused(str(refused)) from refused


def _read(path: Path, **hints: Any) -> PyramidDocument:
    if path.suffix.lower() == ".pan":
        return read_named(path, lambda data: read_pan(data, **hints).document.pyramid)
    return read_named(path, lambda data: read_pyr(data, **hints).document)
