"""Decides which line breaks end a sentence, and which only wrap a line.

At a blank line, before a list item, after a heading, or with one sentence per line, the break ends the sentence
regardless of punctuation. In a file wrapped at 60 to 100 columns, most breaks are within sentences and are read as
spaces. A break counts as a wrap if the next line's first word did not fit on the line before it, provided
that this is true of most lines of the paragraph. It also counts as a wrap if a long line without closing punctuation
is followed by a lower-case letter.
"""

import re
import unicodedata
from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BULLET = re.compile(r"\s*(?:[-*+•‣▪·–—]\s|\(?(?:\d{1,3}|[A-Za-z])[.)]\s)")
_FIRST_WORD = re.compile(r"\S+")

_MIN_WRAP_COLUMNS = 40  # narrower texts are verse, lists or tables
_MAX_WRAP_COLUMNS = 120  # wider lines are whole paragraphs or sentences
_MIN_FULL_FRACTION = 0.7  # at least this share of a paragraph's lines, except the last, has no room for the next word
_MIN_CONTINUED_COLUMNS = 40  # of a line that may continue on the next line in lower case


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Spans of ``text`` whose bounds no sentence crosses, ascending; wrapped lines are joined, blank ones left out."""
    for paragraph in _paragraphs(text):
        yield from _join_wrapped(text, paragraph)


def _paragraphs(text: str) -> Iterator[list[tuple[int, int]]]:
    """Yield the paragraphs (runs of lines that are not blank) as lists of their lines' spans."""
    lines: list[tuple[int, int]] = []
    start = 0
    ends = [(match.start(), match.end(), match.group()) for match in _LINE_END.finditer(text)]
    for end, next_start, mark in [*ends, (len(text), len(text), "")]:
        is_blank = not text[start:end].strip()
        if not is_blank:
            lines.append((start, end))
        if lines and (is_blank or mark in "\f\u2029"):
            yield lines
            lines = []
        start = next_start
    if lines:
        yield lines


def _join_wrapped(text: str, lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the blocks of a paragraph. ``lines``: the spans of its lines."""
    widths = [_columns(text[start:end].rstrip()) for start, end in lines]
    first_word_widths = [_columns(_first_word(text[start:end])) for start, end in lines]
    max_width = max(widths)
    pairs = zip(widths, first_word_widths[1:], strict=False)
    are_full = [width + 1 + next_word_width > max_width for width, next_word_width in pairs]
    are_mostly_full = sum(are_full) >= _MIN_FULL_FRACTION * len(are_full)
    is_wrapped = _MIN_WRAP_COLUMNS <= max_width <= _MAX_WRAP_COLUMNS and are_mostly_full
    block_start = lines[0][0]
    for index in range(len(lines) - 1):
        line, following = text[slice(*lines[index])], text[slice(*lines[index + 1])]
        is_continued = _does_continue(line, following) and widths[index] >= _MIN_CONTINUED_COLUMNS
        if _BULLET.match(following) or not (is_continued or (is_wrapped and are_full[index])):
            yield block_start, lines[index][1]
            block_start = lines[index + 1][0]
    yield block_start, lines[-1][1]


def _does_continue(line: str, following: str) -> bool:
    """Whether ``following`` begins in lower case after a letter or a comma."""
    last, first = line.rstrip()[-1], following.lstrip()[0]
    return first.islower() and (last.isalpha() or last in ",;")


def _first_word(line: str) -> str:
    match = _FIRST_WORD.search(line)
    return match.group() if match else ""


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
