"""Each fault that real files have (formats.md): what is repaired is told with file and uid, what is not is refused.

The files are tests/annotator/duc/duc_files.py's: three models, SCUs 1, 2 and 7 of weights 3, 2 and 1, and a peer
with two matches and one non-matching unit.
"""

import pytest

from annotator.matching.models import Unit, peer_annotations
from annotator.projects.models import Summary
from annotator.pyramids.models import pyramids
from annotator.work.release_models import Release
from tests.annotator.duc.duc_files import (
    BROKE,
    CRACKS,
    FLOOD,
    MODELS,
    PEER,
    PEER_SCUS,
    REGEX,
    SCUS,
    TEXT,
    Scu,
    pan,
    part,
    peer_part,
    pyr,
    pyramid_xml,
    whole_text,
)
from tests.annotator.interchange.duc_import import counts_in_database, covered, run_import, whats
from tests.factories import make_project

pytestmark = pytest.mark.django_db

NO_MARKS: tuple[Scu, ...] = tuple((uid, label, []) for uid, label, _ in PEER_SCUS)


@pytest.fixture
def project():
    return make_project("varn")


def released_weights() -> dict[int, int]:
    """Each released uid with its frozen weight, of the only release."""
    return dict(Release.objects.get().scus.values_list("uid", "weight"))


def the_repair(report, uid: int | None):
    """The only repair of this uid: file, sentence and weights."""
    (repair,) = [repair for repair in report.repairs if repair["uid"] == uid]
    return repair["file"], repair["what"], repair["weight_changed"]


def matched() -> list[tuple[int, str]]:
    """Each unit's uid (0: none) and words, in order."""
    return [
        (unit.scu.uid if unit.scu else 0, " ".join(PEER[p.start : p.end] for p in unit.parts.all()))
        for unit in Unit.objects.select_related("scu").order_by("position")
    ]


def test_a_sound_file_needs_no_repair(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(), "ann.D1.p1.pan": pan()}, topic="D1")
    assert (report.repairs, report.refused) == ([], [])
    assert covered(pyramids().get()) == {
        1: [["The dam at Varn broke"], ["A dam broke"], ["The dam broke"]],
        2: [["Two villages were flooded"], ["Two villages"]],
        7: [["Engineers", "cracks"]],
    }
    assert matched() == [(1, "The dam broke"), (2, "two villages were flooded"), (0, "were known")]


def test_two_contributors_of_one_summary_are_joined_and_the_release_keeps_the_files_weight(project) -> None:
    doubled = (2, "Villages were flooded", [[part("Two villages were flooded")], [part("The dam")], [part("A dam")]])
    report = run_import(project, {"ann.pyr": pyr((BROKE, doubled, CRACKS))})
    assert the_repair(report, 2) == ("ann.pyr", "two contributors of summary VARN.1 were joined", [3, 2])
    assert covered(pyramids().get())[2] == [["Two villages were flooded", "The dam"], ["A dam"]]
    assert released_weights() == {1: 3, 2: 3, 7: 1}
    release = Release.objects.get()
    assert (release.model_count, release.weight_source) == (3, "file")
    assert report.contributors == 3 + 2 + 1


def test_a_contributor_over_two_summaries_is_split(project) -> None:
    over_two = (7, "There were cracks", [[part("Engineers"), part("Two villages")]])
    report = run_import(project, {"ann.pyr": pyr((BROKE, FLOOD, over_two))})
    assert the_repair(report, 7) == (*("ann.pyr", "a contributor over summaries VARN.3 and VARN.1 was split", [1, 2]),)
    assert covered(pyramids().get())[7] == [["Engineers"], ["Two villages"]]
    assert released_weights()[7] == 1


def test_overlapping_parts_of_a_contributor_are_united(project) -> None:
    overlapping = (7, "There were cracks", [[part("Engineers had"), part("had warned")]])
    report = run_import(project, {"ann.pyr": pyr((BROKE, FLOOD, overlapping))})
    _, what, weight = the_repair(report, 7)
    assert ("overlapping parts of a contributor were joined" in what, weight) == (True, None)
    assert covered(pyramids().get())[7] == [["Engineers had warned"]]


def test_an_empty_part_is_dropped(project) -> None:
    start = part("cracks")[0]
    empty = (7, "There were cracks", [[part("Engineers"), (start, start, "")]])
    report = run_import(project, {"ann.pyr": pyr((BROKE, FLOOD, empty))})
    assert the_repair(report, 7)[1] == f"part {start}-{start} is empty and was dropped"
    assert covered(pyramids().get())[7] == [["Engineers"]]


def test_a_part_that_starts_after_its_end_goes_to_its_label(project) -> None:
    start, end, label = part("Engineers")
    turned = (7, "There were cracks", [[(end + 5, start, label)]])
    report = run_import(project, {"ann.pyr": pyr((BROKE, FLOOD, turned))})
    assert the_repair(report, 7)[1] == f"part {end + 5}-{start} starts after its end; moved to {start}-{end}"
    assert covered(pyramids().get())[7] == [["Engineers"]]


