"""The real set "What is Matter?": three people's pyramids of the same five texts, and 20 peers."""

import re
import unicodedata
from dataclasses import asdict

import pytest
from django.contrib.auth import authenticate
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.matching.models import Unit, UnitPart, peer_annotations
from annotator.matching.store import read_units
from annotator.pyramids.models import pyramids
from annotator.pyramids.store import read_scus
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import rebuild
from annotator.work.release_models import Release
from tests.annotator.interchange.duc_import import (
    MATTER,
    counts_in_database,
    files_of,
    needs_data,
    parsed,
    run_import,
    whats,
    words_of,
)
from tests.factories import make_member, make_project

pytestmark = [needs_data, pytest.mark.django_db]

OWNERS = ("annotator1", "annotator2", "annotator3")


def letters(text: str) -> str:
    """What is compared where spacing, quotation marks and case may differ."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if char.isalnum())


@pytest.fixture
def project():
    return make_project("matter")


@pytest.fixture
def report(project):
    return run_import(project, files_of(MATTER))


def test_the_report_counts_what_the_files_hold(report) -> None:
    """60 + 46 + 34 SCUs (the set's README); contributors, parts and units as an XML parser counts them."""
    pyramids = [parsed((MATTER / f"{owner}.pyr").read_bytes()) for owner in OWNERS]
    peers = [parsed(path.read_bytes()).find("annotation") for path in sorted((MATTER / "peers").iterdir())]
    assert report.refused == []
    counts = {name: value for name, value in asdict(report).items() if isinstance(value, int)}
    assert counts == {
        "files": 23,
        "topics": 1,
        "models": 5,
        "peers": 20,
        "scus": 60 + 46 + 34,
        "contributors": sum(len(list(pyramid.iter("contributor"))) for pyramid in pyramids),
        "parts": sum(len(list(pyramid.iter("part"))) for pyramid in pyramids),
        "units": sum(len(list(peer.iter("contributor"))) for peer in peers if peer is not None),
    }


def test_the_json_has_the_keys_of_the_contract(report) -> None:
    assert list(asdict(report)) == [
        *("files", "topics", "models", "peers", "scus", "contributors", "parts", "units", "repairs", "refused")
    ]
    assert all(list(repair) == ["file", "uid", "what", "weight_changed"] for repair in report.repairs)


def test_three_owners_without_an_account_have_a_pyramid_of_one_topic(project, report) -> None:
    by_owner = pyramids().order_by("owner__name")
    assert [(pyramid.owner.name, pyramid.scus.count()) for pyramid in by_owner] == [
        *(("annotator1", 60), ("annotator2", 46), ("annotator3", 34))
    ]
    assert {pyramid.topic.key for pyramid in by_owner} == {"matter"}
    assert set(project.memberships.values_list("name", "user")) == {(owner, None) for owner in OWNERS}
    assert authenticate(username="annotator1", password="") is None


def test_unnamed_models_are_called_by_their_place(project, report) -> None:
    models = project.topics.get().summaries.model_summaries()
    assert [model.summarizer for model in models] == ["M1", "M2", "M3", "M4", "M5"]


def test_all_peers_are_finished_and_pinned_to_the_first_pyramid(project, report) -> None:
    annotations = peer_annotations()
    assert {annotation.peer_name for annotation in annotations} == {path.stem for path in (MATTER / "peers").iterdir()}
    fields = ("owner__name", "release__pyramid__owner__name", "release__number", "state")
    assert set(annotations.values_list(*fields)) == {("annotator1", "annotator1", 1, "submitted")}
    assert Release.objects.count() == 3


def test_every_part_covers_the_words_of_its_label_whoever_annotated_the_text(project, report) -> None:
    for owner in OWNERS:
        elements = parsed((MATTER / f"{owner}.pyr").read_bytes()).findall("scu")
        pyramid = pyramids().get(owner__name=owner)
        for element, scu in zip(elements, pyramid.scus.all(), strict=True):
            assert (scu.uid, scu.label) == (int(element.get("uid", "")), element.get("label"))
            labels = sorted(letters(part.get("label", "")) for part in element.iter("part"))
            parts = [part for contributor in scu.contributors.all() for part in contributor.parts.all()]
            assert sorted(letters(words_of(part)) for part in parts) == labels


def test_every_unit_covers_the_words_of_its_label(project, report) -> None:
    for path in (MATTER / "peers").iterdir():
        annotation = parsed(path.read_bytes()).find("annotation")
        assert annotation is not None
        expected = sorted(
            (scu.get("uid"), letters(part.get("label", "")))
            for scu in annotation.findall("peerscu")
            for part in scu.iter("part")
        )
        parts = UnitPart.objects.filter(annotation__summary__summarizer=path.stem).select_related("unit__scu")
        got = sorted((str(p.unit.scu.uid) if p.unit.scu else "0", letters(words_of(p))) for p in parts)
        assert got == expected, path.name


def test_each_moved_part_of_a_later_text_is_told_with_its_uid(project, report) -> None:
    """annotator1's texts are the topic's; of the others' parts those are told whose offsets in the summary differ."""
    told = [repair for repair in report.repairs if "re-anchored" in repair["what"]]
    assert {repair["file"] for repair in told} == {"annotator2.pyr", "annotator3.pyr"}
    assert all(repair["uid"] and repair["weight_changed"] is None for repair in told)
    pattern = re.compile(r"part \[(\d+), (\d+)\) of M[1-5] was re-anchored to \[(\d+), (\d+)\)")
    for repair in told:
        spans = pattern.fullmatch(repair["what"])
        assert spans is not None
        assert spans.group(1, 2) != spans.group(3, 4)


def test_no_weight_changes_in_this_set(report) -> None:
    assert [repair for repair in report.repairs if repair["weight_changed"]] == []


def test_a_second_import_does_nothing_and_says_so(project, report) -> None:
    before = counts_in_database(project), Unit.objects.count(), Edit.objects.count()
    again = run_import(project, files_of(MATTER))
    assert {name: value for name, value in asdict(again).items() if value} == {"repairs": again.repairs}
    assert len(again.repairs) == 23
    assert all("the same bytes were imported before" in what for what in whats(again))
    assert (counts_in_database(project), Unit.objects.count(), Edit.objects.count()) == before


def test_a_dry_run_reports_the_same_and_leaves_nothing(project) -> None:
    dry = run_import(project, files_of(MATTER), dry_run=True)
    assert set(counts_in_database(project).values()) == {0}
    assert not Edit.objects.exists()
    assert asdict(dry) == asdict(run_import(project, files_of(MATTER)))


def test_the_log_alone_rebuilds_what_was_imported(report) -> None:
    for pyramid in pyramids():
        assert rebuild(pyramid.pk) == (read_scus(pyramid.pk), [])
        assert list(pyramid.edits.values_list("revision", "verb")) == [(1, "import"), (2, "release")]
        assert pyramid.revision == 2
    for annotation in peer_annotations():
        assert rebuild(annotation.pk) == (read_units(annotation.pk), [])
        assert [(e.revision, e.verb, e.payload["file"]) for e in annotation.edits.all()] == [
            (1, "import", f"{annotation.peer_name}.pan")
        ]


def test_what_somebody_with_an_account_imports_may_be_edited_by_them(project) -> None:
    member = make_member(project, "manager")
    run_import(project, files_of(MATTER), by=member.user)
    assert {(pyramid.pk, *pyramid.editors.all()) for pyramid in pyramids()} == {
        (pyramid.pk, member) for pyramid in pyramids()
    }
    assert all([*annotation.editors.all()] == [member] for annotation in peer_annotations())
    assert {edit.actor for edit in Edit.objects.all()} == {member.user}


def test_statements_grow_with_the_files_and_not_with_what_they_hold(project) -> None:
    """Measured: 36 for the first pyramid, 25 for each other file and one more where a release is read first."""
    counts = []
    files = files_of(MATTER)
    for name in sorted(files, key=lambda name: name.endswith(".pan")):
        with CaptureQueriesContext(connection) as statements:
            assert run_import(project, {name: files[name]}).refused == []
        counts.append(len(statements))
    assert max(counts) <= 40
    assert len(set(counts[4:])) == 1
