"""Small DUCView files, written out by hand as the tool does; nothing here uses the code under test."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

REGEX = r"[-]+\n\s*[A-Z]+\.\d+\n[-]+\n"

MODELS = (
    "The dam at Varn broke on Friday.\nTwo villages were flooded.",
    "A dam broke in the north; nobody died.\nTwo villages were under water.",
    "Engineers had warned of cracks for years. The dam broke.",
)
PEER = "The dam broke, and two villages were flooded.\nCracks were known."

# (words, which occurrence) pairs make a part; a list of parts a contributor
Part = tuple[int, int, str]
Contributor = Sequence[Part]
Scu = tuple[int, str, Sequence[Contributor]]


def whole_text(models: Sequence[str] = MODELS) -> str:
    """The models behind DUC's usual headers."""
    return "".join(
        f"----------\n VARN.{number}\n----------\n\n{model}\n\n" for number, model in enumerate(models, start=1)
    )


TEXT = whole_text()


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def part(words: str, nth: int = 1, text: str = TEXT) -> Part:
    """The nth occurrence of some words as (start, end, label), offsets in UTF-16 units."""
    at = -1
    for _ in range(nth):
        at = text.index(words, at + 1)
    start = utf16(text[:at])
    return start, start + utf16(words), words.replace("\n", "")


BROKE: Scu = (1, "The dam broke", [[part("The dam at Varn broke")], [part("A dam broke")], [part("The dam broke")]])
FLOOD: Scu = (2, "Villages were flooded", [[part("Two villages were flooded")], [part("Two villages", 2)]])
CRACKS: Scu = (7, "There were cracks", [[part("Engineers"), part("cracks")]])
SCUS = (BROKE, FLOOD, CRACKS)


def quoted(text: str) -> str:
    return escape(text, {'"': "&quot;"})


def lines_xml(text: str) -> str:
    rows = text.removesuffix("\n").split("\n") if text else []
    return "".join(f"  <line>{quoted(row)}</line>\n" for row in rows)


def scus_xml(scus: Sequence[Scu], tag: str = "scu") -> str:
    out = []
    for uid, label, contributors in scus:
        out.append(f' <{tag} uid="{uid}" label="{quoted(label)}">\n')
        for parts in contributors:
            shown = "...".join(words for _, _, words in sorted(parts))
            out.append(f'  <contributor label="{quoted(shown)}">\n')
            for start, end, words in parts:
                out.append(f'   <part label="{quoted(words)}" start="{start}" end="{end}"/>\n')
            out.append("  </contributor>\n")
        out.append(f" </{tag}>\n")
    return "".join(out)


def pyramid_xml(scus: Sequence[Scu] = SCUS, text: str = TEXT, regex: str | None = REGEX, attributes: str = "") -> str:
    header = "" if regex is None else f"<startDocumentRegEx><![CDATA[{regex}]]></startDocumentRegEx>\n"
    return f"<pyramid{attributes}>\n{header} <text>\n{lines_xml(text)} </text>\n{scus_xml(scus)}</pyramid>\n"


def pyr(scus: Sequence[Scu] = SCUS, text: str = TEXT, regex: str | None = REGEX, attributes: str = "") -> bytes:
    doctype = "<!DOCTYPE pyramid [\n <!ELEMENT part EMPTY>\n]>\n"
    return f'<?xml version="1.0"?>\n{doctype}\n{pyramid_xml(scus, text, regex, attributes)}'.encode()


def peer_part(words: str, nth: int = 1) -> Part:
    return part(words, nth, PEER)


PEER_SCUS: tuple[Scu, ...] = (
    (1, "(3) The dam broke", [[peer_part("The dam broke")]]),
    (2, "(2) Villages were flooded", [[peer_part("two villages were flooded")]]),
    (7, "(1) There were cracks", []),
    (0, "All non-matching SCUs go here", [[peer_part("were known")]]),
)


def pan(peer_scus: Sequence[Scu] = PEER_SCUS, peer: str = PEER, pyramid: str | None = None, after: str = "") -> bytes:
    doctype = "<!DOCTYPE peerAnnotation [\n <!ELEMENT part EMPTY>\n]>\n"
    body = f"<annotation>\n <text>\n{lines_xml(peer)} </text>\n{scus_xml(peer_scus, 'peerscu')}</annotation>\n"
    inner = pyramid_xml() if pyramid is None else pyramid
    root = f"<peerAnnotation>\n{inner}{body}{after}</peerAnnotation>\n"
    return f'<?xml version="1.0"?>\n{doctype}\n{root}'.encode()
