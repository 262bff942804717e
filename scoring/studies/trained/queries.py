"""Finds the trained models of a project, and the summaries that they were trained on."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.db.models import F, Func, QuerySet, TextField, Value

from annotator.projects.models import Project, Summary
from annotator.texts.errors import FieldError, Malformed
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.model_checks import read_usable_model
from scoring.measures.automatic.topic_texts import Need
from scoring.measures.trained.fields import ModelRefused
from scoring.measures.trained.model import NO_MODEL, TEXT_HASH_LENGTH, WHITE_SPACE, TrainedModel
from scoring.studies.models import TrainedMeasure

TEXT_HASH = Func(
    F("text"),
    Value(WHITE_SPACE),
    template="left(encode(sha256(convert_to(translate(%(expressions)s, ''), 'UTF8')), 'hex'), %(length)s)",
    length=TEXT_HASH_LENGTH,
    output_field=TextField(),
)
"""The same as `text_hash`, computed by the database."""


class ModelUnusable(Malformed):
    """A measure names a trained model that the project lacks, or that does not fit the measure."""

    status = 422


def trained_measures(project: Project) -> QuerySet[TrainedMeasure]:
    """Returns the trained measures of a project, sorted by name, without the contents of the models."""
    rows: QuerySet[TrainedMeasure] = TrainedMeasure.objects.filter(project=project)
    return rows.select_related("project", "created_by").defer("content").order_by("name")


def project_models(project: Project, measures: Iterable[Measure]) -> dict[Measure, TrainedModel]:
    """Returns the model of each measure that names one. At most one SQL query. Raises ModelUnusable."""
    naming = [measure for measure in measures if named_model(measure) not in ("", NO_MODEL)]
    if not naming:
        return {}
    keys = {named_model(measure) for measure in naming}
    rows = TrainedMeasure.objects.filter(project=project, key__in=keys)
    contents: dict[str, str] = dict(rows.values_list("key", "content"))
    return {measure: _fitting_model(measure, contents) for measure in naming}


def named_model(measure: Measure) -> str:
    """Returns the value of the measure's parameter ``model``; "" for a measure without this parameter."""
    return measure.parameters["model"] if Need.TRAINED in measure.needs else ""


def summaries_in_training(project: Project, models: Mapping[Measure, TrainedModel]) -> dict[Measure, frozenset[int]]:
    """Returns the summaries (primary keys) whose texts each measure's model was trained on. One SQL query if there are
    models.
    """
    if not models:
        return {}
    hashes = {measure: model.all_text_hashes for measure, model in models.items()}
    wanted: Collection[str] = frozenset().union(*hashes.values())
    summaries = Summary.objects.filter(topic__project=project)
    rows: QuerySet[Any, Any] = summaries.annotate(text_hash=TEXT_HASH)
    pairs = list(rows.filter(text_hash__in=wanted).order_by().values_list("pk", "text_hash"))
    return {
        measure: frozenset(pk for pk, text_hash in pairs if text_hash in of_model)
        for measure, of_model in hashes.items()
    }


def _fitting_model(measure: Measure, contents: Mapping[str, str]) -> TrainedModel:
    key = named_model(measure)
    if key not in contents:
        raise _unusable(f"The project has no trained model {key}: train one, or import it.")
    try:
        model = _parsed(contents[key])
    except ModelRefused as refused:
        raise _unusable(f"The trained model {key} cannot be used: {refused}") from refused
    if model.measure != measure.name:
        raise _unusable(f"The model {key} was trained for {model.measure}, not for {measure.name}.")
    if model.parse != measure.parameters["parse"]:
        raise _unusable(
            f"The model {key} was trained with parse:{model.parse}, not with parse:{measure.parameters['parse']}."
        )
    return model


def _unusable(sentence: str) -> ModelUnusable:
    return ModelUnusable([FieldError("measure", sentence)])


@lru_cache(maxsize=8)
def _parsed(content: str) -> TrainedModel:
    """Returns the model; kept, because reading a large model takes tenths of a second."""
    return read_usable_model(content.encode())
