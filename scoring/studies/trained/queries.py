"""Finds the trained models of a project, and the summaries that they were trained on."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from django.db.models import F, Func, QuerySet, TextField, Value

from annotator.projects.models import Project, Summary
from annotator.texts.errors import FieldError, Malformed
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.model_checks import read_usable_model
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.short_name import parse_short_name
from scoring.measures.automatic.signature import format_signature
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


def trained_measure_with_key(project: Project, key: str) -> TrainedMeasure:
    """Returns a trained measure of the project. Raises TrainedMeasure.DoesNotExist."""
    return TrainedMeasure.objects.select_related("project", "created_by").get(project=project, key=key)


def current_trained_measures(project: Project) -> list[Measure]:
    """Returns the measure of each trained model of the project, without models of another version of the measure. One
    SQL query.
    """
    current = []
    for overview in trained_measures(project).values_list("overview", flat=True):
        with suppress(MeasureError):
            measure, _ = parse_short_name(overview["measure"])
            signature = format_signature(measure).replace(f"model:{named_model(measure)}", f"model:{NO_MODEL}")
            if signature == overview["signature"]:
                current.append(measure)
    return current


def readable_models(project: Project, measures: Collection[Measure]) -> dict[Measure, TrainedModel]:
    """Returns the same as `project_models`, without the models that cannot be used."""
    contents, models = _contents(project, measures), {}
    for measure in measures:
        with suppress(ModelUnusable):
            if named_model(measure) in contents:
                models[measure] = _fitting_model(measure, contents)
    return models


def project_models(project: Project, measures: Collection[Measure]) -> dict[Measure, TrainedModel]:
    """Returns the model of each measure that names one. At most one SQL query. Raises ModelUnusable."""
    contents = _contents(project, measures)
    return {
        measure: _fitting_model(measure, contents) for measure in measures if named_model(measure) not in ("", NO_MODEL)
    }


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
        measure: frozenset(pk for pk, text_hash in pairs if text_hash in model_hashes)
        for measure, model_hashes in hashes.items()
    }


def _contents(project: Project, measures: Iterable[Measure]) -> dict[str, str]:
    """Returns the JSON of the models that these measures name, by key. At most one SQL query."""
    keys = {named_model(measure) for measure in measures} - {"", NO_MODEL}
    rows = TrainedMeasure.objects.filter(project=project, key__in=keys)
    return dict(rows.values_list("key", "content")) if keys else {}


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


@lru_cache(maxsize=4)
def _parsed(content: str) -> TrainedModel:
    """Returns the model; cached, because reading a large model takes tenths of a second."""
    return read_usable_model(content.encode())
