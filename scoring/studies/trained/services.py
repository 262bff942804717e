"""Adds trained models to projects, and deletes them."""

from typing import Any

from django.db import transaction

from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused
from scoring.measures.automatic.model_checks import measure_of, read_usable_model
from scoring.measures.automatic.short_name import short_name
from scoring.measures.trained.fields import ModelRefused
from scoring.measures.trained.model import TrainedModel
from scoring.studies.column_names import name_refusal
from scoring.studies.models import TrainedMeasure

MAX_TRAINED = 50


@transaction.atomic
def add_trained_measure(*, project: Project, data: bytes, name: str = "", by: Membership | None) -> TrainedMeasure:
    """Add the trained model of a JSON file to a project and return it. ``name``: by default, the measure and what the
    model was trained for. A model that the project has already is returned unchanged.

    Raises NotAllowed unless ``by`` manages the project (None: a command), and ServiceRefused for a file that is no
    usable model, for a name that is taken, and for a project that has `MAX_TRAINED` trained models.
    """
    if by is not None:
        check_manage(by.role)
    try:
        model = read_usable_model(data)
    except ModelRefused as refused:
        raise ServiceRefused(str(refused)) from refused
    Project.objects.select_for_update().get(pk=project.pk)  # two imports at once must not take the same name
    content = model.as_text()
    existing = project.trained_measures.filter(key=model.key).first()
    if existing is not None:
        if existing.content != content:
            raise ServiceRefused(f"The project has another model whose hash begins with {model.key}: delete it first.")
        return existing
    name = name.strip() or _free_name(project, model)
    _check(project, name)
    return TrainedMeasure.objects.create(
        project=project,
        name=name,
        key=model.key,
        content=content,
        overview=overview(model),
        created_by=by.user if by else None,
    )


def delete_trained_measure(*, measure: TrainedMeasure, by: Membership) -> None:
    """Delete a trained model. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    measure.delete()


def overview(model: TrainedModel) -> dict[str, Any]:
    """Returns what pages show of a model: all but weights, support vectors and the hashes of texts."""
    content = model.as_json()
    return {
        "measure": short_name(measure_of(model)),
        "signature": model.signature,
        "rests_on": list(model.rests_on),
        "cost": model.cost,
        "training": {key: value for key, value in content["training"].items() if key != "text_hashes"},
        "assessment": content["assessment"],
        "libraries": content["libraries"],
        "sha256": model.sha256,
    }


def _free_name(project: Project, model: TrainedModel) -> str:
    name = f"{model.measure} for {model.data.against}"[:80]
    taken = set(project.trained_measures.values_list("name", flat=True))
    return name if name not in taken else f"{name} {model.key}"


def _check(project: Project, name: str) -> None:
    if refusal := name_refusal(name):
        raise ServiceRefused(refusal)
    if project.trained_measures.filter(name=name).exists():
        raise ServiceRefused(f"The project has a trained measure “{name}” already: choose another name.")
    if project.trained_measures.count() >= MAX_TRAINED:
        raise ServiceRefused(f"A project can have at most {MAX_TRAINED} trained measures: delete some first.")
