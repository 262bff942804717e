"""Measures trained with relations from a discourse parser: in a project with imported parses, and in files."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from annotator.projects.models import Summary
from scoring.measures.automatic.model_checks import measure_of, read_usable_model
from scoring.measures.automatic.short_name import short_name
from scoring.studies.models import GivenScore
from tests.factories import make_member
from tests.scenes import signed_in
from tests.scoring.studies.trained.rated_project import rated_project
from tests.scoring.studies.trained.test_training import run

pytestmark = pytest.mark.django_db


def brackets(text: str) -> str:
    """The relations between lines 1 and 2, and between lines 3 and 4: contrast if the second begins with However."""
    lines, marked = text.split("\n"), []
    for number in (0, 1):
        first, second = lines[2 * number : 2 * number + 2]
        sense = "Contrast" if second.startswith("However") else "Cause"
        marked.append(f"{{NonExp_{number}_Arg1 {first} NonExp_{number}_Arg1}}")
        marked.append(f"{{NonExp_{number}_Arg2_{sense} {second} NonExp_{number}_Arg2}}")
    return "\n".join(marked)


def write(folder: Path, texts: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize("name", ["dicomer", "lin"])
def test_a_project_trains_on_imported_parses_and_uses_the_model(tmp_path: Path, name: str) -> None:
    project = rated_project("p")
    texts = {f"{peer.topic.key}.{peer.summarizer}.txt": brackets(peer.text) for peer in Summary.objects.all()}
    parses = write(tmp_path / "parses", texts)
    report = run("import_parses", parses, "--project", "p", "--kind", "discourse")[0]
    assert report == "Parses: 20 added, 0 replaced, 0 unchanged.\n"
    options = ("--project", "p", "--against", "given.readability", "--topics", "T1", "T2")
    run("train_measure", f"{name}:parse=file", *options, "--out", tmp_path / "model.json", "--name", "m")
    model = read_usable_model((tmp_path / "model.json").read_bytes())
    measure = short_name(measure_of(model))
    rows = json.loads(run("measure", "--project", "p", "--measure", measure, "--format", "json")[0])["rows"]
    assert {row["undefined"] for row in rows} == {None}
    page = signed_in(make_member(project, "manager")).get("/p/p/measures/", {"measure": measure}).text
    assert f'<th scope="col" class="num">{measure}</th>' in page
    study, _ = run(
        "study", "--project", "p", "--columns", measure, "--against", "given.readability",
        "--resamples", 20, "--json",
    )  # fmt: skip
    assert json.loads(study)["topics"] == ["T1", "T2", "T3", "T4"]
    correlations = json.loads(study)["correlations"]
    assert any(row["value"] is not None for row in correlations if row["level"] == "summary")


def test_a_measure_is_trained_on_files_with_parses(tmp_path: Path) -> None:
    rated_project("p")
    scores = list(GivenScore.objects.select_related("summary__topic"))
    names = {f"{score.summary.topic.key}.P.100.A.{score.summary.summarizer}": score for score in scores}
    texts = write(tmp_path / "texts", {name: score.summary.text for name, score in names.items()})
    parses = write(tmp_path / "parses", {f"{name}.txt": brackets(score.summary.text) for name, score in names.items()})
    lines = [f"{score.summary.topic.key},{score.summary.summarizer},{score.value}" for score in scores]
    (tmp_path / "r.csv").write_text("\n".join(["topic,summarizer,readability", *lines]))
    regex = ("--name-regex", r"(?<topic>T\d)\.P\.100\.A\.(?<summarizer>s\d)", "--text-format", "spl")
    ratings = ("--scores", tmp_path / "r.csv", "--scale", "1-5", "--against", "readability")
    out = tmp_path / "model.json"
    run("train_measure", "dicomer:parse=file", *ratings, "--texts", texts, *regex, "--parses", parses, "--out", out)
    model = read_usable_model(out.read_bytes())
    assert (model.data.summaries, model.data.topics) == (16, 4)
    output, _ = run(
        "measure_files", texts, *regex, "--parses", parses, "--trained", out,
        "--measure", short_name(measure_of(model)), "--format", "csv",
    )  # fmt: skip
    rows = list(csv.DictReader(StringIO(output)))
    assert len(rows) == 16
    assert not any(row["undefined"] for row in rows)
