"""Reading and writing .pyr: sound files, and each fault that real ones have (a small file made for it).

The expected report lines are the contract with the person who imports; uids and offsets are those of the small files.
"""

from __future__ import annotations

import pytest

from annotator.duc.documents import Repair
from annotator.duc.live import live_scus
from annotator.duc.readers import read_pyr
from annotator.duc.xml_output import write_pyr
from annotator.texts.errors import FormatError
from annotator.texts.spans import Span
from tests.annotator.duc.duc_files import (
    BROKE,
    CRACKS,
    FLOOD,
    MODELS,
    SCUS,
    TEXT,
    Part,
    Scu,
    part,
    pyr,
    utf16,
    whole_text,
)


def one(*parts: Part, uid: int = 5) -> Scu:
    """An SCU with one contributor of these parts."""
    return (uid, "Made for a fault", [list(parts)])


def parts_of(data: bytes) -> list[tuple[int, int, str]]:
    document = read_pyr(data).document
    return [(p.start, p.end, document.text[p.start : p.end]) for c in document.scus[0].contributors for p in c.parts]


def test_a_sound_file_is_read_without_repairs() -> None:
    reading = read_pyr(pyr())
    document = reading.document
    assert reading.repairs == ()
    assert document.text == TEXT
    assert [document.model_text(index) for index in range(3)] == list(MODELS)
    assert [model.name for model in document.models] == ["VARN.1", "VARN.2", "VARN.3"]
    assert [(scu.uid, scu.label, len(scu.contributors)) for scu in document.scus] == [
        (1, "The dam broke", 3),
        (2, "Villages were flooded", 2),
        (7, "There were cracks", 1),
    ]
    assert [p.label for p in document.scus[2].contributors[0].parts] == ["Engineers", "cracks"]


def test_scus_keep_the_order_of_the_file_and_not_that_of_weight() -> None:
    assert [scu.uid for scu in read_pyr(pyr([CRACKS, FLOOD, BROKE])).document.scus] == [7, 2, 1]


def test_parts_out_of_text_order_keep_the_order_in_which_they_were_made() -> None:
    assert [words for *_, words in parts_of(pyr([one(part("cracks"), part("Engineers"))]))] == ["cracks", "Engineers"]


def test_a_label_without_the_newlines_of_its_text_is_accepted_silently() -> None:
    reading = read_pyr(pyr([one(part("Friday.\nTwo"))]))
    assert reading.repairs == ()
    assert reading.document.scus[0].contributors[0].parts[0].label == "Friday.Two"


def test_parts_inside_words_and_with_white_space_at_an_edge_are_kept_exactly() -> None:
    data = pyr([one(part("illages wer"), part(" flooded"))])
    assert read_pyr(data).repairs == ()
    assert [words for *_, words in parts_of(data)] == ["illages wer", " flooded"]


def test_a_text_with_the_replacement_character_is_accepted() -> None:
    text = TEXT.replace("cracks", "crack\ufffd")
    assert read_pyr(pyr([one(part("crack\ufffd", text=text))], text)).repairs == ()


def test_an_encoding_that_lost_a_character_of_the_label_is_told_and_the_offsets_stand() -> None:
    start, end, _ = part("cracks")
    reading = read_pyr(pyr([one((start, end, "cr?cks"))]))
    assert reading.repairs == (Repair(5, f"part {start}-{end} differs from its label “cr?cks” in single characters"),)


def test_offsets_shifted_by_one_throughout_are_repaired_by_their_labels() -> None:
    shifted: list[Scu] = [
        (uid, label, [[(start + 1, end + 1, words) for start, end, words in parts] for parts in contributors])
        for uid, label, contributors in SCUS
    ]
    reading = read_pyr(pyr(shifted))
    assert reading.document.scus == read_pyr(pyr()).document.scus
    assert len(reading.repairs) == 7
    start, end, _ = part("Two villages were flooded")
    assert reading.repairs[3] == Repair(
        2,
        f"part {start + 1}-{end + 1} was 1 off its label “Two villages were flooded”; moved to {start}-{end}",
    )


def test_a_shifted_part_with_a_newline_in_it_is_repaired_too() -> None:
    start, end, label = part("Friday.\nTwo")
    assert parts_of(pyr([one((start - 1, end - 1, label))])) == [(start, end, "Friday.\nTwo")]


def test_a_part_that_starts_after_its_end_goes_where_its_label_occurs_once_in_the_same_summary() -> None:
    start, end, words = part("under water")
    in_second = part("nobody")[0]
    reading = read_pyr(pyr([one((in_second, in_second - 4, words))]))
    assert [(p.start, p.end) for p in reading.document.scus[0].contributors[0].parts] == [(start, end)]
    what = f"part {in_second}-{in_second - 4} starts after its end; moved to {start}-{end}"
    assert reading.repairs == (Repair(5, what),)


