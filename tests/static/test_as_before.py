"""Units for which a judge has marked the same words on another sheet, with another value."""

from typing import Any

import pytest

from tests.static.conftest import Run

FIRST, SECOND = "It burned in 1802.", "It ground corn."


def sheet(number: int, value: int | None, *marked: str, unit: int = 1, model: str = "A1") -> dict[str, Any]:
    """A sheet whose summary has these sentences, all of them marked for the unit; its sentences are counted from 1."""
    return {"number": number, "listCode": model, "unit": unit, "value": value, "texts": marked}


def judged_before(run: Run, *sheets: dict[str, Any], of: int = 0) -> list[int] | None:
    """The number of the sheet and the value found for unit 1 of the sheet at this index."""
    return run(
        """
        const { judgedBefore } = await import("pyramidion/judgments/as_before.js");
        const sheets = given.sheets.map(({ unit, value, texts, ...sheet }) => ({
          ...sheet,
          sentences: texts.map((text, index) => ({ position: index + 1, text })),
          marks: (item) => (item === unit ? texts.map((_, index) => index + 1) : []),
          value: (question, item) => (item === unit && question === "covered" ? value : null),
        }));
        const found = judgedBefore(sheets[given.of], "covered", 1, sheets);
        return found && [found.sheet.number, found.value];
        """,
        {"sheets": sheets, "of": of},
    )


def test_the_last_earlier_sheet_with_the_same_words_counts(run: Run) -> None:
    sheets = [sheet(1, 20, FIRST), sheet(2, 40, FIRST), sheet(3, None, FIRST), sheet(4, 80, FIRST)]
    assert judged_before(run, *sheets, of=2) == [2, 40]
    assert judged_before(run, *sheets, of=0) == [2, 40]  # none is earlier


def test_order_spaces_and_repetitions_of_sentences_do_not_matter(run: Run) -> None:
    spaced = FIRST.replace(" ", "\n ")
    assert judged_before(run, sheet(2, None, FIRST, SECOND), sheet(1, 60, SECOND, spaced, FIRST)) == [1, 60]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(sheet(1, 60, FIRST), id="fewer words"),
        pytest.param(sheet(1, 60, FIRST, SECOND, unit=2), id="another unit"),
        pytest.param(sheet(1, 60, FIRST, SECOND, model="B1"), id="another model"),
        pytest.param(sheet(1, None, FIRST, SECOND), id="no value"),
        pytest.param(sheet(1, 20, FIRST, SECOND), id="the same value"),
    ],
)
def test_other_units_words_and_equal_values_do_not_count(run: Run, other: dict[str, Any]) -> None:
    assert judged_before(run, sheet(2, 20, FIRST, SECOND), other) is None


def test_units_without_a_mark_have_no_words(run: Run) -> None:
    assert judged_before(run, sheet(2, None), sheet(1, 60)) is None
