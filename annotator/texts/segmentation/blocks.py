"""Which line breaks end a sentence, and which only wrap a line.

After a blank line, a list bullet, a heading, or with one sentence per line, the break ends the sentence, whatever the
punctuation. A file wrapped at 60 to 100 columns has breaks in mid-sentence; they are read as spaces. A break counts as
a wrap if its line was too full for the next line's first word, and most lines of the paragraph are like that; or if a
long line without closing punctuation continues in lower case.
"""

import re
import unicodedata
from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BULLET = re.compile(r"\s*(?:[-*+•‣▪·–—]\s|\(?(?:\d{1,3}|[A-Za-z])[.)]\s)")
_FIRST_WORD = re.compile(r"\S+")

_MIN_WRAP_COLUMNS = 40  # narrower texts are verse, lists or tables
_MAX_WRAP_COLUMNS = 120  # wider lines are paragraphs or sentences of their own
_FULL_SHARE = 0.7  # of a wrapped paragraph's lines but the last
_MIN_CONTINUED_COLUMNS = 40


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Spans of ``text`` that no sentence crosses, ascending; wrapped lines are joined, blank ones left out."""
    for paragraph in _paragraphs(text):
        yield from _join_wrapped(text, paragraph)


def _paragraphs(text: str) -> Iterator[list[tuple[int, int]]]:
    """Runs of lines that are not blank, as spans."""
    lines: list[tuple[int, int]] = []
    start = 0
    ends = [(match.start(), match.end(), match.group()) for match in _LINE_END.finditer(text)]
    for end, next_start, mark in [*ends, (len(text), len(text), "")]:
        blank = not text[start:end].strip()
        if not blank:
            lines.append((start, end))
        if lines and (blank or mark in "\f\u2029"):
            yield lines
            lines = []
        start = next_start
    if lines:
        yield lines


def _join_wrapped(text: str, lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    widths = [_columns(text[start:end].rstrip()) for start, end in lines]
    first_words = [_columns(_first_word(text[start:end])) for start, end in lines]
    width_of_text = max(widths)
    full = [width + 1 + word > width_of_text for width, word in zip(widths, first_words[1:], strict=False)]
    wrapped = _MIN_WRAP_COLUMNS <= width_of_text <= _MAX_WRAP_COLUMNS and sum(full) >= _FULL_SHARE * len(full)
    block_start = lines[0][0]
    for index in range(len(lines) - 1):
        here, following = text[slice(*lines[index])], text[slice(*lines[index + 1])]
        continues = _continues(here, following) and widths[index] >= _MIN_CONTINUED_COLUMNS
        if _BULLET.match(following) or not (continues or (wrapped and full[index])):
            yield block_start, lines[index][1]
            block_start = lines[index + 1][0]
    yield block_start, lines[-1][1]


def _continues(line: str, following: str) -> bool:
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
