"""The definition of a study: stored as JSON, and read again with the same meaning."""

import json

import pytest

from scoring.stats.levels import Coefficient, Drawn, Level
from scoring.studies.comparisons import StudyTest
from scoring.studies.definition import Group, StudyDefinition, StudyRefused, Summarizers

SMALL = {"columns": ["rouge-2"], "against": ["pyramid.modified"]}
WHOLE = StudyDefinition(
    columns=("rouge-2:stem=no", "given.old"),
    against=("pyramid.modified", "given.overall"),
    topics=("D1", "D2"),
    groups=(Group("initial", "-A$"), Group("update", "-B$")),
    summarizers=Summarizers.ALL,
    levels=(Level.GLOBAL,),
    coefficients=(Coefficient.KENDALL,),
    tests=(StudyTest.PERMUTATION,),
    resamples=200,
    seed=7,
    drawn=Drawn.TOPICS,
    significant_only=True,
)


def test_a_definition_survives_json() -> None:
    assert StudyDefinition.from_json(json.loads(json.dumps(WHOLE.as_json()))) == WHOLE


def test_what_is_not_chosen_has_a_default() -> None:
    definition = StudyDefinition.from_json(SMALL)
    assert definition == StudyDefinition(columns=("rouge-2",), against=("pyramid.modified",))
    assert (definition.drawn, definition.resamples, definition.summarizers) == (Drawn.BOTH, 1000, Summarizers.SYSTEM)


def test_the_order_of_levels_and_tests_means_nothing_but_that_of_columns_does() -> None:
    one, other = (
        StudyDefinition.from_json(
            {**SMALL, "levels": order(["summarizer", "global"]), "tests": order(["koehn", "williams"])}
        )
        for order in (list, lambda names: list(reversed(names)))
    )
    assert one.digest == other.digest
    swapped = StudyDefinition.from_json({**WHOLE.as_json(), "columns": list(reversed(WHOLE.columns))})
    assert swapped.digest != WHOLE.digest


@pytest.mark.parametrize(
    ("content", "field", "sentence"),
    [
        ([], "definition", "must be a JSON object"),
        ({**SMALL, "colour": 1}, "definition", "There is no key “colour”. There are columns, against"),
        ({"against": ["a"]}, "columns", "Name at least one column in “columns”."),
        ({**SMALL, "columns": "rouge-2"}, "columns", "must be a list of names"),
        ({**SMALL, "columns": [["a"]]}, "columns", "must be a list of names"),
        ({**SMALL, "columns": ["a", "b", "a"]}, "columns", "“columns” names “a” twice."),
        ({**SMALL, "columns": [str(number) for number in range(101)]}, "columns", "at most 100 names"),
        ({**SMALL, "groups": {"a": 1}}, "groups", "names and regular expressions"),
        ({**SMALL, "summarizers": "dogs"}, "summarizers", "must be system, human or all, not “dogs”"),
        ({**SMALL, "levels": []}, "levels", "must be a list of summarizer, summary or global"),
        ({**SMALL, "coefficients": [{}]}, "coefficients", "must be pearson, spearman or kendall, not “{}”"),
        ({**SMALL, "resamples": 0}, "resamples", "a whole number from 1 to 100000, not “0”"),
        ({**SMALL, "resamples": True}, "resamples", "not “true”"),
        ({**SMALL, "seed": 1.0}, "seed", "a whole number"),
        ({**SMALL, "columns": ["\ud800"]}, "definition", "characters that are not Unicode text"),
        ({**SMALL, "columns": ["pyramid.modified"]}, "columns", "at least one column in “columns” that is not in"),
        ({**SMALL, "significant_only": 1}, "significant_only", "true or false"),
    ],
)
def test_a_wrong_definition_is_refused_with_its_field(content, field, sentence) -> None:
    with pytest.raises(StudyRefused, match=sentence.replace("(", r"\(")) as refused:
        StudyDefinition.from_json(content)
    assert refused.value.field == field
