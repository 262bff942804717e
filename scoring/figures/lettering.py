"""Estimates the width of a text without using a font, so that labels neither overlap nor leave the frame."""

from unicodedata import combining, east_asian_width

SIZE = 12.0
"""The font size of all labels in px; static/css/elements/plot.css sets the same size."""
NARROW, WIDE = frozenset("iljtfrI.,:;'|!()[] /·"), frozenset("mwMWOQGDN@%&—")


def text_width(text: str, size: float = SIZE) -> float:
    """The estimated width in px, by the letter widths of DejaVu Sans. This font is wide, so most texts are narrower."""
    return size * sum(map(_ems, text))


def shortened(text: str, width: float, size: float = SIZE) -> str:
    """The text on one line. If the line is wider than ``width``: the beginning of the text and an ellipsis."""
    line = " ".join(text.split())
    if text_width(line, size) <= width:
        return line
    used = text_width("…", size)
    for end, letter in enumerate(line):
        used += size * _ems(letter)
        if used > width:
            return f"{line[:end].rstrip()}…"
    return f"{line}…"


def _ems(letter: str) -> float:
    """The width of a letter as a multiple of the font size."""
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in NARROW:
        return 0.42
    return 0.95 if letter in WIDE else 0.7 if letter.isupper() else 0.64
