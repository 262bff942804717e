"""The names of columns, levels and coefficients in sentences and headings."""

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.registry import definition
from scoring.stats.levels import Coefficient, Level
from scoring.studies.definition import Summarizers

COEFFICIENTS = {
    Coefficient.PEARSON.value: "Pearson’s r",
    Coefficient.SPEARMAN.value: "Spearman’s rho",
    Coefficient.KENDALL.value: "Kendall’s tau",
}
COEFFICIENT_MEANINGS = {
    Coefficient.PEARSON.value: "how close the points are to a straight line",
    Coefficient.SPEARMAN.value: "how alike the ranks are",
    Coefficient.KENDALL.value: "how many pairs are in the same order, less those in opposite order",
}
LEVELS = {
    Level.SUMMARIZER.value: "means of summarizers",
    Level.SUMMARY.value: "summaries within each topic",
    Level.GLOBAL.value: "all summaries together",
}
"""What is correlated at each level, as the pages name it."""
LEVEL_MEANINGS = {
    Level.SUMMARIZER.value: "Does the measure rank the summarizers as people do, by their means over topics?",
    Level.SUMMARY.value: "Does the measure rank the summaries of one topic as people do? The mean over topics.",
    Level.GLOBAL.value: "Do all single scores rise and fall together, whatever their topic?",
}
SUMMARIZERS = {
    Summarizers.SYSTEM.value: ("system", "systems"),
    Summarizers.HUMAN.value: ("person", "people"),
    Summarizers.ALL.value: ("summarizer", "summarizers"),
}
DRAWN = {
    "topics": "topics",
    "summarizers": "summarizers",
    "both": "summarizers and topics",
}
UPPER_CASE = ("rouge", "be", "tesla", "lin", "dicomer", "cremer")
"""Families of measures whose names papers write in capitals."""
BY_CONNECTIVES = "simple connectives, not the paper’s parser"
"""What pages call the parameter ``parse=connectives-en1``, so that nobody takes its values for those of a parser."""
PYRAMID = "pyramid."
CHOSEN_BY_PEOPLE = ("given.", "judgments.")
"""Prefixes of columns whose names people have chosen: given scores, and the scores of an instrument."""


def column_title(name: str) -> str:
    """Returns the name of a column as it stands in a sentence: "ROUGE-2 (stem=no)", "modified score", "“acu”"."""
    if name.startswith(PYRAMID):
        return f"{name.removeprefix(PYRAMID)} score"
    if name.startswith(CHOSEN_BY_PEOPLE):
        return f"“{name.partition('.')[2]}”"
    measure, _, parameters = name.partition(":")
    if measure.split("-")[0] in UPPER_CASE:
        measure = measure.upper()
    titles = [
        BY_CONNECTIVES if parameter.startswith("parse=connectives-") else parameter
        for parameter in parameters.split(",")
    ]
    return f"{measure} ({', '.join(titles)})" if parameters else measure


def measure_meaning(measure: Measure) -> str:
    """Returns what a measure with these parameters computes, in sentences."""
    meaning = definition(measure.name).meaning
    parse = dict(measure.parameters.items).get("parse", "")
    return f"{meaning} With {BY_CONNECTIVES}." if parse.startswith("connectives-") else meaning


def heading(name: str) -> str:
    """Returns the name of a column as a heading. Names that people chose stay as they are."""
    if name.startswith(CHOSEN_BY_PEOPLE):
        return name.partition(".")[2]
    title = column_title(name)
    return f"{title[:1].upper()}{title[1:]}"


def with_article(name: str) -> str:
    """Returns the name of a column of human scores with its article, if it needs one: "the modified score", "“acu”"."""
    return f"the {column_title(name)}" if name.startswith(PYRAMID) else column_title(name)


def joined(names: list[str]) -> str:
    """Returns "A", "A and B", or "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
