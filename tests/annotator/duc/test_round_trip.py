"""What is read and written again is the same: generated documents, our own examples, and the real files.

The real files are compared with their own XML, attribute by attribute, as the standard library's parser sees it.
"""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings

from annotator.duc.compose import compose_text
from annotator.duc.divisions import Hints, find_model_summaries
from annotator.duc.documents import (
    PeerDocument,
    PyramidDocument,
    Reading,
    peer_from_json,
    peer_to_json,
    pyramid_from_json,
    pyramid_to_json,
)
from annotator.duc.part_bounds import PartBounds
from annotator.duc.readers import read_pan, read_pyr
from annotator.duc.xml_output import write_pan, write_pyr
from tests.annotator.duc.strategies import peers, pyramids

DATA = Path(__file__).parents[3].parent / "shared" / "data"
FILES = sorted(path for path in DATA.glob("*/**/*") if path.suffix in {".pyr", ".pan"})
real_files = pytest.mark.skipif(not FILES, reason="the folder ../shared/data is not here")


def read(data: bytes, suffix: str) -> Reading[PyramidDocument] | Reading[PeerDocument]:
    return read_pyr(data) if suffix == ".pyr" else read_pan(data)


def write(document: PyramidDocument | PeerDocument) -> bytes:
    text = write_pyr(document) if isinstance(document, PyramidDocument) else write_pan(document)
    return text.encode()


def through_json(document: PyramidDocument | PeerDocument) -> PyramidDocument | PeerDocument:
    if isinstance(document, PyramidDocument):
        return pyramid_from_json(json.loads(json.dumps(pyramid_to_json(document))))
    stored = peer_to_json(document, document.pyramid)
    assert "pyramid" not in stored
    return peer_from_json(json.loads(json.dumps(stored)), document.pyramid)


def content(element: Element) -> tuple[str, dict[str, str], str, list[object]]:
    """An element as nested values; white space between tags and what DUCView 1.5 adds do not count."""
    children = [content(child) for child in element if child.tag != "score"]
    return element.tag, dict(element.attrib), (element.text or "") if not len(element) else "", list(children)


@settings(deadline=None)
@given(pyramids())
def test_a_pyramid_that_is_written_and_read_is_the_same(document: PyramidDocument) -> None:
    assert read_pyr(write(document)) == Reading(document, ())


@settings(deadline=None)
@given(peers())
def test_a_peer_annotation_that_is_written_and_read_is_the_same(document: PeerDocument) -> None:
    assert read_pan(write(document)) == Reading(document, ())


@settings(deadline=None)
@given(peers())
def test_json_gives_the_same_document(document: PeerDocument) -> None:
    assert through_json(document) == document
    assert through_json(document.pyramid) == document.pyramid


def test_newlines_are_deleted_from_labels_and_kept_in_comments() -> None:
    document = read_pyr(
        b"<pyramid><text><line>---</line><line>a</line></text>"
        b'<scu uid="1" label="a&#10;b" comment="c&#10;d"></scu></pyramid>'
    ).document
    assert ' <scu uid="1" label="ab" comment="c&#10;d">' in write_pyr(document)


def test_composed_headers_match_in_no_summary() -> None:
    texts = ["--------------\n Ann\n--------------\n\nreal words", "a\n----------\n"]
    composed = compose_text([("Ann", texts[0]), ("--", texts[1])])
    spans, repairs, _ = find_model_summaries(composed.text, composed.regex, Hints(), PartBounds("", []))
    assert repairs == ()
    assert [composed.text[span.start : span.end] for span in spans] == [texts[0], texts[1].rstrip("\n")]
    assert [span.name for span in spans] == ["Ann", "summary"]
    assert [composed.text[span.start : span.end] for span in composed.models] == texts


@real_files
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_file_comes_back_attribute_by_attribute(path: Path) -> None:
    data = path.read_bytes()
    reading = read(data, path.suffix)
    again = write(reading.document)
    assert content(fromstring(again)) == content(fromstring(data))
    assert read(again, path.suffix) == reading
    assert through_json(reading.document) == reading.document


@real_files
@pytest.mark.parametrize("path", [path for path in FILES if "score" not in path.name], ids=lambda path: path.name)
def test_a_real_file_without_a_score_comes_back_byte_by_byte(path: Path) -> None:
    data = path.read_bytes()
    assert write(read(data, path.suffix).document) == data