def test_offsets_past_the_end_whose_label_is_nowhere_are_dropped_and_the_weight_stands(project) -> None:
    lost = (7, "There were cracks", [[(5_000, 5_009, "nowhere")]])
    report = run_import(project, {"ann.pyr": pyr((BROKE, FLOOD, lost))})
    assert [repair["uid"] for repair in report.repairs] == [7, 7, 7]
    assert report.repairs[-1]["weight_changed"] == [1, 0]
    assert covered(pyramids().get())[7] == []
    assert released_weights()[7] == 1


def test_offsets_shifted_throughout_a_file_are_moved_back_to_their_labels(project) -> None:
    shifted = tuple(
        (uid, label, [[(start + 1, end + 1, words) for start, end, words in parts] for parts in contributors])
        for uid, label, contributors in SCUS
    )
    report = run_import(project, {"ann.pyr": pyr(shifted)})
    run_import(other := make_project(), {"ann.pyr": pyr()})
    assert len(report.repairs) == report.parts == 7
    assert all("was 1 off its label" in what for what in whats(report))
    first, second = (pyramids().get(topic__project=one) for one in (project, other))
    assert covered(first) == covered(second)


def test_offsets_inside_a_surrogate_pair_are_widened(project) -> None:
    text = TEXT.replace("Engineers", "𝄞ngineers")
    start, end, _ = part("𝄞ngineers", text=text)
    cut = (7, "There were cracks", [[(start + 1, end, "ngineers")]])
    report = run_import(project, {"ann.pyr": pyr((cut,), text)})
    assert "cut a character in two" in the_repair(report, 7)[1]
    assert covered(pyramids().get())[7] in ([["𝄞ngineers"]], [["ngineers"]])


def test_parts_out_of_text_order_and_inside_words_stay_as_they_are(project) -> None:
    kept = (7, "There were cracks", [[part("racks"), part(" Engin".strip()), part("warned ")]])
    report = run_import(project, {"ann.pyr": pyr((BROKE, FLOOD, kept))})
    assert report.repairs == []
    assert covered(pyramids().get())[7] == [["racks", "Engin", "warned "]]


def test_words_in_several_scus_come_in_even_where_that_is_forbidden() -> None:
    project = make_project(overlap_models="forbid", overlap_peers="forbid")
    again = (9, "Again", [[part("The dam at Varn broke")]])
    twice = (*PEER_SCUS[:2], (7, "(1) There were cracks", [[peer_part("The dam broke")]]), PEER_SCUS[3])
    xml = pyramid_xml((*SCUS, again))
    report = run_import(project, {"ann.pyr": pyr((*SCUS, again)), "p1.pan": pan(twice, pyramid=xml)})
    assert (report.scus, report.units, report.refused) == (4, 4, [])


def test_scus_keep_the_files_order_whatever_their_weights(project) -> None:
    run_import(project, {"ann.pyr": pyr((CRACKS, BROKE, FLOOD))})
    assert list(pyramids().get().scus.values_list("uid", "position")) == [(7, 1.0), (1, 2.0), (2, 3.0)]
    assert pyramids().get().next_uid == 8


def test_a_file_without_headers_is_refused_until_somebody_says_what_separates_its_models(project) -> None:
    text = "one two three.\n====\nfour five six.\n====\nseven eight nine."
    data = pyr(((1, "Four", [[part("four five", text=text)]]),), text, regex=None)
    (refusal,) = run_import(project, {"ann.pyr": data}).refused
    assert refusal["file"] == "ann.pyr"
    assert "say --models N or --separator REGEX" in refusal["why"]
    report = run_import(project, {"ann.pyr": data}, separator="====")
    assert (report.refused, report.models) == ([], 3)
    assert covered(pyramids().get()) == {1: [["four five"]]}


def test_headers_are_found_without_a_regex_and_that_is_told(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(regex=None)})
    assert report.models == 3
    assert "3 model summaries found by" in the_repair(report, None)[1]


def test_a_regex_that_never_ends_is_told_and_headers_are_found(project) -> None:
    text = whole_text((*MODELS[:2], "a" * 200))
    report = run_import(project, {"ann.pyr": pyr((), text, regex="(a+)+b")})
    assert report.models == 3
    assert whats(report)[0].startswith("startDocumentRegEx ")


def test_a_byte_order_mark_in_a_text_shifts_no_part(project) -> None:
    """The mark is not stored (DESIGN §3: a BOM goes); it is the first character of a line, not of the file."""
    marked = TEXT.replace("The dam at Varn", "\ufeffThe dam at Varn")
    scus = ((1, "The dam broke", [[part("The dam at Varn broke", text=marked)]]),)
    peer = "\ufeff" + PEER
    units: tuple[Scu, ...] = ((1, "(1) The dam broke", [[(1, 14, "The dam broke")]]), (0, "None", []))
    files = {"ann.pyr": pyr(scus, marked), "p1.pan": pan(units, peer, pyramid_xml(scus, marked))}
    report = run_import(project, files)
    assert report.refused == []
    assert covered(pyramids().get()) == {1: [["The dam at Varn broke"]]}
    assert matched() == [(1, "The dam broke")]


