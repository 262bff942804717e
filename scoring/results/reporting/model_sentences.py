"""Sentences for the methods section on model summaries: how much they overlap."""

from scoring.measures.overlap import ModelOverlap
from scoring.results.reporting import references as cited
from scoring.results.reporting.methods_text import MethodsText, methods_text
from scoring.results.reporting.program import Program
from scoring.results.reporting.wording import counted, two_decimals


def describe_overlap(overlap: ModelOverlap, program: Program) -> MethodsText | None:
    """Describes how much the models of topics overlap. Returns None if nothing was compared."""
    if not overlap.topics:
        return None
    rows, topics = overlap.rows, counted(len(overlap.topics), "topic")
    means = ", ".join(f"{two_decimals(row.mean)} for n = {row.n}" for row in rows)
    shared = ", ".join(f"{row.topics_with_common} for n = {row.n}" for row in rows)
    sentences = [
        (
            f"The overlap of {counted(overlap.pair_count, 'pair')} of model summaries of {topics} was computed with "
            f"{program}: the distinct n-grams that two texts share, divided by those in either "
            f"({cited.VARIATION.citation}; {overlap.settings.words_name}; without stemming or stop words)."
        ),
        f"The mean over topics of the mean over pairs is {means}.",
        f"The number of topics (of {len(overlap.topics)}) in which any two models share an n-gram is {shared}.",
    ]
    return methods_text(sentences, [cited.VARIATION])
