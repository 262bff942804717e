"""How wide a text will be, so that labels neither overlap nor leave the frame: an estimate, no font is at hand."""

from unicodedata import combining, east_asian_width

SIZE = 12.0
"""Size of all lettering in px; static/css/elements/plot.css sets the same."""
NARROW, WIDE = frozenset("iljtfrI.,:;'|!()[] /·"), frozenset("mwMWOQGDN@%&—")


def text_width(text: str, size: float = SIZE) -> float:
    """Width in px, rather too large than too small: the wide letters of DejaVu Sans are the measure."""
    return size * sum(map(_ems, text))


def shortened(text: str, width: float, size: float = SIZE) -> str:
    """The text on one line; where it is wider than ``width``, its beginning with an ellipsis."""
    line = " ".join(text.split())
    if text_width(line, size) <= width:
        return line
    used, kept = text_width("…", size), 0
    for letter in line:
        used += size * _ems(letter)
        if used > width:
            break
        kept += 1
    return f"{line[:kept].rstrip()}…"


def _ems(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in NARROW:
        return 0.42
    return 0.95 if letter in WIDE else 0.7 if letter.isupper() else 0.64
