"""`manage.py import_judgments` and `export_judgments`: what is written, refused, and left unchanged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotator.judgments.models import Instrument, Item, sheets
from annotator.projects.models import Membership
from tests.annotator.judgments.scene import make_judging

pytestmark = pytest.mark.django_db

RATINGS = "topic,summarizer,judge,question,value\nmill,baseline,ann,q1,4\nmill,baseline,ann,q2,5\nmill,other,ann,q1,2\n"
KEYS = ["files", "sheets", "judgments", "marks", "lists", "items", "judges", "extracts", "repairs", "refused"]


@pytest.fixture
def judging():
    return make_judging()


@pytest.fixture
def put(manage, tmp_path, judging):
    """Imports the text of a file into an instrument."""

    def run(text: str, instrument: str, *flags: str, name: str = "file.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return manage("import_judgments", "--project", "p", "--instrument", instrument, path, *flags)

    return run


def test_rows_become_sheets_of_named_owners_and_the_same_file_changes_nothing(put, judging) -> None:
    ran = put(RATINGS, "duc-quality", "--json")
    assert (ran.status, list(ran.json)) == (0, KEYS)
    assert {name: ran.json[name] for name in KEYS[:3]} == {"files": 1, "sheets": 2, "judgments": 3}
    ann = Membership.objects.get(name="ann")
    assert (ann.user, ann.kind) == (None, "person")
    assert {(work.summary.summarizer, work.state) for work in sheets().filter(owner=ann)} == {
        ("baseline", "submitted"),
        ("other", "submitted"),
    }
    assert put(RATINGS, "duc-quality").out == "1 file, 0 sheets, 0 judgments, 0 lists, 0 judges\n"
    ran = put(RATINGS.replace("q2,5", "q2,1"), "duc-quality")
    assert ran.status == 1
    assert "ann on mill baseline q1: there is already a sheet with other judgments of this judge." in ran.err


def test_every_fault_of_a_file_is_named_and_nothing_is_written(put) -> None:
    faults = "mine,baseline,ann,q1,1\nmill,nobody,ann,q1,1\nmill,other,bob,q9,1\nmill,other,bob,q1,6\n"
    ran = put(RATINGS + faults, "duc-quality")
    assert ran.status == 1
    for sentence in (
        "ann on mine baseline q1: the project has no topic “mine”.",
        "ann on mill nobody q1: the topic has no peer by “nobody”.",
        "bob on mill other q9: the instrument has no question “q9”; it has q1, q2, q3, q4, q5.",
        "bob on mill other q1: 6 is not on the scale of q1.",
    ):
        assert sentence in ran.err
    assert not Membership.objects.filter(name__in=["ann", "bob"]).exists()


def test_marks_and_lists_come_and_go(put, manage, tmp_path) -> None:
    table = (
        "topic,summarizer,judge,list,question,item,value,marks\n"
        "mill,baseline,ann,A1,covered,1,40,1 3\nmill,baseline,ann,A1,related,,20,\n"
    )
    assert put(table, "see-2002").out == "1 file, 1 sheet, 2 judgments, 0 lists, 1 judge\n"
    for file_format in ("csv", "jsonl"):
        out = tmp_path / f"out.{file_format}"
        arguments = ("--project", "p", "--instrument", "see-2002", "--out", out, "--format", file_format)
        assert manage("export_judgments", *arguments).status == 0
        again = put(out.read_text(encoding="utf-8"), "see-2002")
        assert again.out == "1 file, 0 sheets, 0 judgments, 0 lists, 0 judges\n"
    assert "mill,baseline,peer,ann,A1,covered,1,40,,1 3" in (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert manage("check_log").status == 0
    ran = put(table.replace("ann", "bob").replace("1 3", "9"), "see-2002")
    assert "bob on mill baseline covered 1: “9” cannot be marked." in ran.err


ASSIGNED = (
    '{"qid": "mill", "run_id": "baseline", "nuggets": ['
    '{"text": "It burned", "importance": "vital", "assignment": "support"}, '
    '{"text": "It rained", "importance": "okay", "assignment": "not_support"}]}\n'
)


def test_nuggets_of_a_program_make_the_instrument_and_a_list(put, manage, tmp_path) -> None:
    flags = ("--format", "nuggets", "--preset", "nuggets", "--judge", "gpt", "--program-version", "4.1")
    ran = put(ASSIGNED, "rag", *flags, "--dry-run")
    assert ran.out == "1 file, 1 sheet, 2 judgments, 1 list, 1 judge\n"
    assert not Instrument.objects.filter(key="rag").exists()
    assert put(ASSIGNED, "rag", *flags).status == 0
    gpt = Membership.objects.get(name="gpt")
    assert (gpt.kind, gpt.version) == ("program", "4.1")
    assert Instrument.objects.get(key="rag").state == "open"
    items = Item.objects.filter(list__sheets__work__owner=gpt).values_list("text", "importance")
    assert list(items) == [("It burned", "vital"), ("It rained", "okay")]
    arguments = ("--project", "p", "--instrument", "rag", "--out", tmp_path / "out.jsonl", "--format", "nuggets")
    assert manage("export_judgments", *arguments).status == 0
    exported = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert json.loads(exported)["nuggets"] == json.loads(ASSIGNED)["nuggets"]
    assert put(exported, "rag", *flags).out == "1 file, 0 sheets, 0 judgments, 0 lists, 0 judges\n"
    put(ASSIGNED, "rag", "--format", "nuggets", "--judge", "ann")
    assert "names no judge: choose one of ann, gpt." in manage("export_judgments", *arguments).err
    assert manage("export_judgments", *arguments, "--judge", "ann").status == 0
    ran = put(ASSIGNED, "rag", *flags[:-2])
    assert ran.status == 1
    assert "gpt is already a person, a program of another version, or another judge." in ran.err


def test_texts_that_the_project_lacks_come_with_their_judgments(put, judging) -> None:
    flags = ("--format", "acu", "--preset", "presence", "--judge", "rose")
    document = {
        "example_id": "new",
        "reference": "The old dam broke.",
        "reference_acus": ["The dam broke."],
        "source": "On Friday.",
        "system_outputs": {"bart": "A dam broke."},
        "annotations": {"bart": {"acu_labels": [1]}},
    }
    ran = put(json.dumps([document]), "acus", *flags)
    assert ran.out.splitlines() == [
        "1 file, 1 sheet, 1 judgment, 1 list, 1 judge",
        "file.csv: Texts: summaries added to the project: 2.",
        "file.csv: Texts: documents added to the project: 1.",
    ]
    assert judging.project.topics.get(key="new").summaries.count() == 2
    changed = json.dumps([document | {"system_outputs": {"bart": "A dike broke."}}])
    assert "The peer “bart” of topic “new” has other words in the project." in put(changed, "acus", *flags).err


def test_what_is_missing_is_said(put, manage, tmp_path: Path) -> None:
    assert "has no instrument “rag”; name a preset" in put(ASSIGNED, "rag", "--format", "nuggets", "--judge", "a").err
    assert "the judge is missing" in put(ASSIGNED, "rag", "--format", "nuggets", "--preset", "nuggets").err
    Instrument.objects.filter(key="duc-quality").update(state="closed")
    assert "is closed and takes no judgments" in put(RATINGS, "duc-quality").err
    arguments = ("--instrument", "none", "--out", tmp_path / "out.csv")
    assert "There is no instrument “none”" in manage("export_judgments", "--project", "p", *arguments).err
    assert manage("import_judgments", "--project", "q", "--instrument", "x", tmp_path / "none").status == 1
    assert "Cannot read" in manage("import_judgments", "--project", "p", "--instrument", "x", tmp_path / "none").err


SEE = (
    '<html><body>\n<a name="1">[1]</a> <a href="#1" id=1>The mill stood</a>\n'
    '<a name="2">[2]</a> <a href="#2" id=2>by the sea.</a>\n<a href="#3" id="3">It ground corn.</a></body></html>'
)


def test_units_of_see_are_aligned_to_the_stored_model(put, manage, tmp_path, judging) -> None:
    name = "mill.M.010.X.amara.html"
    ran = put(SEE, "see-2002", "--format", "see", name=name)
    assert ran.out.splitlines() == [
        "1 file, 0 sheets, 0 judgments, 1 list, 0 judges",
        f"{name}: The model: 4 of its words are in no unit.",
    ]
    units = judging.topic.item_lists.get(source="model_units", number=2)
    assert list(units.items.values_list("key", "start", "end", "text")) == [
        ("1", 0, 14, "The mill stood"),
        ("2", 15, 26, "by the sea."),
        ("3", 27, 42, "It ground corn."),
    ]
    assert put(SEE, "see-2002", "--format", "see", name=name).out.startswith("1 file, 0 sheets, 0 judgments, 0 lists")
    out = tmp_path / "see.zip"
    assert (
        manage("export_judgments", "--project", "p", "--instrument", "see-2002", "--format", "see", "--out", out).status
        == 0
    )


def test_units_of_see_that_the_model_lacks_are_refused(put) -> None:
    ran = put(SEE.replace("ground corn", "ground wheat"), "", "--format", "see", name="mill.M.010.X.amara.html")
    assert ran.status == 1
    assert "Unit 3: its words “It ground wheat.” are not in the model after those of the previous unit." in ran.err
    ran = put(SEE, "", "--format", "see", name="mill.M.010.X.nobody.html")
    assert "Topic “mill” has no model by “nobody”." in ran.err
    ran = put(SEE, "", "--format", "see", name="dam.M.010.X.amara.html")
    assert "The project has no topic “dam”; it has mill." in ran.err
    assert "is not like D061.M.050.J.A.html" in put(SEE, "", "--format", "see", name="units.html").err
