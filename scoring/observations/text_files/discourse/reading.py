"""Reads a file of discourse relations. Its first line shows which format it has."""

import re
from collections.abc import Iterator, Mapping

from scoring.observations.text_files.discourse.brackets import read_brackets
from scoring.observations.text_files.discourse.conll import documents_of_lines, read_conll
from scoring.observations.text_files.discourse.parses import RELATION_TYPES, DiscourseParse
from scoring.observations.text_files.discourse.pipes import read_pipes

CONLL_SUFFIXES = frozenset({".json", ".jsonl"})
"""Suffixes of files that may have the relations of many texts."""
DISCOURSE_SUFFIXES = CONLL_SUFFIXES | {".pipe", ".pdtb"}
"""Suffixes of files with discourse relations, besides those of texts."""

_CONLL = re.compile(r'\s*(?:\{\s*(?:"|\}|$)|\[\s*\{)')
_PIPES = re.compile(rf"\s*(?:{'|'.join(RELATION_TYPES)})\s*\|", re.IGNORECASE)


def read_discourse(content: str) -> Mapping[str, DiscourseParse]:
    """Returns the parses of a file by the name of the text; by "" if the file has the name of its only text.

    A file whose first line is JSON has JSON Lines of CoNLL; one whose first line is a type of relation and ``|`` has
    the 48 columns of the treebank; any other is a text with brackets. Raises FormatError with the line.
    """
    if _CONLL.match(content):
        return read_conll(content)
    return {"": read_pipes(content) if _PIPES.match(content) else read_brackets(content)}


def split_discourse(content: str) -> Iterator[tuple[str, str]]:
    """Yields the name of each text in a file, "" if it is the name of the file, and the part of the file that is about
    the text. `read_discourse` reads the part. Raises FormatError with the line.
    """
    if _CONLL.match(content):
        for document, lines in documents_of_lines(content).items():
            yield document, "".join(f"{line}\n" for line in lines)
    else:
        yield "", content
