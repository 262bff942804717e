"""The words with which pages name measures of extracts."""

from collections.abc import Sequence

from scoring.measures.extracts.scores import ExtractMeasure, Family

FAMILY_TITLES = {
    Family.RECALL: "Recall",
    Family.TAU: "Rank correlation",
    Family.TF: "Word counts",
    Family.TFIDF: "Weighted words",
    Family.SVD: "Word spaces",
}
FAMILY_MEANINGS = {
    Family.RECALL: "The share of a judge’s sentences that the extract has, too.",
    Family.TAU: "Kendall’s tau of two rankings of all sentences: first the chosen sentences in their order, then all "
    "others, tied.",
    Family.TF: "The cosine of the counts of words.",
    Family.TFIDF: "The cosine of the counts of words, each weighted by its rarity in the project’s documents (tf-idf).",
    Family.SVD: "The cosine in the space of few dimensions that a singular value decomposition of the project’s "
    "documents gives.",
}


def reference_name(measure: ExtractMeasure, judges: Sequence[str]) -> str:
    """Returns what extracts are compared with: "the document", the name of a judge, or "all judges"."""
    if measure.truth is not None:
        return judges[measure.truth]
    return "the document" if measure.against == "document" else "all judges"


def measure_title(measure: ExtractMeasure, judges: Sequence[str]) -> str:
    """Returns a title such as "E5 Recall, all judges"."""
    return f"{measure.name} {FAMILY_TITLES[measure.family]}, {reference_name(measure, judges)}"
