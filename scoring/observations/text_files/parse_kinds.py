"""The kinds of parses that projects store: how to read their files, and what a measure gets from them.

A file can have the parses of many texts. Only `PARSE_KINDS` knows the kinds; add a new kind there.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from annotator.texts.errors import FormatError
from scoring.measures.automatic.elements.conllu import DOCUMENT
from scoring.measures.automatic.topic_texts import Text
from scoring.observations.text_files.discourse.reading import DISCOURSE_SUFFIXES, read_discourse, split_discourse
from scoring.observations.text_files.parses import check_alignment, read_parses
from scoring.observations.text_files.side_files import PARSE_SUFFIXES

MAX_CHARACTERS = 5_000_000
"""The most characters of the parse of a text."""

_GENERATOR = re.compile(r"^#\s*generator\s*=\s*(\S[^\r\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Original:
    """The text that a parse belongs to. ``sentences``: start, end, start, end, ... of its sentences."""

    text: str
    sentences: Sequence[int]


@dataclass(frozen=True, slots=True)
class ParseKind:
    """A kind of parses. ``title``: its name for people. ``suffixes``: of its files.

    ``split``: yields the name of each text in a file, "" if the name is that of the file, and the parse of the text,
    which is stored as it is. ``complete``: returns the text with what measures read of its parse, or raises FormatError
    with the place where the parse departs from the text. ``parser``: returns the name of the program that made the
    file; "" if the file does not name it.
    """

    name: str
    title: str
    suffixes: frozenset[str]
    split: Callable[[str], Iterator[tuple[str, str]]]
    complete: Callable[[Text, Original, str], Text]
    parser: Callable[[str], str] = lambda _content: ""


def _split_conllu(content: str) -> Iterator[tuple[str, str]]:
    """Yields each document by its ``newdoc id``. Lines before the first document belong to the text that has the name
    of the file.
    """
    name, lines = "", list[str]()
    for line in content.split("\n"):
        if document := DOCUMENT.fullmatch(line.strip()):
            if _has_words(lines):
                yield name, _joined(lines)
            name, lines = document[1], []
        lines.append(line)
    if _has_words(lines):
        yield name, _joined(lines)


def _has_words(lines: Sequence[str]) -> bool:
    return any(line.strip() and not line.startswith("#") for line in lines)


def _joined(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _complete_with_conllu(text: Text, original: Original, content: str) -> Text:
    parses = list(read_parses(content).values())
    if len(parses) != 1:
        raise FormatError("It must be the parse of one text, with at least one word.")
    (parse,) = parses
    check_alignment(parse, original.text)
    return replace(text, parse=parse.sentences)


def _generator(content: str) -> str:
    """Returns the ``generator`` that a comment names, such as "UDPipe 2, https://lindat.mff.cuni.cz/services/udpipe"."""
    match = _GENERATOR.search(content)
    return match[1].strip() if match else ""


def _complete_with_discourse(text: Text, original: Original, content: str) -> Text:
    parses = list(read_discourse(content).values())
    if len(parses) != 1:
        raise FormatError("It must have the relations of one text.")
    return replace(text, discourse=parses[0].align(original.text, text.sentences))


CONLLU = ParseKind("conllu", "CoNLL-U", PARSE_SUFFIXES, _split_conllu, _complete_with_conllu, _generator)
DISCOURSE = ParseKind("discourse", "Discourse relations", DISCOURSE_SUFFIXES, split_discourse, _complete_with_discourse)
PARSE_KINDS: Mapping[str, ParseKind] = {kind.name: kind for kind in (CONLLU, DISCOURSE)}


def kind_of_file(name: str) -> ParseKind:
    """Returns the kind of parses in a file by its suffix. Text with brackets has no suffix of its own, so that a folder
    of texts is not taken for parses without relations. Raises FormatError.
    """
    suffix = PurePosixPath(name).suffix.lower()
    for kind in PARSE_KINDS.values():
        if suffix in kind.suffixes:
            return kind
    known = ", ".join(f"{' or '.join(sorted(kind.suffixes))} ({kind.title})" for kind in PARSE_KINDS.values())
    raise FormatError(f"The name must end with {known}; or say which kind it is.")


def split_file(kind: ParseKind, content: str) -> Iterator[tuple[str, str]]:
    """Yields the names of the texts and their parses, as `ParseKind.split`. Raises FormatError."""
    for name, parse in kind.split(content.removeprefix("\ufeff").replace("\r\n", "\n")):
        where = f"The parse of “{name[:100]}”" if name else "The parse"
        if len(parse) > MAX_CHARACTERS:
            raise FormatError(f"{where} has more than {MAX_CHARACTERS:,} characters.")
        if "\0" in parse:
            raise FormatError(f"{where} has a NUL character, which cannot be stored.")
        yield name, parse
