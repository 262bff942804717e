"""Measures trained on a project or on files: stored, marked, moved to another project, and left out of studies."""

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from annotator.projects.models import Project, Summary
from annotator.texts.errors import Malformed
from annotator.web.refusals import NotAllowed, ServiceRefused
from scoring.measures.automatic.model_checks import read_usable_model
from scoring.measures.trained.model import TrainedModel, text_hash
from scoring.observations.project_texts import all_texts, topic_summaries
from scoring.observations.viewer import Viewer
from scoring.studies.definition import StudyDefinition
from scoring.studies.measures.forms import named_measure
from scoring.studies.models import TrainedMeasure
from scoring.studies.project_data import check_definition, study_data
from scoring.studies.trained.queries import TEXT_HASH
from scoring.studies.trained.services import add_trained_measure, delete_trained_measure
from scoring.studies.values import measured_values
from tests.factories import make_member, make_project
from tests.scoring.measures.automatic.rated_topics import rated_topics
from tests.scoring.studies.trained.rated_project import PARSE, import_model, rated_project

pytestmark = pytest.mark.django_db

DICOMER = f"dicomer:parse={PARSE}"


def run(command: str, *arguments: object) -> tuple[str, str]:
    """What the command prints, and its warnings."""
    output, errors = StringIO(), StringIO()
    call_command(command, *map(str, arguments), stdout=output, stderr=errors)
    return output.getvalue(), errors.getvalue()


def trained_model(path: Path, measure: str = DICOMER, *arguments: object) -> TrainedModel:
    """The model that the command trains on the ratings of project p and writes to this file."""
    run("train_measure", measure, "--project", "p", "--against", "given.readability", "--out", path, *arguments)
    return read_usable_model(path.read_bytes())


def scores(project: Project, name: str) -> list[bytes]:
    viewer = Viewer(project)
    topics = topic_summaries(viewer)
    return [topic.scored[0].values.tobytes() for topic in measured_values(viewer, [named_measure(name)], topics)]


def test_the_command_trains_prints_and_stores(tmp_path: Path) -> None:
    project, path = rated_project("p"), tmp_path / "dicomer.json"
    options = ("--project", "p", "--against", "given.readability")
    output, _ = run("train_measure", DICOMER, *options, "--out", path, "--name", "readability")
    stored = TrainedMeasure.objects.get(project=project)
    model = read_usable_model(path.read_bytes())
    assert (stored.name, stored.key, stored.content) == ("readability", model.key, path.read_text())
    assert model.data.scales == ((1, 5),)
    lines = output.splitlines()
    assert lines[0] == f"{DICOMER},model={model.key}: trained on 16 summaries of 4 topics."
    assert lines[1].startswith("Correlations with given.readability: of scores of held-out topics (4 folds)")
    assert [line.split()[:2] for line in lines[3:]] == [
        [level, coefficient]
        for level in ("summarizer", "summary")
        for coefficient in ("pearson", "spearman", "kendall")
    ]
    again, _ = run("train_measure", DICOMER, *options, "--json")
    assert json.loads(again)["sha256"] == model.sha256
    assert model.assessment
    assert json.loads(again)["assessment"] == model.assessment.as_json()


def test_a_model_gives_the_same_scores_in_another_project(tmp_path: Path) -> None:
    """The other project has the same summaries of topics with other ratings, and summaries of its own."""
    here = rated_project("p")
    there = rated_project("q", topics=4)
    dicomer = trained_model(tmp_path / "d.json", DICOMER, "--name", "d")
    cremer = trained_model(tmp_path / "c.json", f"cremer-poly:parse={PARSE}", "--dicomer", tmp_path / "d.json")
    import_model(here, cremer)
    for path in (tmp_path / "d.json", tmp_path / "c.json"):
        run("import_trained", "--project", "q", path)
    for name in (f"{DICOMER},model={dicomer.key}", f"cremer-poly:parse={PARSE},model={cremer.key}"):
        assert scores(here, name) == scores(there, name)
    assert there.trained_measures.get(key=cremer.key).name == "cremer-poly for given.readability"


