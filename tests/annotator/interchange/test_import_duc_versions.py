"""Which release a file belongs to, and texts that are not the topic's to the letter."""

import pytest

from annotator.matching.models import Unit, peer_annotations
from annotator.pyramids import services
from annotator.pyramids.models import pyramids
from annotator.pyramids.store import read_scus
from annotator.work.log.rebuild import rebuild
from annotator.work.release_models import Release
from tests.annotator.duc.duc_files import (
    BROKE,
    CRACKS,
    FLOOD,
    MODELS,
    PEER,
    REGEX,
    SCUS,
    TEXT,
    Scu,
    pan,
    part,
    pyr,
    pyramid_xml,
    whole_text,
)
from tests.annotator.interchange.duc_import import covered, run_import, whats
from tests.factories import make_project

pytestmark = pytest.mark.django_db


def unmarked(peers: str, matcher: str, release: str) -> str:
    """The note on files without a unit that matches no SCU, as OTHER_UNITS are."""
    return (
        f"no text is marked as matching no SCU in {peers} by {matcher} against release {release}: there is no original "
        "score"
    )


RELABELLED: Scu = (2, "Two villages were flooded", FLOOD[2])
OTHER_SCUS = (BROKE, RELABELLED, (8, "There were warnings", [[part("had warned")]]))
OTHER = pyramid_xml(OTHER_SCUS)
OTHER_UNITS: tuple[Scu, ...] = (
    (1, "(3) The dam broke", [[(0, 13, "The dam broke")]]),
    (2, "(2) Two villages were flooded", []),
    (8, "(1) There were warnings", []),
    (0, "None", []),
)


@pytest.fixture
def project():
    return make_project("varn")


def test_a_pan_with_another_version_of_the_pyramid_makes_a_further_release_and_is_pinned_to_it(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(OTHER_UNITS, pyramid=OTHER), "p2.pan": pan()})
    assert whats(report) == [
        "its pyramid is not release 1 of ann: SCUs 2, 7, 8 differ",
        unmarked("1 peer", "ann", "2 of ann (varn)"),
    ]
    pyramid = pyramids().get()
    first, second = pyramid.releases.order_by("number")
    assert {work.peer_name: work.release for work in peer_annotations()} == {"p1": second, "p2": first}
    assert dict(second.scus.values_list("uid", "label")) == {
        1: "The dam broke",
        2: "Two villages were flooded",
        8: "There were warnings",
    }
    assert (first.file_name, second.file_name, second.weight_source) == ("ann.pyr", "p1.pan", "file")


def test_a_file_for_which_the_pyramid_has_too_many_releases_is_refused(
    project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_RELEASES", 1)
    run_import(project, {"ann.pyr": pyr()})
    report = run_import(project, {"p1.pan": pan(OTHER_UNITS, pyramid=OTHER)})
    why = "The pyramid has 1 releases, which is the maximum."
    assert (report.refused, Release.objects.count()) == ([{"file": "p1.pan", "why": why}], 1)


def test_the_live_pyramid_stays_as_the_pyr_has_it(project) -> None:
    run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(OTHER_UNITS, pyramid=OTHER)})
    pyramid = pyramids().get()
    assert list(covered(pyramid)) == [1, 2, 7]
    assert [(e.revision, e.verb) for e in pyramid.edits.order_by("revision")] == [
        *((1, "import"), (2, "release"), (3, "release"))
    ]
    assert rebuild(pyramid.pk) == (read_scus(pyramid.pk), [])


def test_scus_of_one_uid_keep_their_id_so_that_peers_can_be_carried_over(project) -> None:
    run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(OTHER_UNITS, pyramid=OTHER)})
    first, second = ({s.uid: s.uuid for s in release.scus.all()} for release in Release.objects.order_by("number"))
    assert (first[1], first[2]) == (second[1], second[2])
    assert second[8] not in first.values()


def test_a_uid_that_only_a_version_uses_is_not_given_to_a_new_scu(project) -> None:
    """Uids are never reused (DESIGN §3): SCU 8 of release 2 and one made later would be taken for one another."""
    run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(OTHER_UNITS, pyramid=OTHER)})
    assert pyramids().get().next_uid == 9


