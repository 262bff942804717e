"""Adding summaries to a topic: pasted, or as plain-text files; bad input is answered with a sentence."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.projects.models import Summary
from annotator.web.forms import LARGEST_FILE
from tests.factories import make_topic
from tests.scenes import Scene, signed_in

ADDRESS = "/p/p/t/D1/summaries/"
PASTED = {"how": "paste", "kind": "model", "summarizer": "A", "title": "", "text": "One two."}


@pytest.fixture(autouse=True)
def topic(scene: Scene) -> Any:
    return make_topic(scene.project, "D1")


def upload(scene: Scene, files: Sequence[tuple[str, bytes]], kind: str = "peer") -> Any:
    """What the page answers to these files."""
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return signed_in(scene.manager).post(ADDRESS, {"how": "files", "kind": kind, "uploads": uploads})


def test_a_pasted_text_is_kept_as_it_is(scene: Scene) -> None:
    text = "  One two.\r\n\r\n\tThree \U0001f600. "
    answer = signed_in(scene.manager).post(ADDRESS, {**PASTED, "title": "A title", "text": text})
    assert answer.headers["Location"] == "/p/p/t/D1/"
    summary = Summary.objects.get()
    assert (summary.kind, summary.summarizer, summary.title) == ("model", "A", "A title")
    assert summary.text == text.replace("\r\n", "\n")


def test_several_files_become_summaries_named_by_their_files(scene: Scene) -> None:
    assert upload(scene, [("system 1.txt", b"One."), ("B.v2.txt", "Zwei \u00fc.".encode())]).status_code == 302
    assert list(Summary.objects.values_list("kind", "summarizer", "text")) == [
        ("peer", "system 1", "One."),
        ("peer", "B.v2", "Zwei \u00fc."),
    ]


def test_what_was_changed_in_a_text_is_reported(scene: Scene) -> None:
    upload(scene, [("A.txt", b"\xef\xbb\xbfOne.\r\nTwo.\r\n")])
    page = signed_in(scene.manager).get("/p/p/").content.decode()
    assert Summary.objects.get().text == "One.\nTwo.\n"
    assert "No topics yet" not in page


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"summarizer": ""}, "This field is required."),
        ({"summarizer": "a/b"}, "it cannot contain a slash."),
        ({"summarizer": ".."}, "it cannot consist of dots."),
        ({"summarizer": "taken"}, "this topic already has a model summary by this summarizer."),
        ({"kind": "other"}, "Select a valid choice."),
        ({"text": ""}, "This field is required."),
        ({"text": " \n "}, "This text contains no words."),
        ({"text": "a\x00b"}, "Null characters are not allowed."),
        ({"text": "a\x07b"}, "Line 1 has the character U+0007, which cannot be stored."),
        ({"text": "a " * 100_001}, "at most 200,000 are allowed."),
    ],
    ids=["no name", "slash", "dots", "taken", "kind", "empty", "blank", "NUL", "control", "long"],
)
def test_a_pasted_text_that_cannot_be_is_refused_with_a_sentence(
    scene: Scene, topic: Any, given: dict[str, str], sentence: str
) -> None:
    topic.summaries.create(kind="model", summarizer="taken", position=0, text="x", length=1, segmenter="none")
    answer = signed_in(scene.manager).post(ADDRESS, {**PASTED, **given})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert Summary.objects.count() == 1


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (("A.txt", b""), "A.txt is empty."),
        (("A.txt", b"x" * (LARGEST_FILE + 1)), "A.txt is larger than 20 MB."),
        (("A.txt", b"word " * 1_000_000), "at most 200,000 are allowed."),
        (("A.txt", b"caf\xe9 au lait"), "A: The text is not UTF-8: line 1 has the byte 0xE9."),
        (("A.txt", b"a\x00b"), "A: Line 1 has the character U+0000, which cannot be stored."),
        (("good.md", b"The same name again."), "good: this topic already has a peer summary by this summarizer."),
        (("..txt", b"Dots."), "it cannot consist of dots."),
    ],
    ids=["empty", "huge", "10 MB", "encoding", "NUL", "twice", "dots"],
)
def test_with_one_bad_file_none_comes_in(scene: Scene, bad: tuple[str, bytes], sentence: str) -> None:
    answer = upload(scene, [("good.txt", b"One two."), bad])
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Summary.objects.exists()


def test_without_a_file_one_is_asked_to_choose(scene: Scene) -> None:
    answer = upload(scene, [])
    assert answer.status_code == 400
    assert "Choose at least one file." in answer.content.decode()
