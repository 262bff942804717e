"""Reading and writing .pan: the pyramid inside, the peer, uid 0, and what only peers can have wrong."""

from __future__ import annotations

import pytest

from annotator.duc.documents import PeerDocument, Repair
from annotator.duc.live import LiveUnit, live_units
from annotator.duc.readers import read_pan, read_pyr
from annotator.duc.xml_output import write_pan
from annotator.texts.errors import FormatError
from annotator.texts.spans import Span
from tests.annotator.duc.duc_files import (
    BROKE,
    CRACKS,
    FLOOD,
    PEER,
    PEER_SCUS,
    SCUS,
    Scu,
    pan,
    part,
    peer_part,
    pyr,
    pyramid_xml,
)


def words(document: PeerDocument, unit: LiveUnit) -> list[str]:
    return [document.text[start:end] for start, end in unit.parts]


def test_a_sound_file_is_read_without_repairs() -> None:
    reading = read_pan(pan())
    assert reading.repairs == ()
    assert reading.document.pyramid == read_pyr(pyr()).document
    assert reading.document.text == PEER + "\n"
    assert [(scu.uid, scu.label, len(scu.contributors)) for scu in reading.document.scus] == [
        (1, "(3) The dam broke", 1),
        (2, "(2) Villages were flooded", 1),
        (7, "(1) There were cracks", 0),
        (0, "All non-matching SCUs go here", 1),
    ]


def test_units_are_the_contributors_and_those_of_uid_0_match_nothing() -> None:
    document = read_pan(pan()).document
    units, repairs = live_units(document)
    assert repairs == ()
    assert [(unit.uid, words(document, unit)) for unit in units] == [
        (1, ["The dam broke"]),
        (2, ["two villages were flooded"]),
        (None, ["were known"]),
    ]


def test_a_uid_that_the_pyramid_does_not_have_is_a_non_matching_unit() -> None:
    reading = read_pan(pan([(99, "(1) Gone", [[peer_part("Cracks")]]), (98, "(1) Gone too", [])]))
    what = "the uid is not in the pyramid; its matches are kept as non-matching units"
    assert reading.repairs == (Repair(99, what),)
    assert [unit.uid for unit in live_units(reading.document)[0]] == [None]


def test_no_mark_at_all_is_accepted() -> None:
    reading = read_pan(pan([(uid, label, []) for uid, label, _ in PEER_SCUS]))
    assert reading.repairs == ()
    assert live_units(reading.document) == ((), ())


def test_no_listed_scus_at_all_are_accepted() -> None:
    assert read_pan(pan([])).document.scus == ()


def test_an_empty_peer_text_is_accepted() -> None:
    reading = read_pan(pan([(uid, label, []) for uid, label, _ in PEER_SCUS], peer=""))
    assert reading.repairs == ()
    assert reading.document.text == ""
    assert read_pan(write_pan(reading.document).encode()) == reading


def test_the_score_that_ducview_1_5_adds_is_ignored() -> None:
    assert read_pan(pan(after="<score>\n <totalscu>5</totalscu>\n</score>\n")) == read_pan(pan())


def test_of_two_xml_documents_in_a_file_the_last_counts() -> None:
    reading = read_pan(pan([PEER_SCUS[0]]) + pan([PEER_SCUS[1]]))
    assert [scu.uid for scu in reading.document.scus] == [2]
    assert reading.repairs == (Repair(None, "the file holds 2 XML documents; the last one counts"),)


def test_overlapping_parts_of_a_unit_are_united_and_told() -> None:
    scu: Scu = (1, "(3) x", [[peer_part("dam broke"), peer_part("The dam")]])
    document = read_pan(pan([scu])).document
    units, repairs = live_units(document)
    assert units == (LiveUnit(1, "", (Span(0, len("The dam broke")),)),)
    assert repairs == (Repair(1, "overlapping parts of a match were joined (“The dam...dam broke”)"),)


def test_a_match_that_loses_its_only_part_is_dropped() -> None:
    reading = read_pan(pan([(1, "(3) x", [[(5, 5, "")]])]))
    assert reading.document.scus[0].contributors == ()
    assert reading.repairs == (
        Repair(1, "part 5-5 is empty and was dropped"),
        Repair(1, "contributor “” has no parts left and was dropped"),
    )


def test_a_part_that_starts_after_its_end_is_repaired_by_its_label() -> None:
    start, end, label = peer_part("Cracks")
    reading = read_pan(pan([(1, "(3) x", [[(9, 4, label)]])]))
    assert reading.repairs == (Repair(1, f"part 9-4 starts after its end; moved to {start}-{end}"),)


