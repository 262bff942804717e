"""Cleans plain text that users paste or upload, with a note on every change, or refuses it."""

import re
from dataclasses import dataclass

from annotator.texts.errors import FormatError

MAX_BYTES = 10_000_000
MAX_CHARACTERS = 200_000

_BYTE_ORDER_MARK = "\ufeff"
# XML 1.0 forbids controls, surrogates, U+FFFE and U+FFFF. Carriage returns are replaced before the search.
_FORBIDDEN_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MISLEADING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_UTF16_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


class TextError(FormatError):
    """A text cannot be stored; the message is one sentence for users."""


@dataclass(frozen=True, slots=True)
class CleanText:
    """A text to be stored, and notes on what was changed."""

    text: str
    notes: tuple[str, ...]

    @property
    def ends_with_newline(self) -> bool:
        return self.text.endswith("\n")


def clean_text(raw: str | bytes) -> CleanText:
    """The text with LF at line ends and without a byte order mark; nothing else is changed. An empty text is allowed.

    Raises:
        TextError: it is not UTF-8, is too long, or has characters that XML 1.0 forbids, such as NUL or lone surrogates.
    """
    if len(raw) > MAX_BYTES:
        raise TextError(f"The text is larger than {MAX_BYTES // 1_000_000} MB.")
    text = decode_text(raw) if isinstance(raw, bytes) else raw
    notes = []
    if text.startswith(_BYTE_ORDER_MARK):
        text = text[1:]
        notes.append("a byte order mark was removed")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        notes.append("line ends were made LF")
    if len(text) > MAX_CHARACTERS:
        raise TextError(f"The text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are allowed.")
    forbidden = _FORBIDDEN_IN_XML.search(text)
    if forbidden:
        line = text.count("\n", 0, forbidden.start()) + 1
        raise TextError(f"Line {line} has the character U+{ord(forbidden.group()):04X}, which cannot be stored.")
    return CleanText(text, tuple(notes))


def decode_text(raw: bytes) -> str:
    """The text of bytes in UTF-8; a byte order mark stays.

    Raises:
        TextError: it is not UTF-8; the message names the first line with a wrong byte, except for UTF-16.
    """
    if raw.startswith(_UTF16_BYTE_ORDER_MARKS):
        raise TextError("The text is UTF-16; save it as UTF-8.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TextError(f"The text is not UTF-8: line {line} has the byte 0x{raw[error.start]:02X}.") from error


def printable(text: str) -> str:
    """A text for a terminal: "?" replaces control characters and direction marks, which could disguise its content."""
    return _MISLEADING.sub("?", text)
