"""Reads a file of discourse relations. The suffix of its name says the format."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from scoring.observations.text_files.discourse.brackets import read_brackets
from scoring.observations.text_files.discourse.conll import read_conll
from scoring.observations.text_files.discourse.parses import DiscourseParse
from scoring.observations.text_files.discourse.pipes import read_pipes

CONLL_SUFFIXES = frozenset({".json", ".jsonl"})
PIPE_SUFFIXES = frozenset({".pipe"})
DISCOURSE_SUFFIXES = CONLL_SUFFIXES | PIPE_SUFFIXES | {".pdtb", ".out", ".parsed"}
"""Suffixes of files with discourse relations, besides those of texts; others do not belong to the name of the text."""


def read_discourse(name: str, content: str) -> Mapping[str, DiscourseParse]:
    """Returns the parses of a file by the name of the text; by "" if the file has the name of its only text.

    ``name``: of the file. ``.json`` and ``.jsonl``: JSON Lines of CoNLL; ``.pipe``: 48 columns; others: text with
    brackets. Raises FormatError with the line.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in CONLL_SUFFIXES:
        return read_conll(content)
    return {"": read_pipes(content) if suffix in PIPE_SUFFIXES else read_brackets(content)}
