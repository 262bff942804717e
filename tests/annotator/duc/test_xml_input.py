"""Bytes that are no sound XML: one sentence each, through both readers, and never another exception."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.duc.readers import read_pan, read_pyr
from annotator.duc.xml_input import MAX_BYTES, parse_xml
from annotator.texts.errors import FormatError
from tests.annotator.duc.duc_files import pan, pyr

SOUND = pyr()


def line_of(words: bytes, data: bytes = SOUND) -> int:
    """The 1-based line of a file that holds these words."""
    return data[: data.index(words)].count(b"\n") + 1


FLOODED = line_of(b"Villages were flooded")
ENGINEERS = line_of(b"Engineers had")
NEWLINE = b"\n"
CUT = SOUND[:700]
CUT_OFF = "It is cut off: the XML ends in the middle, at line"
CUT_LINE = CUT.count(NEWLINE) + 1

BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE pyramid [
 <!ENTITY a "aaaaaaaaaa">
 <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
 <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
]>
<pyramid><text><line>&c;</line></text></pyramid>"""

REFUSED = {
    "an entity bomb": (BOMB, "It declares XML entities or external parts, which are not read from files."),
    "an external entity": (
        b'<!DOCTYPE pyramid [<!ENTITY a SYSTEM "file:///etc/hostname">]><pyramid><text><line>&a;</line></text></pyramid>',
        "It declares XML entities or external parts, which are not read from files.",
    ),
    "a parameter entity": (
        b'<!DOCTYPE pyramid [<!ENTITY % a SYSTEM "http://localhost/x"> %a;]><pyramid/>',
        "It declares XML entities or external parts, which are not read from files.",
    ),
    "an unknown entity": (
        pyr().replace(b"Engineers had", b"Engineers&nbsp;had"),
        f"Line {ENGINEERS} uses an undefined entity; XML defines only &amp; &lt; &gt; &quot; and &apos;.",
    ),
    "truncated XML": (CUT, f"It is cut off: the XML ends in the middle, at line {CUT_LINE}."),
    "XML that ends between tags": (
        pyr().replace(b"</pyramid>\n", b""),
        f"It is cut off: the XML ends in the middle, at line {line_of(b'</pyramid>')}.",
    ),
    "an empty file": (b"", "It is empty."),
    "white space only": (b" \r\n\t", "It is empty."),
    "plain text": (b"The dam broke.", "It is not XML: it does not begin with \u201c<\u201d."),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "It is not XML: it does not begin with \u201c<\u201d."),
    "Windows-1252": (
        pyr().replace(b"Engineers had", b"Engineers\x92 had"),
        f"It is not UTF-8: line {ENGINEERS} has the byte 0x92.",
    ),
    "an unknown encoding": (
        pyr().replace(b'"1.0"?>', b'"1.0" encoding="klingon"?>'),
        "Its XML declaration names an encoding that is not known here; save it as UTF-8.",
    ),
    "an encoding of several bytes": (
        pyr().replace(b'"1.0"?>', b'"1.0" encoding="shift_jis"?>'),
        "Its XML declaration names an encoding that is not known here; save it as UTF-8.",
    ),
    "curly quotes around an attribute": (
        pyr().replace(b'label="Villages were flooded"', "label=“Villages were flooded”".encode()),
        f"Line {FLOODED} has curly quotes around an attribute, where XML needs straight ones.",
    ),
    "a character that XML forbids": (
        pyr().replace(b"Engineers had", b"Engineers\x0bhad"),
        f"Line {ENGINEERS} has the character U+000B, which XML forbids.",
    ),
    "a forbidden character by number": (
        pyr().replace(b"Engineers had", b"Engineers&#0;had"),
        f"It is not well-formed XML: reference to invalid character number at line {ENGINEERS}, column 18.",
    ),
    "a lone surrogate by number": (
        pyr().replace(b"Engineers had", b"Engineers&#xD800;had"),
        f"It is not well-formed XML: reference to invalid character number at line {ENGINEERS}, column 18.",
    ),
    "tags that do not match": (
        pyr().replace(b"</text>", b"</txt>"),
        f"It is not well-formed XML: mismatched tag at line {line_of(b'</text>')}, column 4.",
    ),
    "two documents, the last cut off": (
        pyr() + CUT,
        f"It holds 2 XML documents, of which the last counts. {CUT_OFF} {SOUND.count(NEWLINE) + CUT_LINE}.",
    ),
    "too many bytes": (b" " * MAX_BYTES + b"<pyramid/>", "It is larger than 10 MB."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_sound_xml_is_refused_with_a_sentence(name: str) -> None:
    data, sentence = REFUSED[name]
    for read in (read_pyr, read_pan):
        with pytest.raises(FormatError) as refusal:
            read(data)
        assert str(refusal.value) == sentence


def test_ducviews_own_doctype_is_let_through() -> None:
    assert parse_xml(pyr())[0].tag == "pyramid"


def test_declared_encodings_are_read() -> None:
    text = pyr().decode().replace("Engineers", "Ingéniéurs")
    plain = read_pyr(text.encode()).document.text
    latin = text.replace('"1.0"?>', '"1.0" encoding="ISO-8859-1"?>').encode("latin-1")
    assert read_pyr(latin).document.text == plain
    assert read_pyr(text.encode("utf-16")).document.text == plain


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_files_are_read_or_refused_but_never_a_traceback(data: st.DataObject) -> None:
    read, sound = data.draw(st.sampled_from([(read_pyr, pyr()), (read_pan, pan())]))
    damaged = bytearray(sound)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=4))
    with suppress(FormatError):
        read(bytes(damaged))
