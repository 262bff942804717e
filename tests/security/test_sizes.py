"""Far more than anybody annotates: pages, API, release and score still answer, and nothing takes all the memory."""

import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from annotator.interchange.project_file.reading import read
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.projects.models import Summary
from annotator.pyramids.models import pyramids
from annotator.pyramids.release_checks import release_checks
from annotator.tables.assignment_table import read_assignments
from annotator.tables.csv_records import TableError
from annotator.tables.summary_table import read_table
from annotator.texts.cleaning import MAX_CHARACTERS
from tests.annotator.duc.duc_files import MODELS, pan, pyramid_xml, whole_text
from tests.annotator.interchange.duc_import import run_import
from tests.annotator.interchange.whole_project import whole_file
from tests.factories import make_topic, scu_snapshot
from tests.scenes import make_scene, signed_in

SCUS = 5_000
TEXT = whole_text(("word " * 20_000, *MODELS[1:]))
START = TEXT.index("word")


def many_scus() -> str:
    """A pyramid of so many SCUs, each of one word, with labels that are much alike."""
    scus = [(n, f"The many words of {n}", [[(START + 5 * n, START + 5 * n + 4, "word")]]) for n in range(1, SCUS + 1)]
    return pyramid_xml(scus, TEXT)


@pytest.mark.django_db
def test_five_thousand_scus_are_imported_shown_released_and_scored() -> None:
    scene = make_scene()
    peer = (*((n, f"(1) {n}", [[(4 * n, 4 * n + 3, "one")]]) for n in (1, 2, 3)), (0, "None", []))
    file = pan(peer, "one " * 20, many_scus())
    report = run_import(scene.project, {"p1.pan": file}, topic="D1", matcher="ann")
    assert (report.refused, report.scus, report.units) == ([], SCUS, 3)
    client, pyramid = signed_in(scene.manager), pyramids().get()
    for path in ("pyramid/ann/", "pyramid/ann/release/", "", "scores/"):
        assert client.get(f"/p/p/t/D1/{path}").status_code == 200, path
    answer = client.get(f"/api/pyramids/{pyramid.pk}/").json()
    assert len(answer["scus"]) == SCUS
    row = client.get("/api/projects/p/scores/").json()
    assert f'"pyramid_scus": {SCUS}' in json.dumps(row)


def test_labels_that_are_all_alike_are_not_all_compared() -> None:
    """Pairs grow with the square of the labels: so many would take minutes and gigabytes."""
    snapshots: list[Any] = [{**scu_snapshot(n), "label": f"The same many words about number {n}"} for n in range(1_500)]
    tracemalloc.start()
    checks = release_checks(snapshots, models=[])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000
    (hint,) = checks.hints
    assert 5_000 <= hint.group_count < 6_000


@pytest.mark.django_db
def test_a_text_has_a_most_of_characters_wherever_it_comes_from() -> None:
    scene = make_scene()
    make_topic(scene.project, "D1")
    client = signed_in(scene.manager)
    long = "a " * (MAX_CHARACTERS // 2) + "b"
    said = f"The text has {MAX_CHARACTERS + 1:,} characters; at most {MAX_CHARACTERS:,} are allowed."
    pasted = client.post(
        "/p/p/t/D1/summaries/", {"how": "paste", "kind": "model", "summarizer": "A", "title": "", "text": long}
    )
    assert (pasted.status_code, said in pasted.content.decode()) == (400, True)
    row = {"summaries": [{"kind": "model", "summarizer": "A", "text": long}]}
    sent = client.post("/api/projects/p/topics/D1/summaries/", row, content_type="application/json")
    assert (sent.status_code, said in sent.json()["detail"]) == (409, True)
    report = run_import(scene.project, {"D2.pyr": pyramid_xml((), whole_text((long, *MODELS[1:]))).encode()})
    assert said in report.refused[0]["why"]
    assert not Summary.objects.exists()


TABLE = b"topic,kind,summarizer,text"
TINY_VALUES: dict[str, tuple[Callable[[bytes], object], bytes, str]] = {
    "project, lists in lists": (read, b"[" * 3_000_000, "more than 1,000,000 values"),
    "project, empty lists": (read, b"[%b0]" % (b"[]," * 1_000_000), "more than 1,000,000 values"),
    "project, objects": (read, b"[%b0]" % (b'{"a":0},' * 1_300_000), "more than 1,300,000 values"),
    "JSONL, one row": (read_table, b'{"text":[%b0]}' % (b"[]," * 1_000_000), "Line 1: it has more than 1,000 values."),
    "CSV, columns": (read_table, TABLE + b",a" * 1_000_000, "The table has more than 1,000 columns."),
    "CSV of tasks, columns": (read_assignments, TABLE + b",a" * 1_000_000, "The table has more than 1,000 columns."),
}


@pytest.mark.parametrize("name", TINY_VALUES)
def test_a_file_of_millions_of_tiny_values_is_refused_before_they_are_made(name: str) -> None:
    """Each value would take up to 30 times as much memory as in the file."""
    reader, data, message = TINY_VALUES[name]
    tracemalloc.start()
    with pytest.raises((ProjectFileError, TableError)) as error:
        reader(data)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert message in str(error.value)
    assert most < 8 * len(data)


HOSTILE = {
    "50,000 members": lambda v: v.update(members=[{}] * 50_000),
    "50,000 SCUs that are none": lambda v: v["topics"][0]["pyramids"][0].update(scus=[{}] * 50_000),
    "50,000 keys": lambda v: v["project"].update({str(n): n for n in range(50_000)}),
    "a number of 4,000 digits": lambda v: v["topics"][0]["models"][0].update(position=int("9" * 4_000)),
    "minus nothing": lambda v: v["topics"][0]["models"][0].update(position=-0.0),
    "true for a number": lambda v: v["topics"][0]["models"][0].update(position=True),
    "a list for a name": lambda v: v["topics"][0].update(key=["D1"]),
    "an object for a text": lambda v: v["topics"][0]["models"][0].update(text={}),
    "version true": lambda v: v.update(version=True),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", HOSTILE)
def test_a_projects_file_of_anything_is_one_short_sentence(name: str) -> None:
    value = json.loads(whole_file())
    HOSTILE[name](value)
    data = json.dumps(value).encode()
    with pytest.raises(ProjectFileError) as error:
        read(data)
    assert len(str(error.value)) < 300
