"""The report of ``manage.py relative_utility --json``."""

from fractions import Fraction

from scoring.measures.judgments.relative_utility import Utilities
from scoring.results.judgments.extracts.utility import (
    NO_D_WITH_CREDIT,
    NumberedExtract,
    selection_scores,
    utility_report,
)

# published.json, 003.ru.example.
PAPER = {"1": [10, 8, 2, 5], "2": [10, 9, 3, 6], "3": [5, 8, 4, 9]}


def test_report_of_the_papers_example() -> None:
    extracts = [NumberedExtract("lead", "", (0, 1)), NumberedExtract("mead", "50%", (0, 3))]
    report = utility_report(Utilities(PAPER), extracts, 2)
    assert (report["sentences"], report["judges"], report["size"]) == (4, ["1", "2", "3"], 2)
    assert (round(report["j"], 5), round(report["r"], 3)) == (0.84018, 0.732)
    assert len(report["j_by_pair"]) == 6
    # Judge 1's own extract is {1, 2}; judge 3 gives it 13 of 17.
    assert report["j_by_pair"][1] == {"a": "1", "b": "3", "utility": 13 / 17}
    mead = report["extracts"][1]
    assert (mead["summarizer"], mead["label"]) == ("mead", "50%")
    assert (round(mead["s"], 5), round(mead["d"], 5)) == (0.83299, 0.93349)
    # The sums of the judges' utilities are 25, 25, 9 and 20, so no two sentences have more than 50.
    assert mead["s_pooled"] == 45 / 50
    # The judges' own extracts are {1, 2}, {1, 2} and {2, 4}.
    assert (mead["precision"], mead["recall"], mead["f1"]) == (0.5, 0.5, 0.5)
    # P(A) = mean of 1, 1, 1/3 ... over the sentences {1: 2 of 3, 2: all, 3: none, 4: 1 of 3}; P(E) = 1/2.
    assert round(report["kappa_judges"], 12) == round(((1 / 3 + 1 + 1 + 1 / 3) / 4 - 1 / 2) / (1 / 2), 12)
    assert report["warnings"] == []


def test_report_names_what_it_leaves_out() -> None:
    utilities = Utilities(PAPER | {"4": [0, 0, 0, 0]}, {"2": {3: [0]}})
    report = utility_report(
        utilities, [NumberedExtract("lead", "a", (0, 3)), NumberedExtract("none", "", ())], 2, Fraction(0)
    )
    assert [round(extract["s"], 5) for extract in report["extracts"]] == [0.72773, 0]
    assert [extract["d"] for extract in report["extracts"]] == [None, None]
    assert report["warnings"] == [
        "4 is left out, because all utilities of this judge are 0.",
        NO_D_WITH_CREDIT,
        "The extract none has 0 sentences, not 2.",
    ]


def test_extract_against_the_choices_of_judges() -> None:
    scores = selection_scores({"anna": (0, 1), "ben": (0, 2)}, (0, 1), 4)
    assert scores.s is None
    assert scores.selection is not None
    assert scores.selection.f1 == Fraction(3, 4)