def test_a_second_pan_with_that_version_finds_its_release(project) -> None:
    files = {"ann.pyr": pyr(), "p1.pan": pan(OTHER_UNITS, pyramid=OTHER)}
    run_import(project, files)
    report = run_import(project, {"p2.pan": pan(OTHER_UNITS, pyramid=OTHER, after="\n")})
    assert (report.refused, Release.objects.count()) == ([], 2)
    assert whats(report) == [unmarked("2 peers", "ann", "2 of ann (varn)")]
    assert peer_annotations().get(summary__summarizer="p2").release == Release.objects.get(number=2)


def test_a_version_that_differs_in_order_alone_is_told_as_that(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(), "p1.pan": pan(pyramid=pyramid_xml((CRACKS, BROKE, FLOOD)))})
    assert whats(report) == ["its pyramid is not release 1 of ann: the order of its SCUs or its text differs"]
    assert Release.objects.count() == 2


def test_the_version_belongs_to_the_pyramid_that_it_differs_least_from(project) -> None:
    far = pyr(((1, "Villages", [[part("Two villages")]]), (5, "Cracks", [[part("cracks")]])))
    report = run_import(project, {"ann.pyr": far, "bob.pyr": pyr(), "p1.pan": pan(OTHER_UNITS, pyramid=OTHER)})
    assert whats(report) == [
        "its pyramid is not release 1 of bob: SCUs 2, 7, 8 differ",
        unmarked("1 peer", "bob", "2 of bob (varn)"),
    ]


def test_a_pan_alone_brings_its_pyramid(project) -> None:
    report = run_import(project, {"100.D0601.M.250.A.1.pan": pan()})
    assert (report.scus, report.models, report.peers, report.topics) == (3, 3, 1, 1)
    pyramid = pyramids().get()
    assert (pyramid.owner.name, pyramid.topic.key) == ("100", "D0601")
    assert Release.objects.get().file_name == "100.D0601.M.250.A.1.pan"


def test_an_identical_pyr_after_the_pan_makes_no_second_release(project) -> None:
    run_import(project, {"100.D0601.M.250.A.1.pan": pan()})
    report = run_import(project, {"D0601.pyr": pyr()})
    assert whats(report) == ["release 1 of 100 has the same content already"]
    assert (report.files, report.scus) == (1, 0)
    assert (pyramids().count(), Release.objects.count()) == (1, 1)


def test_a_character_that_an_encoding_lost_matches_any(project) -> None:
    text = TEXT.replace("Varn", "Värn").replace("cracks", "crâcks")
    scus = (BROKE, FLOOD, (7, "There were cracks", [[part("Engineers"), part("crâcks", text=text)]]))
    scus = ((1, BROKE[1], [[part("The dam at Värn broke", text=text)], *BROKE[2][1:]]), *scus[1:])
    lost = pyramid_xml(scus, text).replace("ä", "\ufffd").replace("â", "\ufffd")
    report = run_import(project, {"ann.pyr": pyr(scus, text), "p1.pan": pan(pyramid=lost)})
    assert (report.repairs, report.refused) == ([], [])
    assert peer_annotations().get().release == Release.objects.get()


def test_the_pan_is_looked_for_in_all_topics_where_none_is_named(project) -> None:
    other = pyr((), whole_text(("Something else.", "Another thing.", "Not this either.")))
    run_import(project, {"D1/ann.pyr": other, "D2/ann.pyr": pyr(), "881.pan": pan()})
    assert peer_annotations().get().topic.key == "D2"


def other_spacing() -> tuple[bytes, str]:
    """Another annotator's file of the same words, with other spacing, quotation marks, case and separators."""
    models = [model.replace(" ", "  ").replace(";", " -").replace("Friday", "FRIDAY") for model in MODELS]
    text = "".join(f"---\n{model}\n" for model in models)
    broke = [[part("The  dam  at  Varn  broke", text=text)], [part("A  dam  broke", text=text)]]
    scus = ((4, "Broke", broke), (5, "Cracks", [[part("Engineers", text=text), part("cracks", text=text)]]))
    return pyr(scus, text, "---\n"), text


