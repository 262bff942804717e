"""Pyramids and peer annotations made here as DUCView files, and those files taken in elsewhere."""

import re

import pytest
from django.contrib.auth.models import User

from annotator.duc.readers import read_pan, read_pyr
from annotator.interchange.duc.exporting import export_duc
from annotator.matching.models import peer_annotations
from annotator.matching.store import read_units
from annotator.projects.models import Project, Summary
from annotator.projects.texts import NewSummary, add_summaries
from annotator.pyramids.models import ReleasedScu, pyramids
from annotator.pyramids.services import release_pyramid
from annotator.pyramids.store import read_scus
from annotator.work.models import Work
from annotator.work.release_models import Release
from scoring.observations.pyramid_scores import ScoreSettings
from tests.annotator.duc.duc_files import MODELS, PEER, pyr
from tests.annotator.interchange.duc_import import NOW, run_import, whats
from tests.factories import (
    add_scus,
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_topic,
    make_user,
    scu_snapshot,
    unit_snapshot,
)
from tests.scoring.seen import score_sheet

pytestmark = pytest.mark.django_db

# Ends with a line end, is between blank lines, holds what looks like headers, has characters outside the BMP.
TEXTS = (f"{MODELS[0]}\n", f"\n\n{MODELS[1]}\n\n", f"----------\n VARN.3\n----------\n{MODELS[2]}", "𝄞 The dam broke.")
PEER_TEXT = f"{PEER}\n𝄞 Nobody died.\n"


@pytest.fixture
def project():
    return make_project("varn")


def place(text: str, words: str) -> tuple[int, int]:
    """Where words are in a text, in code points."""
    start = text.index(words)
    return start, start + len(words)


@pytest.fixture
def release(project) -> Release:
    """Three SCUs over four models, made and released here by ann."""
    user = make_user("ann")
    member = make_member(project, "manager", user)
    topic = make_topic(project, "Dam")
    add_summaries(
        topic=topic, summaries=[NewSummary("model", f"S{n}", text) for n, text in enumerate(TEXTS, start=1)], by=None
    )
    keys = [summary.pk for summary in topic.summaries.model_summaries()]
    broke = [
        (keys[0], [(11, *place(TEXTS[0], "The dam at Varn broke"))]),
        (keys[1], [(12, *place(TEXTS[1], "A dam broke"))]),
        (keys[3], [(13, *place(TEXTS[3], "The dam broke"))]),
    ]
    cracks = (keys[2], [(31, *place(TEXTS[2], "cracks")), (32, *place(TEXTS[2], "Engineers"))])
    scus = [
        scu_snapshot(1, *broke, label='The "dam" broke & fell'),
        scu_snapshot(2, (keys[1], [(21, *place(TEXTS[1], "villages"))]), comment="see <above>\nand below"),
        scu_snapshot(3, cracks),
    ]
    return release_pyramid(pyramid=make_pyramid(topic, member, scus), by=user, now=NOW)


@pytest.fixture
def annotation(release) -> Work:
    """A finished peer with two mentions of the dam, one of the villages and one non-matching unit."""
    topic = release.pyramid.topic
    ((peer,), _) = add_summaries(topic=topic, summaries=[NewSummary("peer", "sys7", PEER_TEXT)], by=None)
    units = [
        unit_snapshot(1, 1, (41, *place(PEER_TEXT, "The dam broke"))),
        unit_snapshot(2, 2, (42, *place(PEER_TEXT, "flooded")), (43, *place(PEER_TEXT, "villages"))),
        unit_snapshot(3, 1, (44, *place(PEER_TEXT, "dam"))),
        unit_snapshot(4, None, (45, *place(PEER_TEXT, "Nobody died")), comment="made up"),
    ]
    return make_peer_annotation(release, units=units, summary=peer, state="submitted")


def exported(project: Project) -> dict[str, str]:
    return {file.name: file.text for file in export_duc(project)}