def test_the_other_parts_of_its_contributor_say_which_summary_is_meant() -> None:
    third, second = part("The dam broke"), part("broke", 2)
    reading = read_pyr(pyr([one((40, 30, "broke"), part("Engineers"))]))
    found = reading.document.scus[0].contributors[0].parts[0]
    assert (found.start, found.end) == (third[0] + len("The dam "), third[1])
    assert second[0] != found.start


@pytest.mark.parametrize(
    ("label", "why"),
    [("under water", "it occurs in another summary only"), ("n", "it occurs more than once"), ("Atlantis", "nowhere")],
)
def test_a_part_that_starts_after_its_end_is_dropped_without_a_single_place_for_its_label(label: str, why: str) -> None:
    first = part("Varn")[0]
    reading = read_pyr(pyr([(5, "x", [[(first + 6, first, label), part("Friday")]])]))
    assert [p.label for p in reading.document.scus[0].contributors[0].parts] == ["Friday"], why
    what = f"part {first + 6}-{first} starts after its end, “{label}” does not occur exactly once, and it was dropped"
    assert reading.repairs == (Repair(5, what),)


def test_start_and_end_that_were_exchanged_are_put_right() -> None:
    start, end, words = part("Two villages", 2)
    assert parts_of(pyr([one((end, start, words))])) == [(start, end, words)]


def test_an_empty_part_is_dropped() -> None:
    reading = read_pyr(pyr([one(part("cracks"), (50, 50, ""))]))
    assert [p.label for p in reading.document.scus[0].contributors[0].parts] == ["cracks"]
    assert reading.repairs == (Repair(5, "part 50-50 is empty and was dropped"),)


def test_a_part_that_ends_past_the_text_is_repaired_by_its_label() -> None:
    start, end, words = part("The dam broke")
    beyond = utf16(TEXT) + 30
    reading = read_pyr(pyr([one((start, beyond, words))]))
    assert [(p.start, p.end) for p in reading.document.scus[0].contributors[0].parts] == [(start, end)]
    assert reading.repairs == (Repair(5, f"part {start}-{beyond} ends past the text; moved to {start}-{end}"),)


def test_a_part_wholly_past_the_text_with_an_unknown_label_is_dropped_and_the_weight_kept() -> None:
    reading = read_pyr(pyr([one((9000, 9010, "Atlantis"))]))
    assert reading.document.scus[0].contributors[0].parts == ()
    assert reading.repairs == (
        Repair(5, "part 9000-9010 ends past the text, “Atlantis” does not occur exactly once, and it was dropped"),
        Repair(5, "contributor “Atlantis” has no parts left and was kept for the weight"),
    )
    scus, repairs = live_scus(reading.document)
    assert scus[0].contributors == ()
    assert repairs == (Repair(5, "its contributors without parts do not count", (1, 0)),)


def test_offsets_that_are_no_numbers_are_repaired_by_their_labels() -> None:
    data = pyr([one((0, 1, "Engineers"))]).replace(b'start="0"', b'start="zero"')
    start, end, _ = part("Engineers")
    assert read_pyr(data).repairs == (Repair(5, f"part ?-1 has offsets that are not numbers; moved to {start}-{end}"),)


def test_offsets_that_do_not_fit_a_label_found_nowhere_are_kept_and_told() -> None:
    start, end, _ = part("Engineers")
    reading = read_pyr(pyr([one((start, end, "Atlantis"))]))
    fault = f"part {start}-{end} is not its label “Atlantis”, which does not occur exactly once elsewhere"
    assert reading.repairs == (Repair(5, f"{fault}; its offsets were kept"),)
    assert parts_of(pyr([one((start, end, "Atlantis"))])) == [(start, end, "Engineers")]


def test_a_label_far_from_its_offsets_is_taken_where_it_occurs_once_in_the_summary() -> None:
    start, end, words = part("under water")
    elsewhere = part("A dam")
    reading = read_pyr(pyr([one((elsewhere[0], elsewhere[1], words))]))
    what = f"part {elsewhere[0]}-{elsewhere[1]} was not at its label “under water”; moved to {start}-{end}"
    assert reading.repairs == (Repair(5, what),)


def test_a_file_whose_labels_are_of_another_text_is_refused() -> None:
    scus: list[Scu] = [(uid, "x", [[(uid, uid + 3, "Atlantis")]]) for uid in range(1, 1100)]
    long = whole_text(("word " * 400, "other"))
    with pytest.raises(FormatError, match=r"^More than 1000 of its parts are not where their labels are\.$"):
        read_pyr(pyr(scus, long))


EMOJI_MODELS = ("The dam 🌊 broke.", "A dam broke 🏴‍☠️ too.")
EMOJI_TEXT = whole_text(EMOJI_MODELS)


