"""Reads a trained model from its JSON. The file may contain anything: every fault is reported in one sentence.

The hash in the file must be that of its content, so a damaged or edited file is refused.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.measures.trained.fields import Fields, ModelRefused
from scoring.measures.trained.model import (
    FORMAT,
    Assessment,
    Kernel,
    ModelCorrelation,
    Ranking,
    Regression,
    TrainedModel,
    TrainingData,
)
from scoring.stats.levels import Coefficient, Level

MAX_BYTES = 10_000_000
MAX_FEATURES = 100_000
MAX_VECTORS = 50_000
MAX_SUMMARIES = 1_000_000
MAX_SHORT_LIST = 50


def read_model(data: bytes) -> TrainedModel:
    """Returns the model of a file that `TrainedModel.as_text` wrote. Raises ModelRefused."""
    if len(data) > MAX_BYTES:
        raise ModelRefused(f"The file is larger than {MAX_BYTES // 1_000_000} MB.")
    try:
        content = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_refuse_constant)
    except ModelRefused:
        raise
    except (ValueError, RecursionError) as error:
        raise ModelRefused("The file is not JSON in UTF-8.") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ModelRefused(f"The file is not a trained measure: its “format” is not “{FORMAT}”.")
    return _model(Fields(content, ""), is_nested=False)


def _model(fields: Fields, *, is_nested: bool) -> TrainedModel:
    if fields.text("format") != FORMAT:
        raise ModelRefused(f"{fields.place('format')} must be “{FORMAT}”.")
    coherence = fields.optional_object("coherence")
    if coherence is not None and is_nested:
        raise ModelRefused(f"{fields.place('coherence')} must be null: a coherence model rests on no other model.")
    assessment = fields.optional_object("assessment")
    hash_in_file = fields.digits("sha256", 64)
    model = TrainedModel(
        signature=fields.text("signature"),
        function=_regression(fields) if "kernel" in fields else _ranking(fields),
        cost=fields.number("cost"),
        data=_training_data(fields.object("training")),
        assessment=None if assessment is None else _assessment(assessment),
        libraries=_libraries(fields.object("libraries")),
        rests_on=fields.texts("rests_on", MAX_SHORT_LIST),
        coherence=None if coherence is None else _model(coherence, is_nested=True),
    )
    fields.check_all_read()
    if model.sha256 != hash_in_file:
        raise ModelRefused(f"{fields.place('sha256')} is not the hash of the content: the file was changed.")
    return model


def _ranking(fields: Fields) -> Ranking:
    weights = fields.object("weights").numbers_by_name(MAX_FEATURES)
    if list(weights) != sorted(weights):
        raise ModelRefused(f"{fields.place('weights')} must be sorted by the names of the features.")
    return Ranking(tuple(weights.items()))


def _regression(fields: Fields) -> Regression:
    kernel = fields.choice("kernel", Kernel)
    features = fields.texts("features", MAX_SHORT_LIST)
    vectors = fields.number_lists("support_vectors", MAX_VECTORS, len(features))
    coefficients = fields.numbers("dual_coefficients", MAX_VECTORS)
    if len(vectors) != len(coefficients):
        place = fields.place("dual_coefficients")
        raise ModelRefused(f"{place} has {len(coefficients):,} numbers for {len(vectors):,} support vectors.")
    return Regression(kernel, features, vectors, coefficients, fields.number("intercept"))


def _training_data(fields: Fields) -> TrainingData:
    scales = fields.number_lists("scales", MAX_SHORT_LIST, 2)
    if any(low >= high for low, high in scales):
        raise ModelRefused(f"{fields.place('scales')}: the lower end of a scale must come first.")
    hashes = fields.texts("text_hashes", MAX_SUMMARIES)
    if list(hashes) != sorted(set(hashes)):
        raise ModelRefused(f"{fields.place('text_hashes')} must be sorted, each hash once.")
    data = TrainingData(
        fields.text("against"),
        tuple((low, high) for low, high in scales),
        fields.digits("table_sha256", 64),
        fields.whole_number("topics", MAX_SUMMARIES),
        fields.whole_number("summaries", MAX_SUMMARIES),
        hashes,
    )
    fields.check_all_read()
    return data


def _assessment(fields: Fields) -> Assessment:
    assessment = Assessment(
        fields.whole_number("folds", MAX_SUMMARIES),
        fields.boolean("logarithm"),
        tuple(map(_correlation, fields.objects("correlations", MAX_SHORT_LIST))),
        fields.texts("warnings", MAX_SHORT_LIST),
    )
    fields.check_all_read()
    return assessment


def _correlation(fields: Fields) -> ModelCorrelation:
    correlation = ModelCorrelation(
        fields.choice("level", Level),
        fields.choice("coefficient", Coefficient),
        fields.optional_number("held_out"),
        fields.optional_number("in_sample"),
    )
    fields.check_all_read()
    return correlation


def _libraries(fields: Fields) -> tuple[tuple[str, str], ...]:
    return tuple((name, fields.text(name)) for name in fields.names(MAX_SHORT_LIST))


def _object(pairs: Iterable[tuple[str, Any]]) -> Mapping[str, Any]:
    pairs = list(pairs)
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ModelRefused("The file has a key twice in one object.")
    return content


def _refuse_constant(name: str) -> None:
    raise ModelRefused(f"The file has {name}, which is not a number.")
