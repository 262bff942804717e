"""`manage.py measure_files` and `measures`: output, exit status, no database."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.measures.automatic.registry import DEFINITIONS
from scoring.measures.automatic.rouge.values import VALUES
from tests.oracles.rouge import n_gram_counts
from tests.scoring.observations.text_files.text_folder import write_files

ROOT = Path(__file__).parents[3]
TEXTS = {
    "peers/D1.M.10.A.1": "police kill the gunman",
    "peers/D1.M.10.A.2": "the gunman kill police",
    "peers/D2.M.10.A.1": "the gunman police killed",
    "models/D1.M.10.A.A": "police killed the gunman",
    "models/D1.M.10.A.B": "the police shot a gunman",
    "models/D2.M.10.A.A": "police killed the gunman",
}
SETTINGS = """<ROUGE_EVAL version="1.5.5">{evals}</ROUGE_EVAL>"""
EVAL = (
    '<EVAL ID="{id}"><PEER-ROOT>peers</PEER-ROOT><MODEL-ROOT>models</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>'
    "<PEERS>{peers}</PEERS><MODELS>{models}</MODELS></EVAL>"
)


VALUE_ENDS = (",value=precision", ",value=f")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The examples of W04-1013, section 3, in a folder and a settings file."""
    path = tmp_path_factory.mktemp("texts")
    write_files(path, TEXTS)
    evals = [
        EVAL.format(
            id="1", peers='<P ID="1">D1.M.10.A.1</P><P ID="2">D1.M.10.A.2</P>', models='<M ID="A">D1.M.10.A.A</M>'
        ),
        EVAL.format(id="2", peers='<P ID="1">D2.M.10.A.1</P>', models='<M ID="A">D2.M.10.A.A</M>'),
    ]
    write_files(path, {"settings.xml": SETTINGS.format(evals="".join(evals))})
    return path


