"""`manage.py judgments --file`: what it prints of a table, and its exit status."""

import json
from csv import DictReader
from io import StringIO
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[3]
SQUALITY = ROOT.parent / "shared" / "data" / "squality" / "all-responses.jsonl"
KEYS = [
    *("instrument", "kind", "questions", "judges", "topics", "sheets", "drafts", "scores", "summarizers", "agreement"),
    *("anova", "variation", "settings", "warnings", "made_by"),
]


def called(*arguments: object) -> dict:
    out = StringIO()
    call_command("judgments", *map(str, arguments), "--json", stdout=out)
    answer: dict = json.loads(out.getvalue())
    return answer


@pytest.fixture
def ratings(tmp_path) -> Path:
    """Ratings of three systems and a model on three topics by two judges; a draft of a third."""
    path = tmp_path / "ratings.csv"
    lines = ["instrument,topic,summarizer,kind,judge,question,value,state"]
    for number, (topic, system, judge) in enumerate(product(("D1", "D2", "D3"), ("s1", "s2", "s3"), ("anna", "ben"))):
        lines.append(f"quality,{topic},{system},peer,{judge},q1,{1 + 7 * number * number % 5},submitted")
    lines += [f"quality,D1,A,model,{judge},q1,5,submitted" for judge in ("anna", "ben")]
    lines.append("quality,D1,s1,peer,carl,q1,5,in_progress")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def coverage(tmp_path) -> Path:
    """Coverage of three systems on two topics; each judge has a model with two units."""
    path = tmp_path / "coverage.csv"
    cells = product(("D1", "D2"), ("s1", "s2", "s3"), (("anna", "A1"), ("ben", "B1")), ("1", "2"))
    lines = ["topic,summarizer,judge,list,question,item,value,marks"]
    for number, (topic, system, (judge, units), item) in enumerate(cells):
        lines.append(f"{topic},{system},{judge},{units},covered,{item},{20 * (7 * number * number % 6)},1")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_table_of_ratings_has_all_results(ratings) -> None:
    answer = called("--file", ratings, "--kind", "rating")
    assert list(answer) == KEYS
    assert (answer["instrument"], answer["judges"], answer["drafts"]) == ("quality", ["anna", "ben"], 1)
    assert answer["anova"]["n"] == 18  # neither the model nor the draft
    assert [row["term"] for row in answer["anova"]["terms"][:3]] == ["judge", "system", "docset"]
    assert answer["variation"]["by"] == "judge"
    assert [one["name"] for one in answer["variation"]["sets"]] == ["anna", "ben"]
    assert answer["settings"]["anova"] == 1
    assert answer["made_by"]["settings"]["file"] == "ratings.csv"


def test_models_count_on_request(ratings) -> None:
    answer = called("--file", ratings, "--kind", "rating", "--include-models", "--anova", 2)
    assert (answer["anova"]["n"], answer["anova"]["type"]) == (20, 2)
    assert "A (human)" in {one["summarizer"] for one in answer["variation"]["sets"][0]["summarizers"]}


def test_coverage_varies_by_judge_model_or_pair(coverage) -> None:
    for by, factor, names in (
        ("judge", "judge", ["anna", "ben"]), ("model", "model", ["A", "B"]), ("pair", "judge", ["A / anna", "B / ben"]),
    ):  # fmt: skip
        answer = called("--file", coverage, "--kind", "coverage", "--set", by)
        assert answer["variation"]["score"] == "coverage"
        assert [one["name"] for one in answer["variation"]["sets"]] == names
        assert answer["anova"]["terms"][0]["term"] == factor
        assert any("are one factor" in note for note in answer["anova"]["notes"])
        assert answer["anova"]["n"] == 12


def test_the_table_shows_the_same_numbers(coverage) -> None:
    out = StringIO()
    call_command("judgments", "--file", str(coverage), "--kind", "coverage", stdout=out, stderr=StringIO())
    answer = called("--file", coverage, "--kind", "coverage")
    assert f"{answer['variation']['mean_difference']:.4f}" in out.getvalue()
    assert f"{answer['anova']['terms'][1]['ss']:.4f}" in out.getvalue()


