"""The measures of extracts and of content."""

from functools import partial

from scoring.measures.automatic.extracts import content, selection
from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.parameters import Parameter, Parameters, choice, whole_number
from scoring.measures.automatic.tokens import tokenizer
from scoring.measures.automatic.topic_texts import Need

TRUTHS = choice("truths", "extracts", "models")
"""What a summary is compared with besides the documents: judges' extracts or model summaries, never some of each."""
WORDS = (tokenizer("unicode1"), choice("case", "keep", "lower"), TRUTHS)
CORPUS = choice("corpus", "project", "topic")
"""The documents on which idf and SVD rest: those of the whole project, or of the topic only."""


def _needs_extract(parameters: Parameters) -> frozenset[Need]:  # noqa: ARG001 the same whatever the parameters are
    return frozenset({Need.EXTRACT})


def _content_needs(parameters: Parameters) -> frozenset[Need]:
    """JUDGES, not EXTRACT: without judges' extracts, the value "document" is still defined."""
    chosen = dict(parameters.items)
    needs = {Need.DOCUMENTS, Need.MODELS if chosen["truths"] == "models" else Need.JUDGES}
    if chosen.get("corpus") == "project":
        needs.add(Need.PROJECT_DOCUMENTS)
    return frozenset(needs)


def _content(space: str, meaning: str, *parameters: Parameter) -> MeasureDefinition:
    return MeasureDefinition(
        name=f"content-{space}",
        meaning=meaning,
        version=1,
        parameters=(*WORDS, *parameters),
        values=content.VALUES,
        primary="truths",
        needs=_content_needs,
        score=partial(content.score, space),
        score_models=partial(content.score_models, space),
    )


EXTRACTS: tuple[MeasureDefinition, ...] = (
    MeasureDefinition(
        name="co-selection",
        meaning="The sentences of an extract that judges chose too.",
        version=1,
        parameters=(),
        values=selection.CO_SELECTION_VALUES,
        primary="f1",
        needs=_needs_extract,
        score=selection.score_co_selection,
    ),
    MeasureDefinition(
        name="sentence-tau",
        meaning="Kendall's tau between the rankings of sentences that an extract and judges' extracts imply.",
        version=1,
        parameters=(choice("variant", "b", "a"),),
        values=("score",),
        primary="score",
        needs=_needs_extract,
        score=selection.score_sentence_tau,
    ),
    _content("tf", "The cosine of word counts with judges' extracts, and with the documents."),
    _content("tfidf", "The cosine of word counts times idf with judges' extracts, and with the documents.", CORPUS),
    _content(
        "svd",
        "The cosine, in the space of the largest singular values (SVD), with judges' extracts, and with the documents.",
        CORPUS,
        whole_number("k", 100, 1, 1_000),
        choice("scaled", "no", "yes"),
    ),
)