def run(*arguments: Any) -> tuple[str, str]:
    """Standard output and errors. No test of this module may use the database."""
    out, err = io.StringIO(), io.StringIO()
    call_command("measure_files", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_lines_of_rouge_have_the_values_of_the_paper(folder) -> None:
    # W04-1013, sections 3.1 and 4: ROUGE-L 3/4, 2/4, 2/4; ROUGE-S 3/6, 1/6, 2/6.
    out, err = run(
        *(folder / "settings.xml", "--format", "rouge", "--measure", "rouge-s*:stem=no", "--measure", "rouge-l:stem=no")
    )
    lines = [line for line in out.splitlines() if " Eval " in line or "Average_R" in line]
    assert lines == [
        "1 ROUGE-L Average_R: 0.62500",
        "1 ROUGE-L Eval 1.1 R:0.75000 P:0.75000 F:0.75000",
        "1 ROUGE-L Eval 2.1 R:0.50000 P:0.50000 F:0.50000",
        "1 ROUGE-S* Average_R: 0.41667",
        "1 ROUGE-S* Eval 1.1 R:0.50000 P:0.50000 F:0.50000",
        "1 ROUGE-S* Eval 2.1 R:0.33333 P:0.33333 F:0.33333",
        "2 ROUGE-L Average_R: 0.50000",
        "2 ROUGE-L Eval 1.2 R:0.50000 P:0.50000 F:0.50000",
        "2 ROUGE-S* Average_R: 0.16667",
        "2 ROUGE-S* Eval 1.2 R:0.16667 P:0.16667 F:0.16667",
    ]
    assert err == ""


def test_a_folder_gives_the_same_values_in_all_formats(folder) -> None:
    names = ("--measure", "rouge-1:stem=no", "--measure", "cosine")
    answer = json.loads(run(folder, *names, "--format", "json")[0])
    assert list(answer) == ["measures", "rows", "means", "warnings", "made_by"]
    assert [one["name"] for one in answer["measures"]] == ["rouge-1:stem=no", "cosine"]
    first, *_ = answer["rows"]
    keys = ["topic", "summarizer", "kind", "measure", *VALUES, "undefined"]
    assert list(first) == keys
    peer, *models = (TEXTS[path].split() for path in ("peers/D1.M.10.A.1", "models/D1.M.10.A.A", "models/D1.M.10.A.B"))
    counts = [n_gram_counts([peer], [model], 1) for model in models]
    assert first["recall"] == round(sum(shared for shared, _, _ in counts) / sum(count for _, count, _ in counts), 5)
    assert answer["made_by"]["settings"] == {
        "source": folder.name,
        "peers": None,
        "models": None,
        "name_regex": None,
        "text_format": "auto",
        "encoding": "utf-8",
        "jackknife": False,
        "be": None,
        "parses": None,
    }
    rows = list(csv.DictReader(io.StringIO(run(folder, *names, "--format", "csv")[0])))
    assert [float(one["value"]) for one in rows if one["name"] == "rouge-1:stem=no"] == [
        one["recall"] for one in answer["rows"] if "recall" in one
    ]
    assert [one["name"] for one in rows[:4]] == [*(f"rouge-1:stem=no{end}" for end in ("", *VALUE_ENDS)), "cosine"]
    assert rows[0]["signature"] == answer["measures"][0]["signature"]
    metrics = [json.loads(line) for line in run(folder, *names, "--format", "sacrerouge")[0].splitlines()]
    assert metrics[0]["metrics"]["cosine"] == answer["rows"][1]["score"]
    table, errors = run(folder, *names)
    assert f"D1              1  peer           {first['recall']:.4f}" in table
    assert "Means over topics\nsummarizer  kind  topics  rouge-1:stem=no  cosine\n         1  peer       2" in table
    assert "settings.xml" in errors


def test_the_jackknife_scores_models_too(folder) -> None:
    rows = json.loads(run(folder, "--measure", "rouge-1", "--jackknife", "--format", "json")[0])["rows"]
    assert {
        (one["topic"], one["summarizer"], one["kind"], one["undefined"]) for one in rows if one["kind"] == "model"
    } == {
        ("D1", "A", "model", None),
        ("D1", "B", "model", None),
        ("D2", "A", "model", "no models"),
    }
    assert {one["measure"] for one in rows} == {"rouge-1:jack=yes"}


def test_elements_and_parses_come_from_files(folder, tmp_path) -> None:
    write_files(tmp_path, {path.split("/")[1]: "kill|gunman|obj\n" for path in TEXTS if "D1" in path})
    out, _ = run(folder, "--measure", "be-hm", "--be", tmp_path, "--format", "json")
    rows = json.loads(out)["rows"]
    assert [(one["recall"], one["undefined"]) for one in rows] == [(1.0, None), (1.0, None), (None, "no parse")]
    assert "be-hm is undefined for 1 of 3 summaries: no parse." in json.loads(out)["warnings"]
    with pytest.raises(
        CommandError,
        match="be-hmr needs Basic Elements of all models of a topic, and 3 of 3 peers have none; their folder",
    ):
        run(folder, "--measure", "be-hmr")


def test_two_processes_print_the_same(folder) -> None:
    arguments = (folder / "settings.xml", "--measure", "rouge-2", "--measure", "tesla-s", "--format", "json")
    assert run(*arguments) == run(*arguments, "--workers", "2")


@pytest.mark.parametrize(
    ("arguments", "sentence", "status"),
    [
        (["nowhere"], "nowhere: There is no such file or folder.", 1),
        ([__file__], "It is neither a folder nor a file whose name ends with .xml or .jsonl.", 1),
        ([".", "--root", "nowhere"], "nowhere: There is no such folder.", 1),
        ([".", "--be", "nowhere"], "nowhere: There is no such folder.", 1),
        ([".", "--format", "rouge", "--measure", "lcs"], "ROUGE-1.5.5 has no measure lcs.", 2),
    ],
)
def test_refused_files_and_measures_give_one_sentence(arguments, sentence, status, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError) as refusal:
        run(*arguments, "--measure", "rouge-2")
    assert str(refusal.value).endswith(sentence)
    assert refusal.value.returncode == status


def test_models_alone_need_the_jackknife(tmp_path) -> None:
    write_files(tmp_path, {path: text for path, text in TEXTS.items() if "models" in path})
    with pytest.raises(CommandError, match="There are only models; --jackknife scores each against the others"):
        run(tmp_path, "--measure", "rouge-2")
    assert run(tmp_path, "--measure", "rouge-2", "--jackknife")[0]


def test_a_stopped_command_prints_nothing(folder, monkeypatch) -> None:
    def stop(*arguments: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scoring.management.commands.measure_files.measured_rows", stop)
    with pytest.raises(CommandError, match="Stopped; nothing was printed") as refusal:
        run(folder, "--measure", "rouge-2")
    assert refusal.value.returncode == 130


def test_different_references_of_a_topic_cannot_be_jackknifed(tmp_path) -> None:
    line = {"instance_id": "d1", "summarizer_id": "1", "summary": "a", "references": ["a", "b"]}
    lines = [line, {**line, "summarizer_id": "2", "references": ["c"]}]
    write_files(tmp_path, {"a.jsonl": "\n".join(map(json.dumps, lines))})
    with pytest.raises(CommandError, match="Lines of d1 have different references, so its models cannot be jackknifed"):
        run(tmp_path / "a.jsonl", "--measure", "rouge-2", "--jackknife")
    assert len(json.loads(run(tmp_path / "a.jsonl", "--measure", "rouge-2", "--format", "json")[0])["rows"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--measure", "rouge-0"),
        ("--measure", "rouge-2:stem=yes"),
        ("--measure", "rouge-2:value=f"),
        ("--measure", "rouge-2", "--workers", "65"),
        ("--measure", "rouge-2", "--workers", "0"),
        ("--measure", "rouge-2", "--format", "xml"),
        ("--measure", "rouge-2", "--text-format", "pdf"),
    ],
)
def test_wrong_usage_is_refused_with_the_choices(folder, arguments) -> None:
    with pytest.raises(CommandError, match="Error: "):
        run(folder, *arguments)


def test_the_command_runs_without_a_database_and_ends_with_its_status(folder, tmp_path) -> None:
    unreachable = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PYRAMIDION_DATA": str(tmp_path / "var")}
    command = [sys.executable, "manage.py", "measure_files"]
    done = subprocess.run(
        [*command, str(folder / "nowhere"), "--measure", "rouge-2"],
        cwd=ROOT,
        env={**os.environ, **unreachable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"CommandError: {folder / 'nowhere'}: There is no such file or folder.\n"


def test_the_list_of_measures_has_every_parameter() -> None:
    out = io.StringIO()
    call_command("measures", "--json", stdout=out)
    answer = json.loads(out.getvalue())
    assert [one["name"] for one in answer] == [one.name for one in DEFINITIONS]
    assert [len(one["parameters"]) for one in answer] == [len(one.parameters) for one in DEFINITIONS]
    text = io.StringIO()
    call_command("measures", stdout=text)
    assert (
        "rouge-2  Shared sequences of 2 words.\n    values: recall (primary), precision, f; needs: models\n"
        in text.getvalue()
    )


def test_content_is_compared_with_documents_in_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(
        tmp_path,
        {
            "peers/D1.M.9.A.x": "The dam broke.",
            "models/D1.M.9.A.A": "A dam broke.",
            "documents/D1/1": "The dam broke.",
            "peers/D2.M.9.A.x": "A fire.",
            "documents/D2/1": "A mill.",
        },
    )
    call_command("measure_files", str(tmp_path), "--measure", "content-tfidf:truths=models", "--format", "json")
    answer = json.loads(capsys.readouterr().out)
    rows = {row["topic"]: (row["document"], row["truths"], row["undefined"]) for row in answer["rows"]}
    # By hand: each word has the idf ln 2, because it is in one of the two documents, or in none and counts as in one.
    assert rows["D1"] == (pytest.approx(1), pytest.approx(2 / 3), None)
    assert rows["D2"] == (pytest.approx(1 / 2), None, "no models")
    (mean,) = [mean for mean in answer["means"] if mean["summarizer"] == "x"]
    assert (mean["document"], mean["truths"], mean["topics"]) == (pytest.approx(3 / 4), pytest.approx(2 / 3), 1)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("co-selection", "co-selection needs extracts of judges and of peers, which only a project has."),
        ("content-tf", "content-tf needs documents of their topic, and 3 of 3 peers have none; they are in a folder"),
    ],
)
def test_what_files_lack_is_refused(folder: Path, name: str, why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("measure_files", str(folder), "--measure", name)