@pytest.mark.parametrize(
    ("flags", "message", "status"),
    [
        (["--kind", "rating", "--set", "model"], "--set model goes with --kind coverage only", 2),
        (["--kind", "rating", "--score", "q2"], "There is no score “q2”; there are: q1", 1),
    ],
)
def test_wrong_flags_are_refused(ratings, flags, message, status) -> None:
    with pytest.raises(CommandError, match=message) as refused:
        called("--file", ratings, *flags)
    assert refused.value.returncode == status


def test_tables_that_cannot_be_read_are_refused(tmp_path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("topic,judge,question,value\nD1,a,q,3.5\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"bad\.csv: Line 2: the value “3.5”"):
        called("--file", path, "--kind", "rating")
    path.write_text("topic,judge,question,value\nD1,a,q,3\nD1,a,q,4\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"bad\.csv: Line 3: a has another answer to the same question in line 2"):
        called("--file", path, "--kind", "rating")
    with pytest.raises(CommandError, match="cannot be read"):
        called("--file", tmp_path / "none.csv", "--kind", "rating")


def test_programs_of_a_table_are_compared_with_people(ratings) -> None:
    people = called("--file", ratings, "--kind", "rating")
    lines = [
        f"quality,{topic},s{number},peer,bot,q1,{value},submitted"
        for topic, values in (("D1", (1, 2, 3)), ("D2", (2, 3, 5)), ("D3", (1, 4, 5)))
        for number, value in enumerate(values, 1)
    ]
    with ratings.open("a", encoding="utf-8") as file:
        file.write("\n" + "\n".join(lines))
    answer = called("--file", ratings, "--kind", "rating", "--programs", "bot")
    (comparison,) = answer.pop("programs")["comparisons"]
    assert (comparison["program"], comparison["summaries"], comparison["topics"]) == ("bot", 9, 3)
    assert [row["program"] for row in comparison["ranks"] if row["summarizer"] == "s1"] == [pytest.approx(4 / 3)]
    for key in ("judges", "scores", "summarizers", "anova", "variation"):
        assert answer[key] == people[key]
    out = StringIO()
    call_command("judgments", "--file", str(ratings), "--kind", "rating", "--programs", "bot", stdout=out)
    assert "bot (program) and people: Kendall's tau of q1" in out.getvalue()
    with pytest.raises(CommandError, match="There is no judge “zed”; there are: anna, ben, bot, carl"):
        called("--file", ratings, "--kind", "rating", "--programs", "zed")


@pytest.fixture
def squality(tmp_path) -> Path:
    """The long table of SQuALITY: three summaries of 100 questions, each rated on three scales by three reviewers."""
    if not SQUALITY.exists():
        pytest.skip("shared/data is not here")
    lines = ["instrument,topic,summarizer,kind,judge,question,value"]
    for passage in map(json.loads, SQUALITY.read_text(encoding="utf-8").splitlines()):
        for number, question in passage["questions"].items():
            for (system, response), scale in product(question.items(), ("correctness", "selection", "overall")):
                lines += [
                    f"squality,{passage['passage-id']}.{number},{system},peer,{one['worker_id']},{scale},{value}"
                    for one in response["reviews"]
                    if (value := one.get(f"{scale}-rating")) is not None
                ]
    path = tmp_path / "squality.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_sums_of_an_unbalanced_table_add_up_to_its_total(squality) -> None:
    """Reviewers of SQuALITY saw different questions, like the assessors of DUC."""
    answer = called("--file", squality, "--kind", "rating")
    with squality.open(encoding="utf-8") as file:
        rows = [row for row in DictReader(file) if row["question"] == answer["variation"]["score"]]
    assert answer["anova"]["n"] == len(rows) == 900
    values = np.array([float(row["value"]) for row in rows])
    assert sum(term["ss"] for term in answer["anova"]["terms"]) == pytest.approx(((values - values.mean()) ** 2).sum())
    assert sum(term["df"] for term in answer["anova"]["terms"]) == 899
    filled, possible = answer["anova"]["cells"]["judge:docset"]
    assert filled < possible
