"""The tables that ``manage.py study`` prints without --json."""

from collections.abc import Iterator, Sequence
from typing import Any

from scoring.management.command_line import aligned_text
from scoring.studies.document import StudyDocument, StudyPart

MAX_DISAGREEMENTS = 5
"""The number of disagreements printed for a pair of columns; --json has more."""


def document_tables(document: StudyDocument) -> Iterator[str]:
    """Yields the tables of the result of a study, each with its title."""
    definition = document["definition"]
    human_columns = definition["against"]
    drawn = {"both": "summarizers and topics"}.get(document["drawn"], document["drawn"])
    yield (
        f"{len(document['summarizers'])} summarizers, {len(document['topics'])} topics; intervals of 95 % from "
        f"{definition['resamples']} draws of {drawn}, seed {definition['seed']}.\n"
    )
    yield from _part_tables(document, human_columns)
    for group in document["groups"]:
        yield f"Group {group['name']}: {len(group['topics'])} topics\n"
        yield from _part_tables(group, human_columns)


def _part_tables(part: StudyPart, human_columns: Sequence[str]) -> Iterator[str]:
    """Yields the tables of all topics or of a group of them."""
    correlations: list[Any] = [
        {**row, "against": row["b"]} for row in part["correlations"] if row["b"] in human_columns
    ]
    keys = ("a", "against", "level", "coefficient")
    yield "Correlations with human scores\n" + aligned_text(
        (*keys, "value", "low", "high", "n", "topics_used", "topics_undefined"),
        correlations,
    )
    if significant := [
        {**row, "against": row["b"], **row["significant"]} for row in correlations if "significant" in row
    ]:
        yield "Kendall's tau over the topics with p <= .05\n" + aligned_text(
            (*keys, "value", "topics_used", "topics_left_out"), significant
        )
    titles_and_columns = {
        "koehn": (
            "Koehn's bootstrap: in which share of draws each column agrees better; these shares are not p-values",
            ("a", "b", "against", "level", "coefficient", "a_wins", "b_wins", "neither", "exact"),
        ),
        "williams": (
            "Williams' test of Pearson's r of means; p: a agrees better",
            ("a", "b", "against", "t", "df", "p", "p_two_sided"),
        ),
        "permutation": (
            "Permutation test; p corrected by Holm (adjusted)",
            ("a", "b", "against", "level", "coefficient", "p", "adjusted"),
        ),
    }
    for name, (title, columns) in titles_and_columns.items():
        rows: Any = part[name]  # type: ignore[literal-required]
        if rows:
            yield f"{title}\n{aligned_text(columns, rows)}"
    for ranking in part["ranking"]:
        if ranking["column"] in human_columns:
            title = f"Summarizers by {ranking['column']}"
            columns = ("rank", "rank_low", "rank_high", "summarizer", "mean", "low", "high", "n", "letters")
            yield f"{title}\n{aligned_text(columns, ranking['summarizers'])}"
    for pair in dict.fromkeys((row["a"], row["b"]) for row in part["disagreements"]):
        rows = [row for row in part["disagreements"] if (row["a"], row["b"]) == pair][:MAX_DISAGREEMENTS]
        columns = ("topic", "summarizer", "value_a", "value_b", "rank_a", "rank_b", "summarizers")
        yield f"Ranks within a topic that differ most: {pair[0]} (a) and {pair[1]} (b)\n{aligned_text(columns, rows)}"
