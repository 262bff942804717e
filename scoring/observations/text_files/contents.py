"""Turns the content of a file, or of a part of a file, into a text."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from annotator.texts.cleaning import MAX_BYTES as MAX_TEXT_BYTES
from annotator.texts.cleaning import clean_text, decode_text
from annotator.texts.errors import FormatError
from annotator.texts.segmentation import segment
from scoring.measures.automatic.elements.be_files import BasicElementsError, read_elements
from scoring.measures.automatic.topic_texts import Text
from scoring.observations.text_files.evaluations import TextFilesRefused

MAX_BYTES = 200_000_000
"""The most bytes of all files of a command together."""
MAX_FILES = 200_000
MAX_WORDS = 20_000
"""The most words of a text. Words are what white space separates."""
MAX_NAME = 200
"""The most characters of the name of a topic or summarizer."""

ENCODINGS = ("utf-8", "latin-1")
"""``latin-1`` has a character for each byte, so it can read any old collection of texts; ROUGE's words are ASCII."""

_SEE_SENTENCE = re.compile(r'<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>\s+<a href="#[0-9]+" id=[0-9]+>([^<]+)')
_ISI_SENTENCE = re.compile(r'<S SNTNO="[0-9a-z,]+">([^<]+)</S>')
_HTML = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)


@dataclass
class ReadingLimit:
    """How many bytes may still be read. ``encoding``: that of the files read by `read_text`, one of ENCODINGS."""

    bytes_left: int = MAX_BYTES
    encoding: str = "utf-8"

    def read(self, path: Path, max_bytes: int = MAX_TEXT_BYTES) -> bytes:
        """Returns the bytes of a file. Raises TextFilesRefused if it cannot be read or is larger than ``max_bytes``."""
        try:
            if not path.is_file():
                raise TextFilesRefused("There is no such file." if not path.exists() else "It is not a file.", path)
            with path.open("rb") as file:
                content = file.read(min(max_bytes, self.bytes_left) + 1)
        except OSError as error:
            raise TextFilesRefused(f"It cannot be read ({error.strerror or error}).", path) from error
        if len(content) > max_bytes:
            raise TextFilesRefused(f"It is larger than {max_bytes // 1_000_000} MB.", path)
        self.bytes_left -= len(content)
        if self.bytes_left < 0:
            raise TextFilesRefused(f"The files together are larger than {MAX_BYTES // 1_000_000} MB.")
        return content

    def read_text(self, path: Path, max_bytes: int = MAX_TEXT_BYTES) -> str:
        """Returns the text of a file. Raises as `read`, or FormatError if it is not in the encoding."""
        content = self.read(path, max_bytes)
        return decode_text(content) if self.encoding == "utf-8" else content.decode(self.encoding)


def clean(content: str) -> str:
    """Returns the text with LF at line ends. Raises FormatError if it is not text, or is too long."""
    text = clean_text(content).text
    if len(text) > MAX_WORDS and (count := len(text.split())) > MAX_WORDS:
        raise FormatError(f"The text has {count:,} words; at most {MAX_WORDS:,} are allowed.")
    return text


def plain_text(content: str) -> Text:
    """Returns the text with the sentences that it would have in a project."""
    bounds = segment(content).sentences
    sentences = tuple(content[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True))
    return Text(sentences, lines=_lines(content))


def _lines(content: str) -> tuple[str, ...]:
    """Returns the lines that are not empty, with their white space, as ROUGE-1.5.5 reads them."""
    return tuple(line for line in content.split("\n") if line)


def _line_text(content: str) -> Text:
    return Text(_lines(content))


def _see_text(content: str) -> Text:
    """Returns the sentences as in ROUGE-1.5.5: entities such as ``&amp;`` are not decoded."""
    return Text(_marked_sentences(content, _SEE_SENTENCE, "SEE"))


def _isi_text(content: str) -> Text:
    return Text(_marked_sentences(content, _ISI_SENTENCE, "ISI"))


def _marked_sentences(content: str, sentence: re.Pattern[str], format_name: str) -> tuple[str, ...]:
    """Returns the marked sentences at line beginnings. Raises FormatError if all marks have another form."""
    sentences = tuple(match[1] for line in content.split("\n") if (match := sentence.match(line)))
    if content.strip() and not sentences and re.search(r"<(?:a|S)\s", content):
        raise FormatError(f"It has no sentence in the format {format_name}.")
    return sentences


def _elements_text(content: str) -> Text:
    """Returns a text of which only the Basic Elements are known."""
    try:
        return Text((), elements=read_elements(content))
    except BasicElementsError as error:
        raise FormatError(str(error)) from error


def _text_or_html(content: str) -> Text:
    return _see_text(content) if _HTML.match(content) else plain_text(content)


FORMATS: Mapping[str, Callable[[str], Text]] = {
    "auto": _text_or_html,
    "plain": plain_text,
    "spl": _line_text,
    "see": _see_text,
    "isi": _isi_text,
    "simple": _elements_text,
}
"""The formats by name. ``auto``: SEE if the file is HTML, else plain. The last four are formats of ROUGE-1.5.5;
``spl``: a sentence on each line.
"""


def read_content(path: Path, text_format: str, limit: ReadingLimit) -> tuple[str, Text]:
    """Returns the content of a file without markup, and its `Text`. Raises TextFilesRefused."""
    try:
        content = clean(limit.read_text(path))
        text = FORMATS[text_format](content)
        has_markup = text.lines is None and text_format != "spl"  # formats with markup set no lines
        return "\n".join(text.sentences) if has_markup else content, text
    except FormatError as error:
        raise TextFilesRefused(str(error), path) from error


def name_refusal(name: str) -> str:
    """Returns why a topic or summarizer cannot have this name, to be written after the name; "" if it can."""
    if not name.strip():
        return "is empty"
    if len(name) > MAX_NAME:
        return f"is longer than {MAX_NAME} characters"
    return "" if name.isprintable() else "has a character that cannot be printed"
