"""`manage.py import_judgments` on files of MEAD, LitePyramid, RoSE and TREC: what is stored, and what is refused."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotator.judgments.models import Extract, Instrument, sheets
from annotator.judgments.queries.rows import judgment_rows
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging

pytestmark = pytest.mark.django_db

CLUSTER = (
    '<?xml version="1.0"?>\n<!DOCTYPE CLUSTER SYSTEM "/clair/tools/mead/dtd/cluster.dtd">\n'
    '<CLUSTER><D DID="41"/></CLUSTER>'
)
DOCUMENT = (
    '<DOCSENT DID="41"><BODY><HEADLINE><S PAR="1" RSNT="1" SNO="1">The dam</S></HEADLINE><TEXT>'
    '<S PAR="2" RSNT="1" SNO="2">A dam broke.</S><S PAR="2" RSNT="2" SNO="3">Mr. Li fled.</S></TEXT></BODY></DOCSENT>'
)
JUDGED = (
    '<SENT-JUDGE QID="dam"><S DID="41" SNO="2"><JUDGE N="anna" UTIL="10"/><JUDGE N="ben" UTIL="7"/></S>'
    '<S DID="41" SNO="3"><JUDGE N="anna" UTIL="3"/></S></SENT-JUDGE>'
)
LEAD = '<EXTRACT QID="dam" COMPRESSION="50" SYSTEM="lead"><S ORDER="1" DID="41" SNO="2"/></EXTRACT>'
MEAD = ("--format", "mead", "--preset", "mead-utility")


@pytest.fixture
def judging() -> Judging:
    return make_judging()


@pytest.fixture
def put(manage: Any, tmp_path: Path, judging: Judging) -> Any:
    """Imports files, given as texts by name, into an instrument."""

    def run(instrument: str, *flags: str, **texts: str) -> Any:
        paths = []
        for name, text in texts.items():
            paths.append(tmp_path / name.replace("_", "."))
            paths[-1].write_text(text, encoding="utf-8")
        named = ("--instrument", instrument) if instrument else ()
        return manage("import_judgments", "--project", "p", *named, *paths, *flags)

    return run


def values(key: str) -> list[tuple[str, str, int | None]]:
    rows = judgment_rows(instrument=Instrument.objects.get(key=key), user=None, with_drafts=True)
    return [(row.judge, row.item, row.value) for row in rows]


def test_a_cluster_of_mead_brings_documents_sentences_judgments_and_extracts(put: Any, judging: Judging) -> None:
    files = {"dam_cluster": CLUSTER, "41_docsent": DOCUMENT, "dam_sentjudge": JUDGED, "lead_extract": LEAD}
    ran = put("mead", *MEAD, **files)
    assert ran.status == 0, ran.err
    assert ran.out.splitlines() == [
        "3 files, 2 sheets, 3 judgments, 1 list, 2 judges, 1 extract",
        "dam.cluster: Texts: documents added to the project: 1.",
        "dam.sentjudge: Judge ben: 41#3 not judged; the sheet is not finished.",
    ]
    topic = judging.project.topics.get(key="dam")
    assert topic.documents.get().text == "The dam\nA dam broke. Mr. Li fled.\n"
    sentences = topic.item_lists.get().items.values_list("key", "text", "judged")
    assert list(sentences) == [
        ("41#1", "The dam", False), ("41#2", "A dam broke.", True), ("41#3", "Mr. Li fled.", True)
    ]  # fmt: skip
    assert values("mead") == [("anna", "41#2", 10), ("anna", "41#3", 3), ("ben", "41#2", 7)]
    assert set(sheets().values_list("owner__name", "state")) == {("anna", "submitted"), ("ben", "in_progress")}
    extract = Extract.objects.get()
    assert (extract.summarizer, extract.label, extract.extracted_items.get().item.key) == ("lead", "50", "41#2")
    assert put("mead", *MEAD, **files).out.startswith("3 files, 0 sheets, 0 judgments, 0 lists, 0 judges\n")


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({"a_sentjudge": JUDGED.replace('SNO="3"', 'SNO="9"')}, "41#9 are not in the documents"),
        ({"a_sentjudge": JUDGED.replace('UTIL="10"', 'UTIL="11"')}, "“11” is not a whole number from 0 to 10"),
        ({"a_sentjudge": JUDGED.replace('UTIL="10"', 'UTIL="3.5"')}, "“3.5” is not a whole number from 0 to 10"),
        ({"a_sentjudge": JUDGED.replace('QID="dam"', 'QID="dyke"')}, "the project has no topic “dyke”"),
        ({"a_extract": LEAD.replace('SNO="2"', 'SNO="9"').replace("lead", "x")}, "has no sentence “41#9”"),
        ({"a_extract": LEAD.replace('SNO="2"', 'SNO="3"')}, "already has an extract “lead 50”"),
        ({"a_docsent": DOCUMENT}, "The topic of the documents is unknown"),
        ({"dam_cluster": CLUSTER}, "There is no file 41.docsent"),
        ({"a_txt": "x"}, "Its name ends in none of"),
        ({"dam_cluster": CLUSTER, "41_docsent": DOCUMENT.replace("broke", "held")}, "has other words in the project"),
    ],
)
def test_faults_of_mead_are_refused(put: Any, texts: dict[str, str], why: str) -> None:
    files = {"dam_cluster": CLUSTER, "41_docsent": DOCUMENT, "lead_extract": LEAD}
    assert put("mead", *MEAD, **files).status == 0
    ran = put("mead", "--format", "mead", **texts)
    assert ran.status == 1
    assert why in ran.err
    assert not sheets().exists()


def test_extracts_are_sheets_of_an_instrument_for_extracts(put: Any) -> None:
    files = {"dam_cluster": CLUSTER, "41_docsent": DOCUMENT, "anna_extract": LEAD.replace("lead", "anna")}
    ran = put("best", "--format", "mead", "--preset", "best-sentences", **files)
    assert ran.out.splitlines()[0] == "2 files, 1 sheet, 1 judgment, 1 list, 1 judge"
    assert ("anna", "41#2", 1) in values("best")
    assert not Extract.objects.exists()


SCUS = (
    "eventId,questionId,questionText,answer,author,sourceSummaryId,forUse\n"
    "mill,q1,It burned.,,,amara,1\nmill,q2,It sank.,,,nn,1\n"
)
HEAD = (
    "WorkerId,Input.eventId,Input.summaryId,Input.qIdList,Input.statement_1,Input.statement_2,"
    "Answer.S1Answer,Answer.S2Answer\n"
)
ROW = "w1,mill,baseline,\"['q1', 'q2']\",It burned.,It sank.,p,n\n"


def test_answers_of_litepyramid_must_be_about_its_scus(put: Any) -> None:
    lite = ("--format", "litepyramid")
    ran = put("lite", *lite, "--preset", "presence", scus_csv=SCUS)
    assert ran.out.splitlines()[1] == "scus.csv: Statements of mill: there is no model by “nn”, their source."
    assert put("lite", *lite, results_csv=HEAD + ROW).status == 0
    assert values("lite") == [("w1", "q1", 1), ("w1", "q2", 0)]
    for changed, why in (
        (ROW.replace("It sank", "It swam"), "Line 2: the statement q2 of event mill differs from that in the list"),
        (ROW.replace("['q1', 'q2']", "q1 and q2"), "Line 2: Input.qIdList “q1 and q2” is not a list of keys."),
        (ROW.replace(",p,n", ",p,x"), "Line 2: answer 2 is “x”; it must be p, n or empty"),
        (ROW + ROW.replace(",p,n", ",n,n"), "Line 3: w1 has another answer to the same question in line 2."),
        (ROW.replace("baseline", "nobody"), "the topic has no peer by “nobody”"),
    ):
        ran = put("lite", *lite, results_csv=HEAD + changed)
        assert ran.status == 1
        assert why in ran.err


def test_nuggets_are_matched_to_the_bank_of_the_instrument(put: Any) -> None:
    nuggets = ("--format", "nuggets", "--judge", "ann")
    bank = json.dumps({"qid": "mill", "nuggets": [{"text": "It burned", "importance": "vital"}, {"text": "It sank"}]})
    assert put("rag", *nuggets, "--preset", "nuggets", bank_jsonl=bank).out.startswith(
        "1 file, 0 sheets, 0 judgments, 1 list"
    )
    judged = {"qid": "mill", "run_id": "baseline", "nuggets": [{"text": "It sank", "assignment": "support"}]}
    assert put("rag", *nuggets, a_jsonl=json.dumps(judged)).status == 0
    assert values("rag") == [("ann", "2", 2)]
    judged["nuggets"] = [{"text": "It swam", "assignment": "support"}]
    ran = put("rag", *nuggets, a_jsonl=json.dumps(judged))
    assert "Line 1: topic mill has no nugget “It swam”." in ran.err


def test_scores_and_answers_are_written_as_trec_has_them(put: Any, manage: Any, tmp_path: Path) -> None:
    """The worked example of shared/judgments.md, section 14: all .625, strict-all .5, vital .75, strict-vital .5."""
    names = [("a", "vital", ""), ("b", "vital", "partial_"), ("c", "okay", "not_"), ("d", "okay", "")]
    nuggets = [{"text": text, "importance": how, "assignment": f"{word}support"} for text, how, word in names]
    judged = json.dumps({"qid": "mill", "run_id": "baseline", "nuggets": nuggets})
    assert put("rag", "--format", "nuggets", "--judge", "ann", "--preset", "nuggets", a_jsonl=judged).status == 0

    def export(instrument: str, shape: str, *flags: str) -> Any:
        named = ("--project", "p", "--instrument", instrument, "--out", tmp_path / "out")
        return manage("export_judgments", *named, "--format", "nuggets", "--shape", shape, *flags)

    assert export("rag", "measures").status == 0
    with zipfile.ZipFile(tmp_path / "out") as archive:
        assert archive.namelist() == ["baseline.jsonl"]
        scores = b'"strict_vital_score": 0.5, "strict_all_score": 0.5, "vital_score": 0.75, "all_score": 0.625}\n'
        assert archive.read("baseline.jsonl") == b'{"qid": "mill", ' + scores + b'{"qid": "all", ' + scores
    assert "for the scores of nuggets" in export("duc-quality", "measures").err
    assert export("rag", "answers").status == 0
    answers = [json.loads(line) for line in (tmp_path / "out").read_text(encoding="utf-8").splitlines()]
    assert {answer["run_id"] for answer in answers} == {"baseline", "other", PLANTED}
    assert put("", "--format", "nuggets", a_jsonl=(tmp_path / "out").read_text(encoding="utf-8")).status == 0
    assert "is for statements" in export("duc-quality", "answers").err
    for shape in ("measures", "items", "answers"):
        assert f"A file of {shape} cannot be limited to one judge." in export("rag", shape, "--judge", "ann").err


def test_two_values_for_one_judgment_are_refused_and_equal_ones_count_once(put: Any) -> None:
    row = "mill,baseline,ann,q1,4\n"
    head = "topic,summarizer,judge,question,value\n"
    ran = put("duc-quality", a_csv=head + row + "mill,baseline,ann,q1,5\n")
    assert "Line 3: ann has another answer to the same question in line 2." in ran.err
    ran = put("duc-quality", a_csv=head + row + row)
    assert "a.csv: Line 3: the same judgment is already in line 2; it counts once." in ran.out


def test_documents_and_units_of_rose_need_no_instrument(put: Any, judging: Judging) -> None:
    document = {"id": "7", "reference": "A dam broke.", "acu": ["A dam broke"], "source": "On Friday a dam broke."}
    ran = put("", "--format", "acu", rose_json=json.dumps([document]))
    assert ran.out.splitlines()[0] == "1 file, 0 sheets, 0 judgments, 1 list, 0 judges"
    assert judging.project.topics.get(key="7").documents.get().key == "source"
