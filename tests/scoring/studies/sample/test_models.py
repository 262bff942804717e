"""The sample projects have values of every measure that needs documents, judges' extracts, parses or training."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction
from pytest_django import DjangoDbBlocker

from annotator.projects.models import Project
from scoring.measures.trained.model import TrainedModel
from scoring.measures.trained.reading import read_model
from scoring.observations.viewer import Viewer
from scoring.studies.services import study_answer
from tests.factories import make_user

MODELS = files("scoring.studies.sample") / "models"
TRAINED_ON = ["bees", "bridge", "comet", "ferry", "flood", "glacier"]


@pytest.fixture(scope="module")
def _loaded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        make_user("ann")
        call_command("load_sample", verbosity=0)
        call_command("load_sample_study", verbosity=0)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def sample(_loaded: None, db: None) -> Project:
    return Project.objects.get(slug="sample")


@pytest.fixture
def study(_loaded: None, db: None) -> Project:
    return Project.objects.get(slug="sample-study")


def stored_model(name: str) -> TrainedModel:
    return read_model((MODELS / f"{name}.json").read_bytes())


@pytest.mark.parametrize(
    ("name", "measure", "options"),
    [
        ("lin-connectives", "lin:parse=connectives-en1", ["--topics", *TRAINED_ON]),
        ("dicomer-connectives", "dicomer:parse=connectives-en1", ["--topics", *TRAINED_ON]),
        (
            "cremer-linear-connectives",
            "cremer-linear:parse=connectives-en1",
            ["--topics", *TRAINED_ON, "--dicomer", str(MODELS / "dicomer-connectives.json")],
        ),
        ("lin-parses", "lin", ["--topics", *TRAINED_ON[:3], "--folds", "3"]),
    ],
)
def test_training_again_gives_the_stored_model(
    study: Project, tmp_path: Path, name: str, measure: str, options: list[str]
) -> None:
    """If this fails because a measure has a new version, make the file again by the same command."""
    out = tmp_path / "model.json"
    command = ["train_measure", measure, "--project", study.slug, "--against", "given.responsiveness"]
    call_command(*command, *options, "--out", str(out), verbosity=0)
    trained = read_model(out.read_bytes())
    assert trained.as_json()["training"] == stored_model(name).as_json()["training"]
    assert trained.signature == stored_model(name).signature


def test_the_second_study_uses_topics_on_which_nothing_was_trained(study: Project) -> None:
    document = study_answer(Viewer(study), study.studies.get(number=2)).document
    assert document
    assert document["topics"] == ["library", "market", "seeds", "volcano"]
    assert not set(document["topics"]) & set(TRAINED_ON)
    kendall = [
        row for row in document["correlations"] if row["level"] == "summarizer" and row["coefficient"] == "kendall"
    ]
    assert len(kendall) == 21  # pairs of seven columns
    assert all(row["value"] is not None for row in kendall)


def test_the_topic_of_extracts_has_peers_of_systems_and_baselines(sample: Project) -> None:
    peers = sample.topics.get(key="turn").summaries.filter(kind="peer")
    assert set(peers.values_list("summarizer", flat=True)) == {"extract-2", "central", "LEAD", "RAND", "CENTROID"}