def test_a_text_with_other_spacing_is_aligned_and_each_moved_part_is_told(project) -> None:
    data, _ = other_spacing()
    report = run_import(project, {"ann.pyr": pyr(), "bob.pyr": data}, topic="D1")
    assert report.refused == []
    assert covered(pyramids().get(owner__name="bob")) == {
        4: [["The dam at Varn broke"], ["A dam broke"]],
        5: [["Engineers", "cracks"]],
    }
    # By hand: in VARN.1 the four spaces before the end of "broke" are doubled, in VARN.2 two, in VARN.3 four before
    # "cracks"; "Engineers" begins its text in both.
    assert [(repair["uid"], repair["what"]) for repair in report.repairs] == [
        (4, "part [0, 25) of VARN.1 was re-anchored to [0, 21)"),
        (4, "part [0, 13) of VARN.2 was re-anchored to [0, 11)"),
        (5, "part [28, 34) of VARN.3 was re-anchored to [24, 30)"),
    ]


def test_the_first_text_stays_the_topics_and_the_files_own_stays_with_its_release(project) -> None:
    data, text = other_spacing()
    run_import(project, {"ann.pyr": pyr(), "bob.pyr": data}, topic="D1")
    topic = project.topics.get()
    assert [model.text for model in topic.summaries.model_summaries()] == list(MODELS)
    document = Release.objects.get(pyramid__owner__name="bob").document
    assert document is not None
    assert document["text"] == text


def test_a_part_whose_words_are_not_in_the_topics_text_refuses_its_file_whole(project) -> None:
    text = TEXT.replace("for years", "for a decade")
    scus = (BROKE, (7, "Cracks", [[part("cracks for a decade", text=text)]]))
    report = run_import(project, {"ann.pyr": pyr(), "bob.pyr": pyr(scus, text)}, topic="D1")
    (refusal,) = report.refused
    assert refusal["file"] == "bob.pyr"
    assert refusal["why"] == "VARN.3: “cracks for a decade” is not in the topic's text of this summary."
    assert [pyramid.owner.name for pyramid in pyramids()] == ["ann"]
    assert not project.memberships.filter(name="bob").exists()
    assert report.repairs == []


def test_models_in_another_order_are_the_summaries_of_the_same_words(project) -> None:
    """Two summaries that differ in a word: the first that fits would take the wrong one's words."""
    models = ("A dam broke in the far north.", "A dam broke in the far south.")
    turned = whole_text([f"{models[1]} ", models[0]])
    north, south = (part(words, text=turned) for words in ("north", "south"))
    both = [[part("A dam broke", 1, turned)], [part("A dam broke", 2, turned)]]
    data = pyr(((1, "North", [[north]]), (2, "South", [[south]]), (3, "Broke", both)), turned)
    report = run_import(project, {"ann.pyr": pyr((), whole_text(models)), "bob.pyr": data}, topic="D1")
    assert report.refused == []
    pyramid = pyramids().get(owner__name="bob")
    assert covered(pyramid) == {1: [["north"]], 2: [["south"]], 3: [["A dam broke"], ["A dam broke"]]}
    contributors = pyramid.scus.get(uid=3).contributors.all()
    assert [contributor.summary.summarizer for contributor in contributors] == ["VARN.2", "VARN.1"]


def test_a_later_text_of_a_peer_is_aligned(project) -> None:
    spaced = PEER.replace(" ", "  ")
    units: tuple[Scu, ...] = ((1, "(3) The dam broke", [[(0, 15, "The  dam  broke")]]), (0, "None", []))
    report = run_import(project, {"ann.D1.p1.pan": pan(), "bob.D1.p1.pan": pan(units, spaced)})
    assert whats(report) == [
        "part [0, 15) of p1 was re-anchored to [0, 13)",
        unmarked("1 peer", "bob", "1 of ann (D1)"),
    ]
    unit = Unit.objects.get(annotation__owner__name="bob")
    assert [(part.start, part.end) for part in unit.parts.all()] == [(0, 13)]


def test_files_of_2005_have_numbers_of_models_and_no_regex(project) -> None:
    report = run_import(project, {"ann.pyr": pyr(SCUS, TEXT, None, ' numModels="3"')})
    assert (report.models, report.refused) == (3, [])
    assert REGEX not in str(Release.objects.get().document)