def test_two_xml_documents_in_one_file_give_the_last(project) -> None:
    report = run_import(project, {"ann.pyr": pyr((BROKE,)) + pyr((FLOOD,))})
    assert "2 XML documents; the last one counts" in the_repair(report, None)[1]
    assert list(covered(pyramids().get())) == [2]


def test_a_peer_uid_that_the_pyramid_does_not_have_becomes_a_non_matching_unit(project) -> None:
    unknown = (*PEER_SCUS[:3], (99, "(1) Unknown", [[peer_part("Cracks")]]), PEER_SCUS[3])
    report = run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(unknown)})
    file, what, weight = the_repair(report, 99)
    assert (file, weight) == ("p1.pan", None)
    assert "non-matching" in what
    assert matched() == [
        *((1, "The dam broke"), (2, "two villages were flooded"), (0, "Cracks"), (0, "were known")),
    ]


def test_no_mark_at_all_is_a_finished_zero(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(NO_MARKS)})
    annotation = peer_annotations().get()
    assert (report.refused, report.units, annotation.state) == ([], 0, "submitted")
    assert annotation.units.count() == 0


def test_an_empty_peer_text_is_a_finished_zero(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(NO_MARKS, peer="")})
    assert (report.refused, report.peers) == ([], 1)
    assert Summary.objects.get(kind="peer").text == ""
    assert peer_annotations().get().state == "submitted"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (pyr()[: len(pyr()) // 2], "It is cut off"),
        (b"", "It is empty."),
        (b"\x89PNG\r\n", "It is not XML"),
        (pyr().replace(b"broke", b"br\xf6ke", 1), "It is not UTF-8"),
        (pyr().replace(b'uid="1"', "uid=“1”".encode()), "curly quotes"),
        (b"<!DOCTYPE a [<!ENTITY b 'bomb'>]><pyramid><text><line>&b;</line></text></pyramid>", "XML entities"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><pyramid/>', "has no <text>"),
        (pan(), "It is a peer annotation"),
        (pyr(text=" \n \n"), "Its pyramid has no text."),
        (pyr().replace(b'uid="1"', b'uid="one"'), "which is not a whole number"),
        (b" " * 10_000_001, "It is larger than 10 MB."),
        (b"<pyramid>" + b"<a>" * 50_000 + b"</a>" * 50_000 + b"</pyramid>", "has no <text>"),
    ],
    ids=["cut", "empty", "picture", "latin", "curly", "bomb", "external", "pan", "blank", "uid", "large", "deep"],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence_and_leaves_nothing(project, data, why) -> None:
    report = run_import(project, {"ann.pyr": data})
    (refusal,) = report.refused
    assert refusal["file"] == "ann.pyr"
    assert why in refusal["why"]
    assert report.files == 0
    assert set(counts_in_database(project).values()) == {0}


def test_one_refused_file_leaves_nothing_of_itself_while_the_others_come_in(project) -> None:
    """The refused peer would have made an owner, a peer summary and another release before its text was seen."""
    other = pan(pyramid=pyramid_xml((BROKE, CRACKS)))
    files = {
        "ann.pyr": pyr(),
        "ann.D1.p1.pan": pan(),
        "bob.D1.p2.pan": other.replace(b'uid="2"', b'uid="x"'),
        "eve.D1.p1.pan": pan(peer="Nothing of this text is of the peer p1 at all.", pyramid=pyramid_xml((FLOOD,))),
        "zoe.D1.p3.pan": pan(NO_MARKS),
    }
    report = run_import(project, files, topic="D1")
    assert [refusal["file"] for refusal in report.refused] == ["bob.D1.p2.pan", "eve.D1.p1.pan"]
    assert report.refused[1]["why"] == "The topic “D1” has a different text of peer p1."
    assert (report.files, report.peers, report.topics) == (3, 2, 1)
    assert {member.name for member in project.memberships.all()} == {"ann", "zoe"}
    assert set(project.imported_files.values_list("name", flat=True)) == {"ann.pyr", "ann.D1.p1.pan", "zoe.D1.p3.pan"}
    assert Release.objects.count() == 1


def test_other_model_texts_than_the_topics_are_refused(project) -> None:
    others = whole_text(("Something else.", "Another thing.", "Not this either."))
    report = run_import(project, {"ann.pyr": pyr(), "bob.pyr": pyr((), others)}, topic="D1")
    assert report.refused == [{"file": "bob.pyr", "why": "Its model summary 1 is not one of the topic “D1”."}]
    two = run_import(project, {"cid.pyr": pyr((), whole_text(MODELS[:2]))}, topic="D1")
    assert two.refused == [{"file": "cid.pyr", "why": "It has 2 model summaries, the topic “D1” has 3."}]


def test_a_file_with_no_regex_of_use_and_a_lone_surrogate_in_its_name_is_named_readably(project) -> None:
    report = run_import(project, {"caf\udce9.pyr": pyr(regex=REGEX)})
    assert (report.refused, report.files) == ([], 1)
    assert project.imported_files.get().name == "caf?.pyr"