def test_summaries_of_the_training_are_marked(tmp_path: Path) -> None:
    """Trained on T1 to T3: 12 of the 16 peers, and no model."""
    project = rated_project("p")
    model = trained_model(tmp_path / "d.json", DICOMER, "--topics", "T1", "T2", "T3", "--name", "d")
    name = f"{DICOMER},model={model.key}"
    output, warnings = run("measure", "--project", "p", "--measure", name, "--measure", "rouge-1", "--format", "csv")
    rows = list(csv.DictReader(StringIO(output)))
    marks = {(row["topic"], row["kind"]): row["in_training"] for row in rows if row["name"] == name}
    assert marks == {
        (f"T{n}", kind): "yes" if kind == "peer" and n < 4 else "no" for n in (1, 2, 3, 4) for kind in ("peer", "model")
    }
    assert {row["in_training"] for row in rows if row["name"].startswith("rouge-1")} == {""}
    assert f"{name} was trained on 12 of 20 summaries" in warnings
    output, _ = run("measure", "--project", "p", "--measure", name, "--format", "json")
    assert [row["in_training"] for row in json.loads(output)["means"]] == [3, 3, 3, 3, 0]
    hashes = dict(Summary.objects.filter(topic__project=project).annotate(hash=TEXT_HASH).values_list("pk", "hash"))
    assert sorted(hashes.values()) == sorted(text_hash(text.sentences) for text in all_texts(project))


def test_studies_leave_summaries_of_the_training_out_unless_asked(tmp_path: Path) -> None:
    project = rated_project("p")
    model = trained_model(tmp_path / "d.json", DICOMER, "--topics", "T1", "T2", "--name", "d")
    name = f"{DICOMER},model={model.key}"
    definition = StudyDefinition(columns=(name,), against=("given.readability",))
    without = study_data(Viewer(project), check_definition(project, definition))
    assert (without.table.values[0] == without.table.values[0]).sum(axis=0).tolist() == [0, 0, 4, 4]
    assert without.warnings == (f"“{name}” was trained on 8 of these summaries, so these are left out.",)
    everything = StudyDefinition.from_json({**definition.as_json(), "include_training_summaries": True})
    assert everything.digest != definition.digest
    assert StudyDefinition.from_json(everything.as_json()) == everything
    included = study_data(Viewer(project), everything)
    assert (included.table.values[0] == included.table.values[0]).all()
    assert "higher than they would be for other summaries" in included.warnings[0]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("dicomer", "dicomer needs a trained model, which is named by its hash: dicomer:model=HASH."),
        (f"{DICOMER},model=00000000", "The project has no trained model 00000000: train one, or import it."),
        (f"lin:parse={PARSE},model=KEY", "was trained for dicomer, not for lin."),
        ("dicomer:model=KEY", "dicomer needs discourse relations"),
    ],
)
def test_a_measure_without_a_fitting_model_is_refused(tmp_path: Path, name: str, sentence: str) -> None:
    project = rated_project("p")
    model = trained_model(tmp_path / "d.json", DICOMER, "--name", "d")
    name = name.replace("KEY", model.key)
    with pytest.raises(CommandError) as refused:
        run("measure", "--project", "p", "--measure", name)
    assert sentence in str(refused.value)
    with pytest.raises(Malformed):
        check_definition(project, StudyDefinition(columns=(name,), against=("given.readability",)))


def test_a_measure_is_trained_on_files(tmp_path: Path) -> None:
    """Two tables of other scales, as of two years; the text of one summary is missing."""
    for rated in rated_topics():
        for name, text in zip(rated.summarizers, rated.topic.peers, strict=True):
            file = tmp_path / "texts" / f"{rated.topic.key}.P.100.A.{name[1:]}"
            file.parent.mkdir(exist_ok=True)
            file.write_text("\n".join(text.sentences))
    ratings = [
        (rated.topic.key, name[1:], rating)
        for rated in rated_topics()
        for name, rating in zip(rated.summarizers, rated.ratings, strict=True)
    ]
    for year, factor in (("2009", 2), ("2010", 1)):
        rows = [f"{t},{s},{(r or 0) * factor}" for t, s, r in ratings if (t < "D2") == (year == "2009")]
        (tmp_path / f"{year}.csv").write_text("topic,summarizer,overall\n" + "\n".join([*rows, "D9,1,2"]))
    options = ("--texts", tmp_path / "texts", "--text-format", "spl", "--against", "overall", "--name-regex")
    tables = ("--scores", tmp_path / "2009.csv", tmp_path / "2010.csv", "--scale", "2-10", "1-5")
    regex = r"(?<topic>D\d)\.P\.100\.A\.(?<summarizer>\d)"
    run("train_measure", f"lin:parse={PARSE}", *tables, *options, regex, "--out", tmp_path / "lin.json")
    model = read_usable_model((tmp_path / "lin.json").read_bytes())
    assert (model.data.summaries, model.data.topics, model.data.scales) == (20, 4, ((1, 5), (2, 10)))
    output, _ = run(
        "measure_files", tmp_path / "texts", "--text-format", "spl", "--name-regex", regex,
        "--trained", tmp_path / "lin.json", "--measure", f"lin:parse={PARSE},model={model.key}", "--format", "csv",
    )  # fmt: skip
    assert {row["in_training"] for row in csv.DictReader(StringIO(output))} == {"yes"}
    with pytest.raises(CommandError, match="needs its trained model: give the file with --trained"):
        run("measure_files", tmp_path / "texts", "--name-regex", regex, "--measure", f"lin:parse={PARSE}")


