"""Reads a document, and the corpus from which idf and SVD are computed, from files."""

from collections.abc import Sequence
from pathlib import Path

from scoring.measures.automatic.topic_texts import Text
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.observations.text_files.contents import ReadingLimit, read_content
from scoring.observations.text_files.folders import files_below
from scoring.results.extracts.grids import Sentences, SourceDocument


def read_document(
    path: Path,
    truths: Sequence[Sentences],
    systems: Sequence[tuple[str, Sentences]],
    *,
    text_format: str,
    encoding: str,
) -> SourceDocument:
    """Returns the document of a file. ``truths``, ``systems``: the numbers of chosen sentences, from 1; systems with
    names. The truths become judges with the names "1", "2", ... Raises TextFilesRefused for the file, ExtractsRefused
    for the numbers.
    """
    sentences = read_content(path, text_format, ReadingLimit(encoding=encoding))[1].sentences
    for name, _ in systems:
        if [earlier for earlier, _ in systems].count(name) > 1:
            raise ExtractsRefused(f"There are two extracts “{name}”.")
    return SourceDocument(
        name=path.name,
        sentences=sentences,
        judges={str(number): _from_zero(truth, len(sentences)) for number, truth in enumerate(truths, start=1)},
        systems={name: _from_zero(chosen, len(sentences)) for name, chosen in systems},
    )


def _from_zero(numbers: Sentences, sentence_count: int) -> Sentences:
    """Returns sentence numbers from 0, sorted. Raises ExtractsRefused."""
    if unknown := [number for number in numbers if number > sentence_count]:
        raise ExtractsRefused(f"There is no sentence {unknown[0]}: the document has {sentence_count} sentences.")
    if len(set(numbers)) < len(numbers):
        raise ExtractsRefused(f"A sentence is repeated: {','.join(map(str, numbers))}.")
    return tuple(sorted(number - 1 for number in numbers))


def read_corpus(folder: Path, *, text_format: str, encoding: str) -> tuple[Text, ...]:
    """Returns the texts in a folder and its subfolders. Raises TextFilesRefused."""
    limit = ReadingLimit(encoding=encoding)
    return tuple(Text(read_content(folder / path, text_format, limit)[1].sentences) for path in files_below(folder))
