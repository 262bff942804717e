"""Agreement computed from pyramid files, without a project or a database."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from scoring.observations.coded_files import OtherText, file_codings
from scoring.observations.files import FileRefused, distinct_names, read_each, read_file_pyramid
from scoring.results.agreement.words import TooFewAnnotators, WordAgreement, word_agreement
from scoring.stats.codings import NotAllCovered, UncoveredPolicy


def file_agreement(
    paths: Sequence[Path],
    uncovered: UncoveredPolicy,
    *,
    model_count: int | None = None,
    separator: str | None = None,
    refused: list[FileRefused] | None = None,
) -> WordAgreement:
    """The agreement of the pyramids of one topic in ``.pyr`` or ``.pan`` files. Files without document headers need
    ``model_count`` or ``separator`` (the line between model summaries). Files that cannot be read are added to
    ``refused``; if ``refused`` is None, the first such file raises FileRefused. Raises FileRefused too if the texts of
    the files differ, if ``uncovered`` is REFUSE and a word is in no SCU, or if fewer than two files remain.
    """
    files = read_each(paths, partial(read_file_pyramid, model_count=model_count, separator=separator), refused)
    names = distinct_names([path for path, _ in files], lambda name_parts: name_parts.annotator)
    documents = [document for _, document in files]
    try:
        if not documents:
            raise TooFewAnnotators
        words = word_agreement([file_codings(dict(zip(names, documents, strict=True)))], uncovered)
    except (OtherText, NotAllCovered, TooFewAnnotators) as refusal:
        raise FileRefused(str(refusal)) from refusal
    warnings = (f"{path}: {document.guess}." for path, document in files if document.guess)
    return replace(words, warnings=tuple(warnings))