def unreadable(folder: Path) -> list[str]:
    (folder / "bad.json").write_text("{")
    return ["--dicomer", str(folder / "bad.json")]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rouge-2", "--against", "x"], "cannot be trained"),
        (["dicomer:model=00000000", "--against", "x"], "cannot be trained"),
        ([DICOMER, "--against", "given.other"], "The project has no column “given.other”."),
        ([DICOMER, "--against", "rouge-1"], "“rouge-1” is not a column of human scores."),
        (["dicomer", "--against", "given.readability"], "No rated summary has features (16 no parse)."),
        ([DICOMER, "--against", "given.readability", "--topics", "T9"], "There is no topic “T9”"),
        ([DICOMER, "--against", "given.readability", "--topics", "T1"], "at least 2 topics"),
        ([f"cremer-rbf:parse={PARSE}", "--against", "given.readability"], "needs a trained model of dicomer"),
        ([DICOMER, "--against", "given.readability", "--scale", "5-1"], "A scale is written like 1-5"),
        ([DICOMER, "--against", "given.readability", "--scale", "1-2"], "is outside the scale 1-2."),
        ([DICOMER, "--against", "given.readability", "--out", "/nowhere/x.json"], "It cannot be written"),
        ([DICOMER, "--against", "given.readability", "--name", "a\x07"], "contains a control character"),
        (unreadable, "bad.json: The file is not JSON in UTF-8."),
    ],
)
def test_impossible_trainings_are_refused_in_one_line(
    tmp_path: Path, arguments: "list[str] | Callable[[Path], list[str]]", sentence: str
) -> None:
    rated_project("p")
    if not isinstance(arguments, list):
        arguments = [DICOMER, "--against", "given.readability", *arguments(tmp_path)]
    with pytest.raises(CommandError) as refused:
        run("train_measure", *arguments, "--project", "p")
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_models_are_kept_once_under_one_name(tmp_path: Path) -> None:
    project = rated_project("p")
    model = trained_model(tmp_path / "d.json")
    other = trained_model(tmp_path / "o.json", DICOMER, "--topics", "T1", "T2")
    first = import_model(project, model)
    assert first.name == "dicomer for given.readability"
    assert import_model(project, model, "again").pk == first.pk
    assert import_model(project, other).name == f"dicomer for given.readability {other.key}"
    elsewhere = make_project("q")
    for data, name, sentence in (
        (b"{}", "", "The file is not a trained measure"),
        (model.as_text().replace("0", "1", 1).encode(), "", "the file was changed"),
        (model.as_text().encode(), "x" * 101, "is longer than 100 characters"),
    ):
        with pytest.raises(ServiceRefused, match=sentence):
            add_trained_measure(project=elsewhere, data=data, name=name, by=None)
    annotator = make_member(project, "annotator")
    with pytest.raises(NotAllowed):
        add_trained_measure(project=project, data=b"", by=annotator)
    with pytest.raises(NotAllowed):
        delete_trained_measure(measure=first, by=annotator)
    delete_trained_measure(measure=first, by=make_member(project, "manager"))
    assert TrainedMeasure.objects.count() == 1


@pytest.mark.parametrize("change", [{"name": ""}, {"key": "xyz"}, {"key": "ABCDEF01"}])
def test_the_database_refuses_other_rows(change: dict[str, Any]) -> None:
    row = {"name": "n", "key": "0123abcd", "content": "{}", **change}
    project = make_project()
    with pytest.raises(IntegrityError), transaction.atomic():
        TrainedMeasure.objects.create(project=project, **row)
    TrainedMeasure.objects.create(project=project, **{**row, "name": "n", "key": "0123abcd"})
    for taken in ("name", "key"):
        other = {"name": "other", "key": "00000000", taken: {"name": "n", "key": "0123abcd"}[taken]}
        with pytest.raises(IntegrityError), transaction.atomic():
            TrainedMeasure.objects.create(project=project, content="{}", **other)
