"""Parses by page and API: imports, what is refused, deleting, and where the page of measures leads."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.observations.parses.models import Parse
from tests.factories import make_summary
from tests.scenes import Scene, make_scene, signed_in
from tests.scoring.observations.parses.scene import DOCUMENT, MODEL, PEER, add_parsed_topic, conllu

pytestmark = pytest.mark.django_db

PAGE, API, MEASURES = "/p/p/parses/", "/api/projects/p/parses/", "/p/p/measures/"


@pytest.fixture
def scene() -> Scene:
    scene = make_scene("p")
    add_parsed_topic(scene.project)
    return scene


def posted(scene: Scene, content: str, name: str = "D1.7.conllu", **fields: str) -> Any:
    upload = SimpleUploadedFile(name, content.encode())
    return signed_in(scene.manager).post(PAGE, {"uploads": upload, **fields})


def sent(scene: Scene, *files: tuple[str, str], **body: Any) -> Any:
    named = [{"name": name, "content": content} for name, content in files]
    return signed_in(scene.manager).post(API, {"files": named, **body}, format="json")


def test_the_page_imports_files_and_deletes_parses(scene: Scene) -> None:
    client = signed_in(scene.manager)
    assert "None yet." in client.get(PAGE).text
    assert "parses for 0 of 2 texts: <a" in client.get(MEASURES).text
    content = conllu(PEER, newdoc="D1.7") + conllu("Who?", newdoc="D9.1")
    assert "The parses can be imported" in posted(scene, content, "all.conllu", dry_run="on").text
    assert not Parse.objects.exists()
    answer = posted(scene, content, "all.conllu", parser="UDPipe").text
    assert "The parses were imported" in answer
    assert "no text of the project has the name: all.conllu, “D9.1”." in answer
    assert "CoNLL-U is missing for D1: A." in answer
    assert "by UDPipe" in answer
    assert "parses for 1 of 2 texts: <a" in client.get(MEASURES).text
    posted(scene, conllu(MODEL), "D1.A.conllu")
    page = client.get(f"{MEASURES}?measure=be-hm:be=ud1").text
    assert "parses for 2 of 2 texts</li>" in page
    assert '<th scope="col" class="num">be-hm:be=ud1</th>' in page
    assert client.post(PAGE, {"delete": "conllu"}).status_code == 302
    assert not Parse.objects.exists()


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (conllu(MODEL), "D1.7.conllu", "Word 3, “and”, is not in the text, which has “burned.” in line 1."),
        (conllu(PEER), "D9.7.conllu", "None of the names is that of a text of the project."),
        (conllu(PEER), "D1.7.txt", "or say which kind it is."),
        ("", "D1.7.conllu", "is empty"),
    ],
)
def test_the_page_says_what_is_wrong(scene: Scene, content: str, name: str, message: str) -> None:
    answer = posted(scene, content, name)
    assert answer.status_code == 400
    assert message in answer.text
    assert not Parse.objects.exists()


def test_the_page_takes_no_more_than_20_megabytes(scene: Scene) -> None:
    uploads = [SimpleUploadedFile(f"{number}.conllu", b"#" * 10_000_001) for number in range(2)]
    answer = signed_in(scene.manager).post(PAGE, {"uploads": uploads})
    assert answer.status_code == 400
    assert "larger than 20 MB together" in answer.text


def test_the_api_counts_imports_and_deletes(scene: Scene) -> None:
    answer = sent(scene, ("D1.7.conllu", conllu(PEER)), ("D1.41.conllu", conllu(DOCUMENT)), parser="mine")
    expected = {"added": 2, "replaced": 0, "unchanged": 0, "unmatched": [], "dry_run": False}
    assert (answer.status_code, answer.json()) == (200, expected)
    member = signed_in(scene.user("annotator"))
    assert member.get(API).json()["parses"][0] == {
        "kind": "conllu",
        "summaries": 1,
        "summary_total": 2,
        "documents": 1,
        "document_total": 1,
        "parsers": ["mine"],
    }
    assert member.delete(f"{API}?kind=conllu").status_code == 403
    assert signed_in(scene.manager).delete(f"{API}?kind=minipar").status_code == 400
    assert signed_in(scene.manager).delete(f"{API}?kind=conllu").status_code == 204
    assert not Parse.objects.exists()


@pytest.mark.parametrize(
    ("files", "body", "message"),
    [
        ([("D1.7.conllu", conllu(MODEL))], {}, "D1.7.conllu: peers/D1.7: Word 3, “and”, is not in the text"),
        ([("D1.7.conllu", "1\tThe\0mill")], {}, "Null characters are not allowed"),
        ([], {}, "files"),
        ([("D1.7.conllu", conllu(PEER))], {"kind": "minipar"}, "kind"),
    ],
)
def test_the_api_refuses_with_the_field(
    scene: Scene, files: list[tuple[str, str]], body: dict[str, str], message: str
) -> None:
    answer = sent(scene, *files, **body)
    assert answer.status_code == 400
    assert message in answer.text
    assert not Parse.objects.exists()


def test_the_number_of_sql_queries_of_the_page_does_not_grow(scene: Scene) -> None:
    client, counts = signed_in(scene.manager), []
    for parsed in ("7", "p1"):
        posted(scene, conllu(PEER, newdoc=f"D1.{parsed}"), "all.conllu")
        with CaptureQueriesContext(connection) as captured:
            client.get(PAGE)
        counts.append(len(captured))
        for name in ("p1", "p2", "p3"):
            make_summary(scene.project.topics.get(), "peer", text=PEER, summarizer=name + parsed[1:])
    assert counts[0] == counts[1]
