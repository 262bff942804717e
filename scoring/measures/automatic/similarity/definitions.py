"""The measures of similarity. A pair of texts has one score; several models give the mean or the maximum."""

from collections.abc import Callable
from functools import partial

from scoring.measures.automatic.measure import MeasureDefinition, needs_models
from scoring.measures.automatic.parameters import Parameter, Parameters, choice
from scoring.measures.automatic.references import (
    SCORE_REFERENCES,
    PairNumbers,
    score_against_models,
    score_models_against_others,
)
from scoring.measures.automatic.similarity import cosine
from scoring.measures.automatic.similarity.lcs import lcs_scores
from scoring.measures.automatic.similarity.sets import has_n_grams, overlaps, simple_cosines
from scoring.measures.automatic.tokens import tokenizer
from scoring.measures.automatic.topic_texts import Need, Scored, TopicTexts, Undefined

Score = Callable[[Parameters, TopicTexts], Scored]
CASE = choice("case", "keep", "lower")


def _score(pair_scores: PairNumbers, items: int | None, parameters: Parameters, topic: TopicTexts) -> Scored:
    """The values of the peers. If a peer and all models are without n-grams of ``items`` words, it has no value."""
    scored = score_against_models(pair_scores, cosine.as_they_are, 1, parameters, topic)
    return _undefined_if_empty(scored, items, parameters, topic, 0)


def _score_models(pair_scores: PairNumbers, items: int | None, parameters: Parameters, topic: TopicTexts) -> Scored:
    scored = score_models_against_others(pair_scores, cosine.as_they_are, 1, parameters, topic)
    return _undefined_if_empty(scored, items, parameters, topic, len(topic.peers))


def _undefined_if_empty(
    scored: Scored, items: int | None, parameters: Parameters, topic: TopicTexts, first: int
) -> Scored:
    """``first``: the index, among the peers and then the models, of the first text that has a value."""
    if items is None:
        return scored
    has_items = has_n_grams(items, parameters, topic)
    any_model = any(has_items[len(topic.peers) :])
    of_texts = has_items[first : first + len(scored.reasons)]
    return scored.undefined_where([not (any_model or of_text) for of_text in of_texts], Undefined.EMPTY)


def _definition(
    name: str, meaning: str, parameters: tuple[Parameter, ...], pair_scores: PairNumbers, items: int | None
) -> MeasureDefinition:
    return MeasureDefinition(
        name=name,
        meaning=meaning,
        version=1,
        parameters=(*parameters, *SCORE_REFERENCES),
        values=("score",),
        primary="score",
        needs=needs_models,
        score=partial(_score, pair_scores, items),
        score_models=partial(_score_models, pair_scores, items),
    )


def _needs_of_cosine(parameters: Parameters) -> frozenset[Need]:
    needs_project = parameters["weights"] == "tfidf" and parameters["idf"] == "project"
    return frozenset({Need.MODELS, Need.PROJECT_TEXTS} if needs_project else {Need.MODELS})


COSINE = MeasureDefinition(
    name="cosine",
    meaning="The cosine of vectors of words.",
    version=1,
    parameters=(
        tokenizer("unicode1"),
        CASE,
        choice("weights", "tfidf", "tf"),
        choice("idf", "project", "topic"),
        *SCORE_REFERENCES,
    ),
    values=("score",),
    primary="score",
    needs=_needs_of_cosine,
    score=cosine.score,
    score_models=cosine.score_models,
)
MARKS, WORDS = (tokenizer("marks1"), CASE), (tokenizer("unicode1"), CASE)
ORDERED = choice("ordered", "yes", "mead")

SIMILARITY: tuple[MeasureDefinition, ...] = (
    COSINE,
    _definition("simple-cosine", "Shared distinct words, of the geometric mean of both.", WORDS, simple_cosines, None),
    _definition("word-overlap", "Distinct words in both texts, of those in either.", MARKS, partial(overlaps, 1), 1),
    *(
        _definition(
            f"ngram-overlap-{n}",
            f"Distinct sequences of {n} words in both texts, of those in either.",
            (*MARKS, ORDERED),
            partial(overlaps, n),
            n,
        )
        for n in (2, 3, 4)
    ),
    _definition(
        "lcs", "Longest common subsequences of words.", (*WORDS, choice("form", "normalised", "length")), lcs_scores, 1
    ),
)
