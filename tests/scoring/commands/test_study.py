"""`manage.py study` with tables of scores."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.observations.viewer import Viewer
from scoring.stats.williams import williams_test
from scoring.studies.services import create_study, study_answer
from tests.factories import make_member
from tests.scoring.studies.studied_project import DEFINITION, studied_project

ROSE = Path(__file__).parents[4] / "shared" / "data" / "rose"
RATINGS = ("prior", "ref_based", "ref_free", "normalized_acu")

HUMAN = {"T1-A": "1 2 3 4 5", "T2-B": "2 1 3 5 4", "T3-A": "1 3 2 4 5", "T4-B": "3 1 2 4 5"}
GOOD = {"T1-A": "1 2 3 5 4", "T2-B": "2 1 3 5 4", "T3-A": "1 2 3 4 5", "T4-B": "2 1 3 4 5"}
BAD = {"T1-A": "5 1 2 4 3", "T2-B": "2 4 1 5 3", "T3-A": "1 5 2 4 3", "T4-B": "3 1 5 4 2"}


def long_table(columns):
    lines = ["topic,summarizer,name,value"]
    for name, topics in columns.items():
        for topic, values in topics.items():
            lines += [f"{topic},{row},{name},{value}" for row, value in enumerate(values.split(), 1)]
    return "\n".join(lines)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(long_table({"human": HUMAN, "good": GOOD, "bad": BAD}))
    return path


def run(*arguments) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("study", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def study(*arguments):
    return json.loads(run(*arguments, "--json")[0])


def correlation(document, *chosen):
    keys = ("a", "b", "level", "coefficient")
    (entry,) = [entry for entry in document["correlations"] if tuple(entry[key] for key in keys) == chosen]
    return entry


@pytest.fixture(scope="module")
def rose(tmp_path_factory):
    if not ROSE.is_dir():
        pytest.skip("../shared/data/rose is not there")
    documents = json.loads((ROSE / "protocol-comparison.json").read_text())
    lines = ["topic\tsummarizer\tname\tvalue"]
    for number, document in enumerate(documents):
        for system, scores in document["annotations"].items():
            lines += [f"{number}\t{system}\t{name}\t{scores[name]!r}" for name in (*RATINGS, "acu")]
    path = tmp_path_factory.mktemp("rose") / "rose.tsv"
    path.write_text("\n".join(lines))
    return study("--scores", path, "--columns", *RATINGS, "--against", "acu", "--test", "williams", "--resamples", 50)


def test_rose_has_the_means_of_its_authors(rose) -> None:
    # measures.md §12; the means of acu are printed by the authors.
    means = dict(zip((column["name"] for column in rose["columns"]), rose["means"], strict=True))
    places = [rose["summarizers"].index(name) for name in ("brio", "ctrlsum", "glob")]
    assert [round(means["acu"][place], 6) for place in places] == [0.429045, 0.451103, 0.349981]
    assert [round(means["prior"][place], 6) for place in places] == [3.366667, 3.586667, 3.066667]
    assert (len(rose["summarizers"]), len(rose["topics"]), rose["holes"], rose["warnings"]) == (12, 100, 0, [])


@pytest.mark.parametrize(
    ("column", "summarizer_level", "tau"),
    [
        ("prior", (0.6442, 0.4615, 0.3333), 0.1746),
        ("ref_based", (0.3087, 0.3684, 0.2770), 0.2673),
        ("ref_free", (0.5238, 0.2958, 0.2326), 0.2105),
        ("normalized_acu", (0.6974, 0.7552, 0.5455), 0.8095),
    ],
)
def test_rose_has_the_published_correlations(rose, column, summarizer_level, tau) -> None:
    # measures.md §12: exact means; each column has one document where the correlation is undefined.
    entries = [correlation(rose, column, "acu", "summarizer", name) for name in ("pearson", "spearman", "kendall")]
    assert tuple(round(entry["value"], 4) for entry in entries) == summarizer_level
    within = correlation(rose, column, "acu", "summary", "kendall")
    assert (round(within["value"], 4), within["topics_used"], within["topics_undefined"]) == (tau, 99, 1)


def test_rose_is_tested_by_williams(rose) -> None:
    (entry,) = [row for row in rose["williams"] if (row["a"], row["b"]) == ("ref_based", "normalized_acu")]
    pearson = {
        (row["a"], row["b"]): row["value"]
        for row in rose["correlations"]
        if (row["level"], row["coefficient"]) == ("summarizer", "pearson")
    }
    expected = williams_test(
        pearson["ref_based", "acu"], pearson["normalized_acu", "acu"], pearson["ref_based", "normalized_acu"], 12
    )
    assert expected is not None
    assert (entry["t"], entry["df"], entry["p"]) == (expected.t, 9, expected.one_sided)


def test_flags_make_the_definition(table) -> None:
    flags = ("--columns", "good", "bad", "--against", "human", "--topic", "T1-A", "T3-A", "T4-B", "--seed", 3)
    choices = ("--level", "global,summary", "--coefficient", "kendall", "--test", "permutation,koehn")
    groups = ("--group", "initial=-A$", "--group", "update=-B")
    more = ("--resamples", 20, "--drawn", "topics", "--significant-only")
    document = study("--scores", table, *flags, *choices, *groups, *more)
    assert document["definition"] == {
        "columns": ["good", "bad"],
        "against": ["human"],
        "topics": ["T1-A", "T3-A", "T4-B"],
        "groups": {"initial": "-A$", "update": "-B"},
        "summarizers": "all",
        "levels": ["summary", "global"],
        "coefficients": ["kendall"],
        "tests": ["koehn", "permutation"],
        "resamples": 20,
        "seed": 3,
        "drawn": "topics",
        "significant_only": True,
    }
    assert [(group["name"], group["topics"]) for group in document["groups"]] == [
        ("initial", ["T1-A", "T3-A"]),
        ("update", ["T4-B"]),
    ]
    assert (document["williams"], len(document["koehn"]), len(document["permutation"])) == ([], 2, 2)


def test_a_result_is_computed_again_to_the_same_bytes(table, tmp_path) -> None:
    text = run("--scores", table, "--against", "human", "--resamples", 20, "--json")[0]
    result = tmp_path / "result.json"
    result.write_text(text)
    assert run("--definition", result, "--json")[0] == text
    definition = tmp_path / "definition.json"
    definition.write_text(json.dumps(json.loads(text)["definition"]))
    assert run("--definition", definition, "--scores", table, "--json")[0] == text
    assert json.loads(text)["definition"]["columns"] == ["good", "bad"]  # all others without --columns


def test_columns_may_come_from_several_files_and_judges(table, tmp_path) -> None:
    second = tmp_path / "second.csv"
    second.write_text("topic,summarizer,judge,new,human\nT1-A,1,ann,1,1\nT1-A,1,ben,0,\nT1-A,2,ann,.5,\n")
    document = study("--scores", table, second, "--against", "human", "--level", "global", "--resamples", 20)
    assert [column["name"] for column in document["columns"]] == ["good", "bad", "new", "human"]
    assert document["means"][2] == [0.5, 0.5, None, None, None]
    assert document["warnings"][0].startswith("“new” lacks 18 of 20 scores")


def test_people_are_the_capital_letters_of_a_table(tmp_path) -> None:
    table = tmp_path / "wide.csv"
    rows = [
        f"T{topic},{name},{value},{value * topic}"
        for topic in (1, 2)
        for value, name in enumerate(["A", "B", "1", "2"])
    ]
    table.write_text("\n".join(["topic,summarizer,x,y", *rows]))
    few = ("--scores", table, "--against", "y", "--resamples", 5)
    assert study(*few)["summarizers"] == ["1", "2", "A", "B"]
    assert study(*few, "--summarizers", "system")["summarizers"] == ["1", "2"]
    assert study(*few, "--summarizers", "human")["summarizers"] == ["A", "B"]


def test_without_json_the_main_tables_are_printed(table) -> None:
    out, err = run(
        "--scores",
        table,
        "--against",
        "human",
        "--resamples",
        20,
        "--test",
        "koehn,williams,permutation",
        "--significant-only",
    )
    for title in (
        "5 summarizers, 4 topics; intervals of 95 % from 20 draws of summarizers and topics, seed 1.",
        "Correlations with human scores",
        "Kendall's tau over the topics with p <= .05",
        "Koehn's bootstrap",
        "Williams' test",
        "Permutation test",
        "Summarizers by human",
        "Ranks within a topic that differ most: bad (a) and human (b)",
    ):
        assert f"\n{title}" in f"\n{out}"
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        ([], 2, "Give --scores, --project, or a --definition"),
        (["--resume", "1"], 2, "--resume goes with --project"),
        (["--scores", "{table}"], 2, "Name the columns of human scores with --against."),
        (["--scores", "{table}", "--against", "human", "--level", "topic"], 2, "must be summarizer, summary or global"),
        (["--scores", "{table}", "--against", "human", "--group", "initial"], 2, "Write a group as NAME=REGEX."),
        (["--scores", "{table}", "--against", "x"], 1, "There is no column “x”. There are human, good, bad."),
        (["--scores", "{table}", "--against", "human", "--group", "a=X"], 1, "No topic matches the pattern “X”"),
        (["--scores", "nothing.csv", "--against", "human"], 1, "nothing.csv: It cannot be read"),
        (["--scores", "{table}", "{other}", "--against", "human"], 1, "line 2: 1 has another “good” on T1-A in"),
        (["--definition", "{table}"], 1, "It is not JSON."),
        (["--definition", "{table}", "--seed", "1"], 2, "--seed cannot be combined with --definition."),
        (["--definition", "{table}", "--drawn", "topics"], 2, "--drawn cannot be combined with --definition."),
        (
            ["--definition", "{table}", "--significant-only"],
            2,
            "--significant-only cannot be combined with --definition.",
        ),
    ],
)
def test_wrong_input_is_refused_with_a_sentence(table, tmp_path, arguments, status, sentence) -> None:
    other = tmp_path / "other.csv"
    other.write_text("topic,summarizer,good\nT1-A,1,7\n")
    with pytest.raises(CommandError, match=sentence) as refused:
        run(*(argument.format(table=table, other=other) for argument in arguments))
    assert refused.value.returncode == status


@pytest.mark.django_db
def test_a_project_gives_the_same_bytes_by_command_again_and_from_its_stored_study(tmp_path) -> None:
    project = studied_project("studied")
    choices = ("--columns", *DEFINITION.columns, "--against", *DEFINITION.against, "--resamples", DEFINITION.resamples)
    text = run("--project", "studied", *choices, "--json")[0]
    study = create_study(project=project, title="", definition=DEFINITION, by=make_member(project, "manager"))
    assert text == study_answer(Viewer(project), study).text
    assert run("--project", "studied", "--resume", 1, "--json")[0] == text
    result = tmp_path / "result.json"
    result.write_text(text)
    assert run("--definition", result, "--json")[0] == text


@pytest.mark.django_db
def test_what_a_project_lacks_is_refused() -> None:
    studied_project("studied")
    few = ("--project", "studied", "--against", "pyramid.modified")
    for arguments, status, sentence in (
        (("--project", "nothing", "--columns", "rouge-1", "--against", "x"), 1, "There is no project “nothing”."),
        (few, 2, "Name the columns to compare with --columns."),
        ((*few, "--columns", "be-hm"), 1, "be-hm needs elements, and the project has elements for 0 of 21 texts."),
        ((*few, "--columns", "rouge-1:stam=no"), 1, "rouge-1 has no parameter “stam”."),
        (("--project", "studied", "--resume", 3), 1, "The project has no study 3."),
        (("--project", "studied", "--resume", 3, "--seed", 3), 2, "--resume goes with --project"),
    ):
        with pytest.raises(CommandError, match=sentence) as refused:
            run(*arguments)
        assert refused.value.returncode == status
