"""Trained measures in project files, with their models."""

import json
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Model

from annotator.interchange.project_file.additions import Addition
from annotator.interchange.project_file.fields import as_json_value, user_name_expression
from annotator.interchange.project_file.refusals import Json, ProjectFileError, check_unique, require
from annotator.interchange.project_file.rows import People, TopicKeys, insert_rows
from annotator.interchange.project_file.schema_types import ACCOUNT, TIME, list_of, object_of, text
from annotator.projects.models import Project
from scoring.measures.automatic.model_checks import read_usable_model
from scoring.measures.trained.fields import ModelRefused
from scoring.measures.trained.model import TrainedModel
from scoring.studies.column_names import MAX_NAME, name_refusal
from scoring.studies.models import TrainedMeasure
from scoring.studies.trained.services import MAX_TRAINED, overview

FIELDS: Mapping[type[Model], Mapping[str, str]] = {
    TrainedMeasure: {
        "id": "left out: a key of this database",
        "project": "derived: the file it is in",
        "name": "plain",
        "key": "derived: the hash in “model”",
        "content": "as “model”",
        "overview": "derived: parts of “model”",
        "created_at": "plain",
        "created_by": "by user name",
        "creator_name": "with “created_by”",
    }
}
"""How the file represents each field of the model."""
_TRAINED = object_of(
    "A trained measure. “model” is the content of the file that `train_measure` writes.",
    name=text(1, MAX_NAME),
    model={"type": "object"},
    created_at=TIME,
    created_by=ACCOUNT,
)


def _export(project: Project) -> list[Json]:
    creator = user_name_expression(account="created_by", fallback="creator_name")
    rows = TrainedMeasure.objects.filter(project=project).order_by("name")
    return [
        {
            "name": row["name"],
            "model": json.loads(row["content"]),
            "created_at": as_json_value(row["created_at"]),
            "created_by": row["creator"],
        }
        for row in rows.values("name", "content", "created_at", creator=creator)
    ]


def _check(measures: list[Json], _project_json: Json) -> None:
    require(len(measures) <= MAX_TRAINED, "trained_measures", f"A project has at most {MAX_TRAINED} trained measures.")
    check_unique(measures, "trained_measures", "name")
    keys = []
    for i, measure in enumerate(measures):
        path = f"trained_measures[{i}]"
        require(not (refusal := name_refusal(measure["name"])), f"{path}.name", refusal)
        try:
            keys.append(_model(measure).key)
        except ModelRefused as refused:
            raise ProjectFileError(f"{path}.model", str(refused)) from refused
        require(keys.count(keys[-1]) == 1, f"{path}.model", "The file has two models whose hashes begin alike.")


def _write(project: int, measures: list[Json], _topics: Mapping[str, TopicKeys], people: People) -> None:
    models = list(map(_model, measures))
    insert_rows(
        TrainedMeasure,
        (
            {
                "project": project,
                "name": measure["name"],
                "key": model.key,
                "content": model.as_text(),
                "overview": overview(model),
                "created_at": datetime.fromisoformat(measure["created_at"]),
                **people.account_columns(measure["created_by"], account="created_by", fallback="creator_name"),
            }
            for measure, model in zip(measures, models, strict=True)
        ),
    )


def _model(measure: Json) -> TrainedModel:
    """Returns the model. Raises ModelRefused."""
    return read_usable_model(json.dumps(measure["model"]).encode())


TRAINED_MEASURES = Addition(
    "trained_measures",
    list_of(_TRAINED),
    _export,
    _check,
    _write,
    user_names=lambda measure: [measure["created_by"]],
)
