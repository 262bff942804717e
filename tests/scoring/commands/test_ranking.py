"""`manage.py ranking`."""

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.results.exports.written import sheets
from tests.scoring.scored_project import matched_peer, released_topic

HEADER = "topic,a,b,c\n"
TABLE = HEADER + "".join(f"T{n},{0.6 + n / 100},{0.5 + n / 100},{0.1 + n / 50}\n" for n in range(1, 9))
"""Eight topics; the differences of each pair have one sign on all of them."""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    return path


def run(*arguments) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("ranking", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_wide_table_is_ranked_without_a_database(table) -> None:
    answer = json.loads(run("--scores", table, "--json")[0])
    assert {"summarizers", "pairs", "test", "topics", "warnings"} <= set(answer)  # DESIGN §5
    first = answer["summarizers"][0]
    assert (first["summarizer"], first["rank"], first["rank_low"], first["rank_high"]) == ("a", 1, 1, 1)
    # By hand: the mean of .61 to .68 is .645, their variance 42 * .01^2 / 7; t of 7 degrees of freedom is 2.3646.
    assert first["mean"] == pytest.approx(0.645)
    assert first["high"] - first["mean"] == pytest.approx(2.3646 * (0.0006 / 8) ** 0.5, rel=1e-4)
    # By hand: 2 of 2^8 choices of signs are as extreme; times 3 pairs by Holm; all equal by Benjamini and Hochberg.
    assert [(pair["p"], pair["holm"], pair["bh"]) for pair in answer["pairs"]] == [(2 / 256, 6 / 256, 2 / 256)] * 3
    assert (answer["test"]["exact"], answer["test"]["draws"]) == (True, None)
    assert (answer["settings"]["scores"], answer["settings"]["value"]) == ("table.csv", "value")


def test_a_long_table_is_ranked_by_the_column_that_is_named(tmp_path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("topic,summarizer,matcher,value,rouge\nT1,x,m,1,.1\nT1,x,n,0,.3\nT1,y,m,.2,.4\nT2,x,m,1,.1\n")
    answer = json.loads(run("--scores", path, "--json", "--value", "rouge")[0])
    # By hand: x has (.1 + .3) / 2 on T1 and .1 on T2.
    assert [(row["summarizer"], row["mean"], row["n"]) for row in answer["summarizers"]] == [
        ("y", 0.4, 1),
        ("x", 0.15, 2),
    ]
    assert answer["score"] == "rouge"
    assert answer["warnings"] == ["1 of 1 pair is not tested: it has fewer than two topics in common."]


def test_a_summarizer_with_few_topics_can_be_left_out(tmp_path) -> None:
    path = tmp_path / "holes.csv"
    path.write_text("topic,a,b,c\nT1,1,2,\nT2,2,2,\nT3,3,2,5\n")
    answer = json.loads(run("--scores", path, "--json", "--common", "--min-topics", 2)[0])
    assert [(row["summarizer"], row["n"]) for row in answer["summarizers"]] == [("a", 3), ("b", 3)]
    assert "Left out, with scores on fewer than 2 topics: c." in answer["warnings"]


def test_csv_and_xlsx_have_the_numbers_of_the_json(table, tmp_path) -> None:
    ranks, book = tmp_path / "out.csv", tmp_path / "out.xlsx"
    answer = json.loads(run("--scores", table, "--json", "--csv", ranks, "--xlsx", book)[0])
    found = sheets(book.read_bytes())
    assert list(found) == ["ranking", "pairs", "settings", "columns"]
    files = {"ranking": ranks, "pairs": tmp_path / "out.pairs.csv"}
    for sheet, key in (("ranking", "summarizers"), ("pairs", "pairs")):
        header, *rows = found[sheet]
        lines = list(csv.DictReader(files[sheet].read_text().splitlines()))
        assert len(rows) == len(lines) == len(answer[key]) == 3
        for name in {*header} - {"score", "test"}:
            values = [row[name] for row in answer[key]]
            assert [row[header.index(name)] for row in rows] == values
            assert [line[name] for line in lines] == [str(value) for value in values]
        assert {line["made_by"].partition("; ")[2] for line in lines} == {
            "scores=table.csv; value=value; common=no; min_topics=1; test=exact"
        }
    settings = dict(found["settings"])
    assert (settings["scores"], settings["test"]) == ("table.csv", "paired permutation, exact")


def test_files_alone_print_nothing(table, tmp_path) -> None:
    assert run("--scores", table, "--csv", tmp_path / "out.csv") == ("", "")


def test_the_table_for_a_terminal_says_how_it_was_tested(table) -> None:
    out, err = run("--scores", table)
    assert "paired permutation on 8 topics, exact." in out
    assert "0.0234" in out  # 6 / 256
    assert err == ""


@pytest.mark.django_db
def test_a_project_has_the_ranking_of_its_page() -> None:
    project = make_project("p")
    for key in ("D1", "D2"):
        release = released_topic(project, key)
        for name, units in (("a", [1, 2]), ("b", [3])):
            matched_peer(release, name, units)
    answer = json.loads(run("--project", "p", "--json", "--score", "recall")[0])
    page = signed_in(make_member(project)).get("/api/projects/p/scores/?score=recall").json()["ranking"]
    settings = answer.pop("settings")
    made_by = answer.pop("made_by")
    assert answer == page
    assert list(made_by) == ["program", "version", "date", "settings"]
    sampling = {name: made_by["settings"][name] for name in ("rounding", "exact", "draws", "seed")}
    assert sampling == {"rounding": "half-up", "exact": True, "draws": None, "seed": None}
    assert (settings["project"], settings["score"], settings["rounding"]) == ("p", "recall", "half-up")


@pytest.mark.parametrize(
    ("arguments", "message", "status"),
    [
        ((), "Give either --project or --scores.", 2),
        (("--project", "p", "--scores", "t.csv"), "Give either --project or --scores.", 2),
        (("--project", "p", "--value", "rouge"), "--value goes with --scores only.", 2),
        (("--scores", "t.csv", "--include-drafts"), "--include-drafts goes with --project only.", 2),
        (("--scores", "t.csv", "--release", "latest"), "--release goes with --project only.", 2),
        (("--scores", "t.csv", "--x", "distinct"), "--x goes with --project only.", 2),
        (("--scores", "none.csv"), "none.csv: It cannot be read (No such file or directory).", 1),
    ],
)
def test_wrong_usage_is_told_in_a_sentence(arguments, message, status) -> None:
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    assert (str(refused.value), refused.value.returncode) == (message, status)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topic,a\nT1,x\n", "Line 2, column “a”: “x” is not a number."),
        ("topic,summarizer,score\nT1,a,1\n", "The column “value” is missing."),
        (
            "topic,a,b\nT1,,NA\n",
            "There are no scores to rank. There is no value score: The cell of the table is empty.",
        ),
    ],
)
def test_a_table_that_cannot_be_ranked_is_refused_with_its_reason(tmp_path, text, message) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text)
    with pytest.raises(CommandError) as refused:
        run("--scores", path)
    assert str(refused.value).removeprefix(f"{path}: ") == message


def test_a_file_that_cannot_be_written_is_told(table, tmp_path) -> None:
    with pytest.raises(CommandError, match="It cannot be written"):
        run("--scores", table, "--csv", tmp_path / "missing" / "out.csv")