def as_bytes(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def scu_words(pyramid: Work) -> list[object]:
    """A pyramid's SCUs with words for offsets, so that texts between blank lines compare."""
    texts = {summary.pk: summary.text for summary in pyramid.topic.summaries.all()}
    names = {summary.pk: summary.summarizer for summary in pyramid.topic.summaries.all()}
    return [
        (
            *(snapshot["uid"], snapshot["position"], snapshot["label"], snapshot["comment"]),
            [
                (names[c["summary"]], c["comment"], [texts[c["summary"]][p["start"] : p["end"]] for p in c["parts"]])
                for c in snapshot["contributors"]
            ],
        )
        for snapshot in read_scus(pyramid.pk)
    ]


def unit_spans(annotation: Work) -> list[tuple[int, str, list[tuple[int, int]]]]:
    """An annotation's units by SCU, as files have them."""
    uids = {
        str(uuid): uid
        for uuid, uid in ReleasedScu.objects.filter(release=annotation.release_id).values_list("uuid", "uid")
    }
    spans = [
        (uids.get(snapshot["scu"] or "", 0), snapshot["comment"], [(p["start"], p["end"]) for p in snapshot["parts"]])
        for snapshot in read_units(annotation.pk)
    ]
    return sorted(spans, key=lambda one: one[0])


def test_files_are_named_for_what_is_in_them(project, annotation) -> None:
    assert exported(project).keys() == {"Dam.ann.r1.pyr", "ann.Dam.sys7.pan"}


def test_the_regex_matches_a_header_for_each_summary_and_nothing_in_them(project, release) -> None:
    """By the regular expression of the file itself: as many matches as models, and the texts stand between them."""
    reading = read_pyr(exported(project)["Dam.ann.r1.pyr"].encode())
    assert reading.repairs == ()
    document = reading.document
    assert document.regex is not None
    headers = list(re.finditer(document.regex, document.text))
    assert [header.group().split("\n")[1] for header in headers] == [" S1", " S2", " S3", " S4"]
    assert re.split(document.regex, document.text)[0] == ""
    bodies = [text.strip("\n") for text in re.split(document.regex, document.text)[1:]]
    assert bodies == [text.strip("\n") for text in TEXTS]


def test_a_release_holds_what_was_released_and_not_what_came_after(project, release) -> None:
    pyramid = release.pyramid
    pyramid.scus.filter(uid=1).update(label="Changed since")
    add_scus(pyramid, [scu_snapshot(9, label="Later")])
    document = read_pyr(exported(project)["Dam.ann.r1.pyr"].encode()).document
    assert [(scu.uid, scu.label) for scu in document.scus] == [
        (1, 'The "dam" broke & fell'),
        (2, "SCU 2"),
        (3, "SCU 3"),
    ]


def test_a_pyramid_that_was_not_released_is_not_exported(project) -> None:
    topic = make_topic(project, "Dam")
    make_pyramid(topic, scus=[scu_snapshot(1, label="")])
    assert exported(project) == {}


def test_summaries_that_came_after_a_release_are_not_in_its_file(project, release) -> None:
    """Xa is contributors over models: one more model in the file would give other scores than the release has."""
    before = exported(project)
    add_summaries(topic=release.pyramid.topic, summaries=[NewSummary("model", "late", "A late summary.")], by=None)
    assert exported(project) == before


def test_what_is_imported_elsewhere_has_the_same_scus_and_units(project, annotation) -> None:
    other = make_project("other")
    report = run_import(other, as_bytes(exported(project)))
    assert report.refused == []
    theirs = pyramids().get(topic__project=other)
    assert (theirs.topic.key, theirs.owner.name, theirs.next_uid) == ("Dam", "ann", 4)
    assert scu_words(theirs) == scu_words(annotation.release.pyramid)
    copied = peer_annotations().get(owner__project=other)
    assert (copied.peer_name, copied.owner.name, copied.state) == ("sys7", "ann", "submitted")
    assert unit_spans(copied) == unit_spans(annotation)
    assert list(other.topics.get().summaries.peer_summaries().values_list("text", flat=True)) == [PEER_TEXT]


def test_what_is_imported_elsewhere_has_the_same_scores(project, annotation) -> None:
    other = make_project("other")
    run_import(other, as_bytes(exported(project)))
    scores = []
    for one in (project, other):
        mine = peer_annotations().filter(owner__project=one)
        sheet = score_sheet(project=one, annotations=mine, role="manager", settings=ScoreSettings())
        scores += [scored.scores for scored in sheet.scored]
    assert scores[0] == scores[1]
    # By hand: weights 3, 1, 1 over four models; matched 1 and 2, one repetition, one non-matching: 4 of X = 4 (Max 5);
    # X of the modified score is round(5/4) = 1, its Max 3.
    assert (scores[0].weight_sum, scores[0].original.x, scores[0].original.max) == (4, 4, 5)
    assert (scores[0].modified.x, scores[0].modified.max) == (1, 3)


def test_files_that_come_back_home_are_known(project, annotation) -> None:
    """The pyramid has been edited since, so that only the content of the release says what the files belong to."""
    files = as_bytes(exported(project))
    add_scus(annotation.release.pyramid, [scu_snapshot(9, label="Later")])
    report = run_import(
        project, {"Dam.ann.r1.pyr": files["Dam.ann.r1.pyr"], "bob.Dam.sys7.pan": files["ann.Dam.sys7.pan"]}
    )
    assert report.refused == []
    assert whats(report) == ["release 1 of ann has the same content already"]
    assert Release.objects.count() == 1
    assert peer_annotations().get(owner__name="bob").release == annotation.release


def test_a_draft_and_an_annotation_without_marks_are_exported_too(project, release) -> None:
    make_peer_annotation(
        release,
        summary=release.pyramid.topic.summaries.create(
            kind="peer", summarizer="none", text="Not a word.", length=11, position=0, segmenter="none"
        ),
    )
    document = read_pan(exported(project)["ann.Dam.none.pan"].encode()).document
    assert {scu.uid: len(scu.contributors) for scu in document.scus} == {1: 0, 2: 0, 3: 0, 0: 0}
    assert [scu.label[:3] for scu in document.scus[:3]] == ["(3)", "(1)", "(1)"]


def test_the_release_made_here_of_an_imported_pyramid_is_a_file_of_its_own(project) -> None:
    user = make_user()
    make_member(project, "manager", user)
    run_import(project, {"D1/ann.pyr": pyr()}, by=user)
    pyramid = pyramids().get()
    pyramids().update(revision=pyramid.revision + 1)
    release_pyramid(pyramid=pyramid, by=user, now=NOW)
    files = exported(project)
    assert files.keys() == {"ann.pyr", "D1.ann.r2.pyr"}
    first, second = (read_pyr(files[name].encode()).document for name in ("ann.pyr", "D1.ann.r2.pyr"))
    assert [(scu.uid, scu.label) for scu in second.scus] == [(scu.uid, scu.label) for scu in first.scus]
    assert [second.model_text(i) for i in range(3)] == [first.model_text(i) for i in range(3)]


def test_two_annotations_of_one_peer_by_one_owner_keep_topic_and_peer_in_their_names(project, annotation) -> None:
    pyramids().update(revision=5)
    second = release_pyramid(pyramid=annotation.release.pyramid, by=User.objects.get(username="ann"), now=NOW)
    make_peer_annotation(second, annotation.owner, summary=annotation.summary)
    files = exported(project)
    assert {name for name in files if name.endswith(".pan")} == {"ann.Dam.sys7.pan", "ann.Dam.sys7.copy2.pan"}
    other = make_project("other")
    run_import(other, as_bytes(files))
    assert set(Summary.objects.filter(topic__project=other, kind="peer").values_list("summarizer", flat=True)) == {
        "sys7"
    }


def test_names_too_long_for_a_file_system_are_cut(project) -> None:
    user = make_user("ü" * 100)
    member = make_member(project, "manager", user)
    topic = make_topic(project, "長" * 100)
    add_summaries(topic=topic, summaries=[NewSummary("model", "S1", TEXTS[0])], by=None)
    scu = scu_snapshot(1, (topic.summaries.get().pk, [(1, 0, 7)]))
    release_pyramid(pyramid=make_pyramid(topic, member, [scu]), by=user, now=NOW)
    (name,) = exported(project)
    assert len(name.encode()) <= 255
    assert name.endswith(".pyr")
