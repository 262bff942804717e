"""`manage.py extracts`: of a file and of a project."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from annotator.judgments.services.extracts import add_extract
from tests.annotator.commands.command_line import CommandLine, Ran
from tests.annotator.judgments.scene import make_document, make_judging
from tests.factories import make_topic
from tests.scoring.studies.judged_project import judge_extract

# Five sentences; the corpus has them and two more texts.
DOCUMENT = ["the mill ground corn", "the sea drove the mill", "a mill burned", "corn is sold", "the sea froze"]
CORPUS = {"a": DOCUMENT, "b": ["the dam broke", "the river rose"], "c": ["corn is cheap"]}
KEYS = [
    *("topic", "document", "judges", "sentences", "k", "extracts", "possible", "sampled", "seed", "truths", "measures"),
    *("spearman", "means", "judge_recall", "placed", "warnings", "made_by"),
]


@pytest.fixture
def manage(capsys, monkeypatch) -> CommandLine:
    """Runs a command. Commands close the database's connections when they end; the test still needs its own."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    return CommandLine(capsys)


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "corpus").mkdir()
    for name, sentences in CORPUS.items():
        (tmp_path / "corpus" / name).write_text("\n".join(sentences))
    (tmp_path / "tables").mkdir()
    (tmp_path / "empty").write_text("")
    return tmp_path


def run(manage: Any, folder: Path, *flags: object) -> Ran:
    return manage("extracts", "--document", folder / "corpus" / "a", "--text-format", "spl", *flags)


def test_a_file_with_two_judges_and_a_corpus(manage, folder) -> None:
    flags = ("--truth", "1,2", "2,3,5", "--extract", "lead=1,2", "3", "-k", 2, "--corpus", folder / "corpus")
    ran = run(manage, folder, *flags, "--json")
    assert (ran.status, ran.err, list(ran.json)) == (0, "", KEYS)
    found = ran.json
    assert (found["sentences"], found["k"], found["extracts"], found["sampled"]) == (5, 2, 10, False)
    assert (found["truths"], found["judge_recall"]) == ([[1, 2], [2, 3, 5]], (1 / 2 + 1 / 3) / 2)
    assert [measure["number"] for measure in found["measures"]] == [
        *(1, 2, 5, 6, 7, 10, 11, 12, 13, 16, 17, 18, 19, 22, 23, 24, 25, 28),
    ]
    recall = found["measures"][0]  # of {1, 2}: one extract of two has both, 2 x 3 have one, 3 have none
    assert recall["classes"] == [
        {"value": 1.0, "extracts": 1, "rank": 1.0},
        {"value": 0.5, "extracts": 6, "rank": 4.5},
        {"value": 0.0, "extracts": 3, "rank": 9.0},
    ]
    assert recall["best"][:2] == [
        {"sentences": [1, 2], "value": 1.0, "rank": 1.0},
        {"sentences": [1, 3], "value": 0.5, "rank": 4.5},
    ]
    lead, third = found["placed"]
    assert (lead["name"], third["name"], third["sentences"]) == ("lead", "3", [3])
    assert lead["places"][0] == {"number": 1, "value": 1.0, "rank": 1.0}
    assert third["places"][0] == {"number": 1, "value": 0.0, "rank": 9.5}  # after 7 better ones, level with 3 others
    printed = run(manage, folder, *flags, "--compare", 1, 11, "--csv", folder / "tables")
    assert (printed.status, printed.err) == (0, "")
    assert "a: 5 sentences, 10 extracts of 2; judges: 1, 2; their mean pairwise recall: 0.4167." in printed.out
    assert "The best extracts by E11" in printed.out
    tables = {path.stem: path.read_text().splitlines() for path in (folder / "tables").iterdir()}
    assert sorted(tables) == ["best", "correlations", "extracts", "histograms", "means", "measures", "places"]
    assert tables["extracts"][1].startswith(",a,1 2,1.0,")
    assert len(tables["extracts"]) == 1 + 10
    assert tables["histograms"][1:4] == [",a,E1,1.0,1.0,1", ",a,E1,0.5,0.5,6", ",a,E1,0.0,0.0,3"]
    assert len(tables["correlations"]) == 1 + 18 * 17 // 2


