"""The measures of similarity. Each pair of a peer and a model has one score. The value of a peer is the mean or the
maximum of its scores.
"""

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

CASE = choice("case", "keep", "lower")


def _score(pair_scores: PairNumbers, n: int | None, parameters: Parameters, topic: TopicTexts) -> Scored:
    """Returns the values of the peers. A peer has no value if neither the peer nor any model has an n-gram of ``n``
    words; ``n`` is None for a measure without this rule.
    """
    scored = score_against_models(pair_scores, cosine.unchanged, value_count=1, parameters=parameters, topic=topic)
    return _undefined_if_empty(scored, n, parameters, topic, first_text=0)


def _score_models(pair_scores: PairNumbers, n: int | None, parameters: Parameters, topic: TopicTexts) -> Scored:
    """Returns the values of the models, each against the others. ``n`` as in `_score`."""
    scored = score_models_against_others(
        pair_scores, cosine.unchanged, value_count=1, parameters=parameters, topic=topic
    )
    return _undefined_if_empty(scored, n, parameters, topic, first_text=len(topic.peers))


def _undefined_if_empty(
    scored: Scored, n: int | None, parameters: Parameters, topic: TopicTexts, *, first_text: int
) -> Scored:
    """Removes the value of a text if neither the text nor any model has n-grams. ``first_text``: the index of the first
    scored text, counting the peers and then the models.
    """
    if n is None:
        return scored
    texts_have_n_grams = has_n_grams(n, parameters, topic)
    model_has_n_grams = any(texts_have_n_grams[len(topic.peers) :])
    scored_texts = texts_have_n_grams[first_text : first_text + len(scored.reasons)]
    is_empty = [not (model_has_n_grams or has_own_n_grams) for has_own_n_grams in scored_texts]
    return scored.undefined_where(is_empty, Undefined.EMPTY)


def _definition(
    name: str, meaning: str, parameters: tuple[Parameter, ...], pair_scores: PairNumbers, n: int | None
) -> MeasureDefinition:
    """Defines a measure with one value, "score". ``n`` as in `_score`."""
    return MeasureDefinition(
        name=name,
        meaning=meaning,
        version=1,
        parameters=(*parameters, *SCORE_REFERENCES),
        values=("score",),
        primary="score",
        needs=needs_models,
        score=partial(_score, pair_scores, n),
        score_models=partial(_score_models, pair_scores, n),
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
WORDS, WORDS_AND_MARKS = (tokenizer("unicode1"), CASE), (tokenizer("marks1"), CASE)
"""The parameters of measures that compare words only, and of those that also compare punctuation marks."""
ORDERED = choice("ordered", "yes", "mead")  # mead: ignore the order of words in an n-gram, as the summarizer MEAD does

SIMILARITY: tuple[MeasureDefinition, ...] = (
    COSINE,
    _definition(
        "simple-cosine",
        "Shared distinct words, divided by the geometric mean of those in each text.",
        WORDS,
        simple_cosines,
        None,
    ),
    _definition(
        "word-overlap",
        "Distinct words in both texts, divided by those in either.",
        WORDS_AND_MARKS,
        partial(overlaps, 1),
        1,
    ),
    *(
        _definition(
            f"ngram-overlap-{n}",
            f"Distinct sequences of {n} words in both texts, divided by those in either.",
            (*WORDS_AND_MARKS, ORDERED),
            partial(overlaps, n),
            n,
        )
        for n in (2, 3, 4)
    ),
    _definition(
        "lcs", "Longest common subsequences of words.", (*WORDS, choice("form", "normalised", "length")), lcs_scores, 1
    ),
)
