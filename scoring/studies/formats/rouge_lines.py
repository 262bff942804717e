"""Writes values as ROUGE-1.5.5 prints them (with -a -d), so that both outputs can be compared line by line.

Values have five decimals, rounded as in that script. An average is the plain mean; the script prints the mean of 1,000
resampled means, whose random numbers depend on Perl.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cmp_to_key
from math import fsum

from scoring.measures.automatic.measure import Measure
from scoring.studies.formats.rows import MeasuredRow

HEADER = "# {program}, as ROUGE-1.5.5 prints; averages are plain means (there: means of resampled means)"
LETTERS = {"recall": "R", "precision": "P", "f": "F"}
_ORDER = (
    re.compile(r"rouge-([1-9])"),
    re.compile(r"rouge-l"),
    re.compile(r"rouge-w-"),
    re.compile(r"rouge-s([0-9]|\*)"),
    re.compile(r"rouge-su"),
    re.compile(r"be-"),
)
"""The order in which the script prints measures."""
_LEADING_NUMBER = re.compile("[0-9]+")


class NotPrintedByRouge(ValueError):
    """ROUGE-1.5.5 cannot print these measures. The message is a sentence for people."""


def check_measures(measures: Sequence[Measure]) -> None:
    """Raises NotPrintedByRouge for a measure that the script lacks, or for two that it would print alike."""
    names = set()
    for measure in measures:
        if not measure.name.startswith(("rouge-", "be-")):
            raise NotPrintedByRouge(f"ROUGE-1.5.5 has no measure {measure.name}.")
        if measure.name in names:
            raise NotPrintedByRouge(f"Lines of ROUGE-1.5.5 do not show parameters: give {measure.name} only once.")
        names.add(measure.name)


def warnings(measures: Sequence[Measure]) -> list[str]:
    """Returns sentences on why values differ from those of the script."""
    if any(measure.name.startswith("rouge-w") and measure.parameters["formula"] != "155" for measure in measures):
        return ["rouge-w-1.2 has the formula of the paper; ROUGE-1.5.5 has rouge-w-1.2:formula=155."]
    return []


def rouge_lines(rows: Iterable[MeasuredRow], program: str) -> Iterator[str]:
    """Yields lines without line ends, by summarizer and measure. Rows without values have no lines.

    ``program``: the name and version of this program, for the first line.
    """
    yield HEADER.format(program=program)
    groups: dict[tuple[str, int, str], list[MeasuredRow]] = {}
    for row in rows:
        if row.values:
            groups.setdefault((row.summarizer, _place(row.measure), row.measure.name), []).append(row)
    for summarizer, place, name in sorted(groups, key=lambda key: (key[0].encode(), *key[1:])):
        group = groups[summarizer, place, name]
        title = f"{summarizer} {_title(name)}"
        yield "-" * 45
        for value, letter in LETTERS.items():
            yield f"{title} Average_{letter}: {fsum(row.values[value] for row in group) / len(group):.5f}"
        yield "." * 45
        rows_by_key = {f"{row.topic}.{summarizer}": row for row in group}
        in_byte_order = sorted(rows_by_key, key=str.encode)  # keys that _compare finds equal stay in this order
        for key in sorted(in_byte_order, key=cmp_to_key(_compare)):
            numbers = (f"{letter}:{rows_by_key[key].values[value]:.5f}" for value, letter in LETTERS.items())
            yield f"{title} Eval {key} {' '.join(numbers)}"


def _place(measure: Measure) -> int:
    """Returns the index of the measure in `_ORDER`."""
    return next(place for place, pattern in enumerate(_ORDER) if pattern.match(measure.name))


def _title(name: str) -> str:
    return f"ROUGE-{name.upper()}" if name.startswith("be-") else name.upper()


def _compare(first: str, second: str) -> int:
    """Compares two keys TOPIC.SUMMARIZER as the script does: by the numbers that both begin with, or as bytes if one
    of them does not begin with a number. Returns a negative number if the first key comes first.
    """
    first_number, second_number = _LEADING_NUMBER.match(first), _LEADING_NUMBER.match(second)
    if first_number and second_number:
        return int(first_number[0]) - int(second_number[0])
    return (first.encode() > second.encode()) - (first.encode() < second.encode())