def test_offsets_count_utf16_units_and_become_code_points() -> None:
    data = pyr([one(part("🌊 broke", text=EMOJI_TEXT)), one(part("☠️ too", text=EMOJI_TEXT), uid=6)], EMOJI_TEXT)
    reading = read_pyr(data)
    assert reading.repairs == ()
    parts = [scu.contributors[0].parts[0] for scu in reading.document.scus]
    assert [EMOJI_TEXT[p.start : p.end] for p in parts] == ["🌊 broke", "☠️ too"]
    assert read_pyr(write_pyr(reading.document).encode()) == reading


def test_an_offset_inside_a_surrogate_pair_is_moved_out_of_it() -> None:
    start, end, _ = part("🌊 broke", text=EMOJI_TEXT)
    reading = read_pyr(pyr([one((start + 1, end, "\ufffd broke"))], EMOJI_TEXT))
    assert reading.repairs == (Repair(5, f"part {start + 1}-{end} cut a character in two; moved to {start}-{end}"),)
    found = reading.document.scus[0].contributors[0].parts[0]
    assert EMOJI_TEXT[found.start : found.end] == "🌊 broke" == found.label


def test_an_offset_inside_a_surrogate_pair_gives_way_to_the_label_near_by() -> None:
    start, end, _ = part("broke", text=EMOJI_TEXT)
    reading = read_pyr(pyr([one((start - 2, end - 2, "broke"))], EMOJI_TEXT))
    found = reading.document.scus[0].contributors[0].parts[0]
    assert EMOJI_TEXT[found.start : found.end] == "broke"


def test_two_contributors_of_one_summary_are_joined_on_the_live_pyramid_and_the_file_keeps_its_weight() -> None:
    scu: Scu = (3, "x", [[part("Friday")], [part("cracks")], [part("flooded")]])
    reading = read_pyr(pyr([scu]))
    assert reading.repairs == ()
    assert len(reading.document.scus[0].contributors) == 3
    scus, repairs = live_scus(reading.document)
    assert [(c.model, len(c.parts)) for c in scus[0].contributors] == [(0, 2), (2, 1)]
    assert scus[0].file_weight == 3
    assert repairs == (Repair(3, "two contributors of summary VARN.1 were joined", (3, 2)),)


def test_a_contributor_over_two_summaries_is_split_on_the_live_pyramid() -> None:
    scus, repairs = live_scus(read_pyr(pyr([one(part("Friday"), part("nobody died"))])).document)
    assert [c.model for c in scus[0].contributors] == [0, 1]
    assert [MODELS[c.model][p.start : p.end] for c in scus[0].contributors for p in c.parts] == [
        "Friday",
        "nobody died",
    ]
    assert repairs == (Repair(5, "a contributor over summaries VARN.1 and VARN.2 was split", (1, 2)),)


def test_overlapping_parts_of_a_contributor_are_united_on_the_live_pyramid() -> None:
    document = read_pyr(pyr([one(part("Two villages"), part("villages were"))])).document
    assert len(document.scus[0].contributors[0].parts) == 2
    scus, repairs = live_scus(document)
    start = MODELS[0].index("Two")
    assert scus[0].contributors[0].parts == (Span(start, start + len("Two villages were")),)
    what = "overlapping parts of a contributor were joined (“Two villages...villages were”)"
    assert repairs == (Repair(5, what),)


def test_a_part_that_runs_into_the_next_summary_is_cut_in_two_and_told() -> None:
    start, end = part("flooded")[0], part("A dam")[1]
    scus, repairs = live_scus(read_pyr(pyr([one((start, end, TEXT[start:end].replace("\n", "")))])).document)
    assert [MODELS[c.model][p.start : p.end] for c in scus[0].contributors for p in c.parts] == ["flooded.", "A dam"]
    assert [repair.weight_changed for repair in repairs] == [(1, 2), (1, 2)]


def test_white_space_behind_the_end_of_a_summary_goes_silently() -> None:
    scus, repairs = live_scus(read_pyr(pyr([one(part("flooded.\n\n"))])).document)
    assert repairs == ()
    assert MODELS[0].endswith("flooded.")
    assert scus[0].contributors[0].parts[0].end == len(MODELS[0])


def test_a_part_in_a_document_header_is_dropped_from_the_live_pyramid() -> None:
    scus, repairs = live_scus(read_pyr(pyr([one(part("VARN.2"))])).document)
    assert scus[0].contributors == ()
    assert repairs == (Repair(5, "a part outside the summaries was dropped (“VARN.2”)", (1, 0)),)


def test_words_in_several_scus_are_accepted() -> None:
    document = read_pyr(pyr([one(part("cracks")), one(part("cracks"), uid=6)])).document
    assert live_scus(document)[1] == ()


