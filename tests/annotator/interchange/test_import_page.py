"""Importing a table or DUCView's files: the report, and sentences for what cannot be imported."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.matching.models import peer_annotations
from annotator.projects.models import Summary, Topic
from annotator.pyramids.models import pyramids
from annotator.web.forms import LARGEST_FILE
from tests.annotator.duc.duc_files import pan, pyr
from tests.scenes import Scene, signed_in

ADDRESS = "/p/p/import/"
MATTER = Path(__file__).resolve().parents[4] / "shared" / "data" / "matter"
HEADER = "topic,kind,summarizer,text\n"
BOMB = b'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><pyramid>&b;</pyramid>'


def send_table(scene: Scene, data: bytes, name: str = "texts.csv") -> Any:
    """What the page answers to this table."""
    given = {"how": "table", "table": SimpleUploadedFile(name, data)}
    return signed_in(scene.manager).post(ADDRESS, given)


def send_files(scene: Scene, files: Sequence[tuple[str, bytes]], **options: str) -> Any:
    """What the page answers to these .pyr and .pan files."""
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return signed_in(scene.manager).post(ADDRESS, {"how": "duc", "uploads": uploads, **options})


def test_a_table_makes_topics_and_summaries(scene: Scene) -> None:
    answer = send_table(scene, f'{HEADER}D1,model,A,"One, two."\nD1,peer,7,Three.\nD2,model,A,Four.\n'.encode())
    report = answer.context["table_report"]
    assert (answer.status_code, report.topics, report.models, report.peers) == (200, 2, 2, 1)
    assert "The table was imported" in answer.content.decode()
    assert list(Summary.objects.order_by("topic__key", "kind").values_list("topic__key", "summarizer", "text")) == [
        ("D1", "A", "One, two."),
        ("D1", "7", "Three."),
        ("D2", "A", "Four."),
    ]


def test_a_jsonl_table_does_the_same(scene: Scene) -> None:
    row = b'{"topic": "D1", "kind": "model", "summarizer": "A", "text": "One.", "title": "T", "statement": "Why?"}\n'
    assert send_table(scene, row, "texts.jsonl").status_code == 200
    topic = Topic.objects.get()
    assert (topic.title, topic.statement, topic.summaries.get().text) == ("T", "Why?", "One.")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"topic,kind,summarizer\nD1,model,A\n",
        f"{HEADER}D1,model,A,Good.\nD1,critic,B,Bad.\n".encode(),
        f"{HEADER}D1,model,A,One.\nD1,model,A,Two.\n".encode(),
        f"{HEADER}D1,model,A,Good.\nD/2,model,A,Bad key.\n".encode(),
        f"{HEADER}D1,model,A,Good.\nD1,model,a/b,Bad name.\n".encode(),
        f"{HEADER}D1,model,A,Good.\nD1,model,,No name.\n".encode(),
        f"{HEADER}D1,model,A,Good.\nD1,model,B,\n".encode(),
        f"{HEADER}D1,model,A,Good.\nD1,model,B,a\x00b\n".encode(),
        f"{HEADER}D1,model,A,Good.\nD1,model,B,".encode() + b"caf\xe9\n",
        f'{HEADER}D1,model,A,Good.\nD1,model,B,"never ends\n'.encode(),
        b'{"topic": "D1", "kind": "model", "summarizer": "A", "text": "Good."}\n{"topic": \n',
        b'{"topic": "D1", "kind": "model", "summarizer": "A", "text": "Good."}\n[1, 2]\n',
        b'{"topic": "D1", "kind": "model", "summarizer": "A", "text": 7}\n',
        f"{HEADER}{'D' * 300},model,A,Long key.\n".encode(),
        b"x" * (LARGEST_FILE + 1),
    ],
    ids=[
        "empty",
        "no text column",
        "unknown kind",
        "twice",
        "slash in key",
        "slash in name",
        "no name",
        "no text",
        "NUL",
        "encoding",
        "open quote",
        "half a line of JSON",
        "no object",
        "text is a number",
        "long key",
        "huge",
    ],
)
def test_of_a_table_with_a_fault_nothing_comes_in_and_a_sentence_says_why(scene: Scene, data: bytes) -> None:
    answer = send_table(scene, data)
    assert answer.status_code == 400
    reasons = [str(reason) for reasons in answer.context["table_form"].errors.values() for reason in reasons]
    assert reasons
    assert [reason for reason in reasons if not reason.endswith(".")] == []
    assert not Topic.objects.exists()


def test_a_summarizer_that_is_there_already_is_refused_with_the_whole_table(scene: Scene) -> None:
    send_table(scene, f"{HEADER}D1,model,A,One.\n".encode())
    answer = send_table(scene, f"{HEADER}D2,model,A,New.\nD1,model,A,Other.\n".encode())
    assert answer.status_code == 400
    assert "Topic “D1”: A: this topic already has a model summary by this summarizer." in answer.content.decode()
    assert (Topic.objects.count(), Summary.objects.get().text) == (1, "One.")


def test_pyramid_and_peer_come_in_and_the_report_is_shown(scene: Scene) -> None:
    answer = send_files(scene, [("ann.VARN.M.100.A.7.pan", pan()), ("VARN-ABC.pyr", pyr())], topic="VARN")
    report = answer.context["duc_report"]
    assert (report.files, report.topics, report.models, report.peers, report.scus) == (2, 1, 3, 1, 3)
    page = answer.content.decode()
    assert "2 files imported" in page
    assert pyramids().get().topic.key == "VARN"
    assert peer_annotations().get().units.count() == 3


def test_of_several_files_the_sound_ones_come_in_and_the_others_are_told(scene: Scene) -> None:
    answer = send_files(scene, [("VARN-ABC.pyr", pyr()), ("bad.pyr", b"<pyramid>"), ("notes.txt", b"Hello")])
    page = answer.content.decode()
    assert "1 file imported" in page
    assert "bad.pyr:" in page
    assert "notes.txt: It is neither a .pyr nor a .pan file." in page
    assert pyramids().count() == 1


def test_the_same_file_again_does_nothing_and_says_so(scene: Scene) -> None:
    send_files(scene, [("VARN-ABC.pyr", pyr())])
    answer = send_files(scene, [("again.pyr", pyr())])
    page = answer.content.decode()
    assert "Nothing was imported" in page
    assert "nothing was changed" in page
    assert pyramids().count() == 1


@pytest.mark.parametrize(
    "data",
    [BOMB, b"<pyramid>", b"\xff\xfe\x00", b"not XML", pyr()[:-40], b'<?xml version="1.0"?><peerAnnotation/>'],
    ids=["entity bomb", "truncated", "encoding", "no XML", "cut short", "wrong root"],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(scene: Scene, data: bytes) -> None:
    answer = send_files(scene, [("bad.pyr", data)])
    (refused,) = answer.context["duc_report"].refused
    assert refused["file"] == "bad.pyr"
    assert refused["why"].endswith(".")
    assert not Topic.objects.exists()


@pytest.mark.parametrize(
    ("files", "options", "sentence"),
    [
        ([], {}, "Choose at least one file."),
        ([("a.pyr", b"")], {}, "a.pyr is empty."),
        ([("a.pyr", b"x" * (LARGEST_FILE + 1))], {}, "a.pyr is larger than 20 MB."),
        ([("a.pyr", pyr())], {"topic": "a/b"}, "it cannot contain a slash."),
        ([("a.pyr", pyr())], {"models": "0"}, "greater than or equal to 1"),
        ([("a.pyr", pyr())], {"models": "many"}, "Enter a whole number."),
    ],
    ids=["none", "empty", "huge", "slash", "no models", "no number"],
)
def test_what_the_form_cannot_take_is_refused_before_any_file_is_read(
    scene: Scene, files: list[tuple[str, bytes]], options: dict[str, str], sentence: str
) -> None:
    answer = send_files(scene, files, **options)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Topic.objects.exists()


@pytest.mark.parametrize("separator", ["(", "(a+)+$", "x" * 1001])
def test_a_separator_that_is_no_usable_pattern_never_breaks_the_page(scene: Scene, separator: str) -> None:
    answer = send_files(scene, [("a.pyr", pyr(regex=None))], separator=separator)
    assert answer.status_code in (200, 400)
    assert "Traceback" not in answer.content.decode()


@pytest.mark.skipif(not MATTER.is_dir(), reason="the data set matter is not beside this repository")
def test_matter_comes_in_whole_through_the_page(scene: Scene) -> None:
    files = [(path.name, path.read_bytes()) for path in sorted(MATTER.rglob("*.p[ya][rn]"))]
    report = send_files(scene, files, topic="matter").context["duc_report"]
    # data/README.md: 5 models, three pyramids of 60, 46 and 34 SCUs, 20 peers
    assert (report.files, report.topics, report.models, report.peers, report.scus) == (23, 1, 5, 20, 140)
    assert report.refused == []
    page = signed_in(scene.viewer).get("/p/p/t/matter/")
    assert [(one.status.owner, one.status.scu_count) for one in page.context["overview"]["pyramids"]] == [
        ("annotator1", 60),
        ("annotator2", 46),
        ("annotator3", 34),
    ]