def test_a_uid_listed_twice_is_told_and_its_matches_count_together() -> None:
    scus: list[Scu] = [(1, "(3) x", [[peer_part("dam")]]), (1, "(3) x", [[peer_part("Cracks")]])]
    reading = read_pan(pan(scus))
    assert reading.repairs == (Repair(1, "the peer lists this uid twice; its matches were combined"),)
    assert [unit.uid for unit in live_units(reading.document)[0]] == [1, 1]


def test_uids_that_the_pyramid_used_twice_are_followed_in_order() -> None:
    inner = pyramid_xml([BROKE, (1, "Also one", [[part("Engineers")]])])
    scus: list[Scu] = [(1, "(3) The dam broke", []), (1, "(1) Also one", [[peer_part("Cracks")]])]
    reading = read_pan(pan(scus, pyramid=inner))
    assert reading.repairs == (Repair(2, "uid 1 was used twice; this SCU is now uid 2"),)
    assert [unit.uid for unit in live_units(reading.document)[0]] == [2]


def test_repairs_of_the_pyramid_inside_are_told_for_each_peer() -> None:
    inner = pyramid_xml([*SCUS, (8, "x", [[(50, 50, "")]])])
    for scus in (PEER_SCUS, PEER_SCUS[:2]):
        assert Repair(8, "part 50-50 is empty and was dropped") in read_pan(pan(scus, pyramid=inner)).repairs


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (pyr(), "It is a pyramid (.pyr), not a peer annotation."),
        (b"<peerAnnotation/>", "It holds no pyramid."),
        (pan().replace(b"annotation>", b"notes>"), "It holds no annotation."),
        (b"<html/>", "It is not a DUCView file: its root element is <html>."),
    ],
)
def test_other_files_are_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        read_pan(data)
    assert str(refusal.value) == sentence


def with_pyramid_end_in(place: str) -> bytes:
    return pan(pyramid=pyramid_xml().replace(" <text>\n", f" {place}<text>\n", 1))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(with_pyramid_end_in("<!-- </pyramid> -->"), id="in a comment"),
        pytest.param(with_pyramid_end_in("<other><![CDATA[</pyramid>]]></other>"), id="in CDATA"),
        pytest.param(with_pyramid_end_in("<?note </pyramid>?>"), id="in an instruction"),
        pytest.param(pan().replace(b"<pyramid>", b"<!-- <pyramid> --><pyramid>"), id="a start in a comment"),
        pytest.param(pan().replace(b"</pyramid>", b"</pyramid ><!-- -->"), id="an end tag with a space"),
        pytest.param(pan().replace(b"<pyramid>", b"<pyramid >"), id="a start tag with a space"),
        pytest.param(pan().decode().encode("utf-16"), id="in UTF-16"),
        pytest.param(b"\xef\xbb\xbf" + pan().replace(b"\n", b"\r\n"), id="with a mark and CRLF"),
    ],
)
def test_the_remembered_pyramid_is_the_one_that_a_whole_parse_gives(data: bytes) -> None:
    for _ in range(2):
        assert read_pan(data).document == read_pan(pan()).document


def test_a_pyramid_is_not_taken_for_another_that_was_read_before() -> None:
    one, two = (pan([], pyramid=pyramid_xml([scu])) for scu in (FLOOD, CRACKS))
    for data, uid in ((one, 2), (two, 7), (one, 2)):
        assert [scu.uid for scu in read_pan(data).document.pyramid.scus] == [uid]


def test_defaults_of_the_doctype_hold_for_the_pyramid_and_for_the_peer() -> None:
    data = pan().replace(b"<!ELEMENT part EMPTY>", b'<!ATTLIST contributor comment CDATA "said">')
    for _ in range(2):
        document = read_pan(data).document
        assert document.pyramid.scus[0].contributors[0].comment == "said"
        assert document.scus[0].contributors[0].comment == "said"


def test_the_number_of_models_or_a_separator_helps_where_headers_are_missing() -> None:
    text = "The dam broke.\n\nA dam fell.\nTwo villages.\n\nCracks."
    data = pan([], pyramid=pyramid_xml([], text, regex=None))
    with pytest.raises(FormatError, match=r"say --models N or --separator REGEX\.$"):
        read_pan(data)
    assert len(read_pan(data, model_count=3).document.pyramid.models) == 3
    assert len(read_pan(data, separator=r"\n\n").document.pyramid.models) == 3
