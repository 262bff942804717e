"""The measures that are trained: LIN, LIN+C, LIN+E and DICOMER (Lin et al. 2012, section 4) and CREMER (section 5).

No trained model is shipped. A measure gets its model through `TopicTexts.trained`; its parameter ``model`` has the
first digits of the model's hash. With ``model:none``, which is the default, no text has a value.
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import cast

import numpy as np

from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.parameters import Parameter, Parameters
from scoring.measures.automatic.tesla_s import TESLA_S
from scoring.measures.automatic.topic_texts import Need, Scored, Text, TopicTexts, Undefined
from scoring.measures.coherence.features import PARSE, TERM_PARAMETERS, feature_names, features
from scoring.measures.trained.model import HASH_LENGTH, NO_MODEL, Kernel, Ranking, Regression, TrainedModel
from scoring.measures.trained.prediction import ranking_score, regression_score

COHERENCE = "dicomer"
CREMER_FEATURES = (TESLA_S.name, COHERENCE)
MEANINGS = {
    "lin": "Transitions of discourse roles between sentences, weighed by a trained model.",
    "lin-c": "LIN with pairs of roles of a word in one sentence.",
    "lin-e": "LIN with roles that tell explicit from other discourse relations.",
    "dicomer": "LIN with both: pairs of roles, and explicit relations.",
}


def _canonical_model(text: str) -> str:
    if text != NO_MODEL and not re.fullmatch(f"[0-9a-f]{{{HASH_LENGTH}}}", text):
        raise ValueError
    return text


MODEL = Parameter(
    "model", NO_MODEL, f"the first {HASH_LENGTH} digits of a trained model’s hash, or {NO_MODEL}", _canonical_model
)


def trained_model(measure: str, parameters: Parameters, topic: TopicTexts) -> TrainedModel | None:
    """Returns the model of a measure with these parameters; None if the topic's texts came without it."""
    wanted = (measure, parameters["model"], parameters["parse"])
    return next((model for model in topic.trained if (model.measure, model.key, model.parse) == wanted), None)


def coherence_features(name: str, parse: str, text: Text) -> tuple[Mapping[str, float], str]:
    """Returns the features of a text that are not 0, by name, and "" or the reason why there are none."""
    if not any(sentence.strip() for sentence in text.sentences):
        return {}, Undefined.EMPTY
    values = features(name, text, parse)
    if values is None:
        return {}, Undefined.NO_PARSE
    names, indexes = feature_names(name), np.flatnonzero(values).tolist()
    by_name = {names[index]: float(values[index]) for index in indexes}
    return by_name, "" if by_name else Undefined.NO_TRANSITIONS


def cremer_features(topic: TopicTexts, coherence: TrainedModel, *, of_models: bool) -> tuple[Scored, Scored]:
    """Returns the features of CREMER: TESLA-S and the scores of a model of DICOMER. ``of_models``: those of the model
    summaries, each against the others, instead of those of the peers.
    """
    tesla_s = TESLA_S.measure()
    score = (tesla_s.score_models or tesla_s.score) if of_models else tesla_s.score
    texts = topic.models if of_models else topic.peers
    tesla_s_scores = score(topic)
    index = tesla_s.values.index(tesla_s.primary)
    return (
        Scored(tesla_s_scores.values[:, [index]], tesla_s_scores.reasons),
        _coherence_scores(coherence, topic, texts),
    )


def _coherence_scores(model: TrainedModel, topic: TopicTexts, texts: Sequence[Text]) -> Scored:
    rows = topic.compute_once(
        ("coherence", model.measure, model.parse, texts is topic.models),
        lambda: [coherence_features(model.measure, model.parse, text) for text in texts],
    )
    function = cast("Ranking", model.function)  # `model_checks` refuses other models
    scores = [np.nan if reason else ranking_score(function, by_name) for by_name, reason in rows]
    return Scored(np.array(scores, np.float64).reshape(-1, 1), tuple(str(reason) for _, reason in rows))


def _score_coherence(name: str, of_models: bool, parameters: Parameters, topic: TopicTexts) -> Scored:
    texts = topic.models if of_models else topic.peers
    model = trained_model(name, parameters, topic)
    return _without_model(texts) if model is None else _coherence_scores(model, topic, texts)


def _score_cremer(name: str, of_models: bool, parameters: Parameters, topic: TopicTexts) -> Scored:
    texts = topic.models if of_models else topic.peers
    model = trained_model(name, parameters, topic)
    if model is None or model.coherence is None:
        return _without_model(texts)
    function = cast("Regression", model.function)  # `model_checks` refuses other models
    content, coherence = cremer_features(topic, model.coherence, of_models=of_models)
    reasons = tuple(first or second for first, second in zip(content.reasons, coherence.reasons, strict=True))
    rows = np.concatenate([content.values, coherence.values], axis=1).tolist()
    scores = [np.nan if reason else regression_score(function, row) for row, reason in zip(rows, reasons, strict=True)]
    return Scored(np.array(scores, np.float64).reshape(-1, 1), reasons)


def _without_model(texts: Sequence[Text]) -> Scored:
    return Scored(np.full((len(texts), 1), np.nan), (Undefined.NO_TRAINED_MODEL,) * len(texts))


def _needs_of_coherence(parameters: Parameters) -> frozenset[Need]:
    return frozenset({Need.TRAINED, Need.DISCOURSE} if parameters["parse"] == "file" else {Need.TRAINED})


def _needs_of_cremer(parameters: Parameters) -> frozenset[Need]:
    return _needs_of_coherence(parameters) | {Need.MODELS}


def _coherence(name: str) -> MeasureDefinition:
    return MeasureDefinition(
        name=name,
        meaning=MEANINGS[name],
        version=1,
        parameters=(PARSE, *TERM_PARAMETERS, MODEL),
        values=("score",),
        primary="score",
        needs=_needs_of_coherence,
        score=partial(_score_coherence, name, False),
        score_models=partial(_score_coherence, name, True),
    )


KERNELS = {Kernel.RBF: "an RBF kernel", Kernel.LINEAR: "a linear kernel", Kernel.POLY: "a polynomial kernel"}
"""The kernel of each regression, in words."""


def _cremer(kernel: Kernel) -> MeasureDefinition:
    name = f"cremer-{kernel}"
    return MeasureDefinition(
        name=name,
        meaning=f"Responsiveness, predicted from TESLA-S and DICOMER by a regression with {KERNELS[kernel]}.",
        version=1,
        parameters=(PARSE, *TERM_PARAMETERS, MODEL),
        values=("score",),
        primary="score",
        needs=_needs_of_cremer,
        score=partial(_score_cremer, name, False),
        score_models=partial(_score_cremer, name, True),
    )


CREMER_KERNELS = {f"cremer-{kernel}": kernel for kernel in (Kernel.RBF, Kernel.LINEAR, Kernel.POLY)}
TRAINED: tuple[MeasureDefinition, ...] = (
    *(_coherence(name) for name in ("dicomer", "lin", "lin-c", "lin-e")),
    *(_cremer(kernel) for kernel in CREMER_KERNELS.values()),
)
TRAINED_NAMES = frozenset(definition.name for definition in TRAINED)