def test_a_document_that_is_not_in_the_corpus_is_added_to_it(manage, folder) -> None:
    inside = run(manage, folder, "--truth", "1,2", "--corpus", folder / "corpus", "--json").json
    (folder / "corpus" / "a").rename(folder / "a")
    ran = manage(
        *("extracts", "--document", folder / "a", "--text-format", "spl", "--truth", "1,2", "--json"),
        *("--corpus", folder / "corpus"),
    )
    assert (ran.json["measures"], ran.json["spearman"]) == (inside["measures"], inside["spearman"])


def test_without_judges_and_corpus_extracts_are_compared_with_the_document_only(manage, folder) -> None:
    ran = run(manage, folder)
    assert ran.status == 0
    assert ran.err.splitlines() == [
        "Without judges, extracts are compared with the document only.",
        "Measures by tf-idf and SVD are left out: they need a corpus of at least two documents.",
    ]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--truth", "1,6"), "There is no sentence 6: the document has 5 sentences."),
        (("--truth", "2,2"), "A sentence is repeated: 2,2."),
        (("--truth", "1", "2", "3", "4", "5"), "At most 4 judges can be compared, not 5."),
        (("-k", 6), "Extracts have 1 to 5 sentences, not 6."),
        (("-k", 5), "Extracts of 5 need a document with at least 6 sentences; it has 5."),
        (("--compare", 11, 12), "There is no measure 12 here; there are: 11."),
        (("--extract", "x=1", "x=2"), "There are two extracts “x”."),
        (("--corpus", "nowhere"), "nowhere: It cannot be read (No such file or directory)."),
        (("--csv", "nowhere"), "nowhere/measures.csv: It cannot be written (No such file or directory)."),
        (("--document", "nowhere"), "nowhere: There is no such file."),
        (("--document", "empty"), "Extracts of 3 need a document with at least 4 sentences; it has 0."),
    ],
)
def test_what_cannot_be_done_is_refused_with_one_line(manage, folder, monkeypatch, flags, message) -> None:
    monkeypatch.chdir(folder)
    ran = run(manage, folder, *flags)
    assert (ran.status, ran.out) == (1, "")
    assert message in ran.err.splitlines()[-1]


@pytest.mark.parametrize(
    "flags",
    [
        (),
        ("--document", "d", "--truth", "0,1"),
        ("--document", "d", "--truth", "a"),
        ("--document", "d", "--topic", "t"),
        ("--project", "p", "--truth", "1"),
    ],
)
def test_wrong_usage_has_status_2(manage, flags) -> None:
    assert manage("extracts", *flags).status == 2


@pytest.mark.django_db
def test_the_documents_of_a_project(manage) -> None:
    judging = make_judging()
    judge_extract(judging, "judge", 1, 4)
    judge_extract(judging, "other", 2, 5)
    add_extract(topic=judging.topic, summarizer="lead", sentences=["d1.1"], by=None)
    one = manage("extracts", "--project", "p", "--topic", "mill", "--document", "d1", "-k", 1, "--json")
    assert (one.status, list(one.json)) == (0, KEYS)
    assert (one.json["judges"], one.json["truths"]) == (["judge", "other"], [[1], [2]])
    assert [extract["name"] for extract in one.json["placed"]] == ["lead"]
    make_document(make_topic(judging.project, "tide"), "short", "It rose.", [0, 8])
    both = manage("extracts", "--project", "p", "-k", 1, "--judge", "other", "--json")
    assert [found["document"] for found in both.json["documents"]] == ["d1", "d2"]
    assert both.json["warnings"] == [
        "short is left out. Extracts of 1 need a document with at least 2 sentences; it has 1."
    ]
    assert both.json["over_documents"]["documents"] == 2
    printed = manage("extracts", "--project", "p", "-k", 1)
    assert (printed.status, printed.out.splitlines()[0]) == (
        0,
        "Documents, and the mean pairwise recall of their judges",
    )
    for flags, message in (
        (("--document", "d3"), "There is no document “d3”; documents are: d1, d2, short."),
        (("--topic", "x"), "There is no topic “x” in this project; there are: mill, tide."),
        (("--judge", "nobody"), "“nobody” chose no sentence; these judges did: judge, other."),
        (("--instrument", "x"), "Topic mill has no extracts of “x”; there are extracts of: best-sentences."),
        (("--compare", 1, 2), "--compare needs a single document: choose it by --document."),
    ):
        refused = manage("extracts", "--project", "p", "-k", 1, *flags)
        assert refused.status == 1
        assert message in refused.error