def test_a_uid_used_twice_gets_a_free_number() -> None:
    reading = read_pyr(pyr([BROKE, one(part("cracks"), uid=1), CRACKS]))
    assert [scu.uid for scu in reading.document.scus] == [1, 8, 7]
    assert reading.repairs == (Repair(8, "uid 1 was used twice; this SCU is now uid 8"),)


def test_a_uid_that_is_no_number_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^A uid is “seven”, which is not a whole number"):
        read_pyr(pyr().replace(b'uid="7"', b'uid="seven"'))


def test_a_missing_label_is_told_and_made_from_the_text() -> None:
    data = pyr([one(part("cracks"))]).replace(b'<part label="cracks" ', b"<part ")
    reading = read_pyr(data)
    start, end, _ = part("cracks")
    assert reading.repairs == (Repair(5, f"part {start}-{end} had no label"),)
    assert reading.document.scus[0].contributors[0].parts[0].label == "cracks"


def test_comments_of_scus_and_contributors_are_read() -> None:
    data = pyr([one(part("cracks"))])
    data = data.replace(b'label="Made for a fault"', b'label="x" comment="sure &amp; sound"')
    data = data.replace(b'<contributor label="cracks"', b'<contributor label="cracks" comment="one&#10;two"')
    scu = read_pyr(data).document.scus[0]
    assert (scu.comment, scu.contributors[0].comment) == ("sure & sound", "one\ntwo")


def test_a_file_of_2005_says_its_number_of_models_in_an_attribute() -> None:
    reading = read_pyr(pyr(regex=None, attributes=' numModels="3"'))
    assert reading.document.num_models == 3
    assert len(reading.document.models) == 3
    assert b'numModels="3"' in write_pyr(reading.document).encode()


def test_crlf_files_count_a_line_end_as_one() -> None:
    assert read_pyr(pyr().replace(b"\n", b"\r\n")) == read_pyr(pyr())


def test_a_carriage_return_in_the_text_becomes_a_space_so_that_offsets_stand() -> None:
    reading = read_pyr(pyr().replace(b"of cracks for", b"of cracks&#13;for"))
    assert reading.document == read_pyr(pyr()).document
    assert reading.repairs == (Repair(None, "carriage returns in the text of the pyramid were read as spaces"),)


def test_a_byte_order_mark_is_accepted() -> None:
    assert read_pyr(b"\xef\xbb\xbf" + pyr()) == read_pyr(pyr())


def test_of_two_xml_documents_in_a_file_the_last_counts() -> None:
    reading = read_pyr(pyr([BROKE]) + pyr([FLOOD]))
    assert [scu.uid for scu in reading.document.scus] == [2]
    assert reading.repairs == (Repair(None, "the file holds 2 XML documents; the last one counts"),)


def test_two_documents_of_which_the_first_is_cut_off_give_the_last() -> None:
    assert [scu.uid for scu in read_pyr(pyr([BROKE])[:400] + pyr([FLOOD])).document.scus] == [2]


def test_a_peer_annotation_and_other_xml_are_not_pyramids() -> None:
    with pytest.raises(FormatError, match=r"^It is a peer annotation \(\.pan\), not a pyramid\.$"):
        read_pyr(b"<peerAnnotation/>")
    with pytest.raises(FormatError, match=r"^It is not a DUCView file: its root element is <html>\.$"):
        read_pyr(b"<html/>")


def test_a_pyramid_without_text_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^Its <pyramid> element has no <text>\.$"):
        read_pyr(b"<pyramid></pyramid>")
    with pytest.raises(FormatError, match=r"^Its pyramid has no text\.$"):
        read_pyr(b"<pyramid><text/></pyramid>")
    with pytest.raises(FormatError, match=r"^The <text> of its pyramid is not in <line> elements\.$"):
        read_pyr(b"<pyramid><text>Words.</text></pyramid>")


@pytest.mark.parametrize(("scus", "parts"), [(1, 501), (50, 450)])
def test_more_parts_than_people_make_are_refused(scus: int, parts: int) -> None:
    many: list[Scu] = [(uid, "x", [[part("cracks")] * parts]) for uid in range(1, scus + 1)]
    with pytest.raises(FormatError, match=r"has more than [\d,]+ parts\.$"):
        read_pyr(pyr(many))


def test_wrong_offsets_over_far_more_text_than_the_labels_are_refused() -> None:
    text = whole_text(("word " * 40_000, "other"))
    scus: list[Scu] = [(uid, "x", [[(0, 200_000, "word")]]) for uid in range(1, 120)]
    with pytest.raises(FormatError, match=r"^Its parts span far more text than their labels\.$"):
        read_pyr(pyr(scus, text))


def test_lines_within_lines_are_text_of_the_outer_one() -> None:
    nested = b"<pyramid><text><line>---</line><line>a<line>b</line>c</line></text></pyramid>"
    assert read_pyr(nested).document.text == "---\nabc\n"
