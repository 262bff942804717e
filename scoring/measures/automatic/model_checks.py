"""Checks whether a trained model fits the measures of this program."""

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.signature import format_signature, parse_signature
from scoring.measures.automatic.tesla_s import TESLA_S
from scoring.measures.automatic.trained_measures import COHERENCE, CREMER_FEATURES, CREMER_KERNELS, TRAINED_NAMES
from scoring.measures.coherence.features import feature_names
from scoring.measures.trained.fields import ModelRefused
from scoring.measures.trained.model import NO_MODEL, Ranking, Regression, TrainedModel
from scoring.measures.trained.reading import read_model


def read_usable_model(data: bytes) -> TrainedModel:
    """Returns the model of a file. Raises ModelRefused if it is not a model, or this program cannot apply it."""
    model = read_model(data)
    check_usable(model)
    return model


def check_usable(model: TrainedModel) -> None:
    """Raises ModelRefused if the model was trained for another version of a measure, or has unknown features."""
    measure = _measure(model.signature)
    if measure.name not in TRAINED_NAMES:
        raise ModelRefused(f"{measure.name} is not a trained measure.")
    if measure.parameters["model"] != NO_MODEL:
        raise ModelRefused(f"The signature of a model must have model:{NO_MODEL}.")
    if measure.name in CREMER_KERNELS:
        _check_cremer(model)
    else:
        _check_coherence(model)


def measure_of(model: TrainedModel) -> Measure:
    """Returns the measure with this model."""
    return definition(model.measure).measure({"parse": model.parse, "model": model.key})


def _check_coherence(model: TrainedModel) -> None:
    if not isinstance(model.function, Ranking) or model.rests_on or model.coherence:
        raise ModelRefused(f"The content of the model does not fit {model.measure}.")
    known = set(feature_names(model.measure))
    if unknown := [name for name, _ in model.function.weights if name not in known]:
        raise ModelRefused(f"{model.measure} has no feature “{unknown[0]:.100}”.")


def _check_cremer(model: TrainedModel) -> None:
    function, coherence = model.function, model.coherence
    fits = (
        isinstance(function, Regression)
        and function.kernel is CREMER_KERNELS[model.measure]
        and function.features == CREMER_FEATURES
        and coherence is not None
        and (coherence.measure, coherence.parse) == (COHERENCE, model.parse)
    )
    if coherence is None or not fits:
        raise ModelRefused(f"The content of the model does not fit {model.measure}.")
    check_usable(coherence)
    for signature in model.rests_on:
        _measure(signature)
    if model.rests_on != rests_on(coherence):
        raise ModelRefused(f"{model.measure} must rest on {' and '.join(rests_on(coherence))}.")


def rests_on(coherence: TrainedModel) -> tuple[str, ...]:
    """Returns the signatures of the measures on which CREMER rests. ``coherence``: its model of DICOMER."""
    return format_signature(TESLA_S.measure()), format_signature(measure_of(coherence))


def _measure(signature: str) -> Measure:
    try:
        return parse_signature(signature)
    except MeasureError as error:
        raise ModelRefused(str(error)) from error
