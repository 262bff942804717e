"""Reads parses in CoNLL-U that other programs made, and checks them against their texts, letter by letter."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from annotator.texts.errors import FormatError
from scoring.measures.automatic.elements.conllu import DOCUMENT, ConlluError, Sentence, read_conllu
from scoring.observations.text_files.contents import MAX_WORDS

MAX_DEPENDENTS = 200
"""The most words that can depend on one word."""

_WORD = re.compile(
    r"([0-9]{1,9})(?:-([0-9]{1,9}))?\t([^\t]*)\t"
)  # the number of a word, or a range such as 3-4 if two words share a form; the form


@dataclass(frozen=True, slots=True)
class Parse:
    """The sentences of a text, and its ``forms``: the words as they are written. Several words can share a form."""

    sentences: tuple[Sentence, ...]
    forms: tuple[str, ...]


def read_parses(content: str) -> dict[str, Parse]:
    """Returns the parses of a file by ``newdoc id``; by "" if it has no such line. Raises FormatError."""
    try:
        documents = read_conllu(content)
    except ConlluError as error:
        raise FormatError(str(error)) from error
    forms: dict[str, list[str]] = {}
    for name, form in _forms(content):
        forms.setdefault(name, []).append(form)
    for name, sentences in documents.items():
        _check_size(name, sentences)
    return {name: Parse(sentences, tuple(forms.get(name, ()))) for name, sentences in documents.items()}


def _check_size(name: str, sentences: tuple[Sentence, ...]) -> None:
    document = f"Document “{name}”" if name else "The text"
    if (count := sum(map(len, sentences))) > MAX_WORDS:
        raise FormatError(f"{document} has {count:,} words; at most {MAX_WORDS:,} are allowed.")
    for number, sentence in enumerate(sentences, 1):
        head, dependents = Counter(word.head for word in sentence).most_common(1)[0]
        if dependents > MAX_DEPENDENTS:
            raise FormatError(
                f"{document}: word {head} of sentence {number} has {dependents} dependents; at most {MAX_DEPENDENTS} "
                "are allowed."
            )


def _forms(content: str) -> Iterator[tuple[str, str]]:
    """Yields each form with the ``newdoc id`` of its document."""
    document, last_covered = "", 0  # the number of the last word that an earlier form contains
    for line in content.removeprefix("\ufeff").split("\n"):
        text = line.rstrip("\r")
        if document_line := DOCUMENT.fullmatch(text.strip()):
            document = document_line[1]
        elif not text.strip():
            last_covered = 0
        elif word := _WORD.match(text):
            first, last, form = word.groups()
            if last or int(first) > last_covered:
                yield document, form
            last_covered = max(last_covered, int(last or 0))


def check_alignment(parse: Parse, text: str) -> None:
    """Raises FormatError if the words of the parse are not those of the text, apart from white space. The message says
    where.
    """
    letters = [(offset, letter) for offset, letter in enumerate(text) if not letter.isspace()]
    place = 0  # the index in ``letters`` of the next letter
    for number, form in enumerate(parse.forms, 1):
        expected = [letter for letter in form if not letter.isspace()]
        if [letter for _, letter in letters[place : place + len(expected)]] != expected:
            offset = letters[place][0] if place < len(letters) else len(text)
            line = text.count("\n", 0, offset) + 1
            after = text[offset : offset + 20].split("\n")[0]
            raise FormatError(f"Word {number}, “{form[:30]}”, is not in the text, which has “{after}” in line {line}.")
        place += len(expected)
    if place < len(letters):
        raise FormatError(f"The parse ends before “{text[letters[place][0] :][:20]}”.")
