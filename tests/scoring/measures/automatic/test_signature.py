"""The signature of each measure, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.registry import DEFINITIONS, definition, measures
from scoring.measures.automatic.signature import format_signature, parse_signature

ROUGE_2 = "rouge-2|tok:155|stem:155|exc:wn20-bc9f|stop:no|sent:stored|limit:no|refs:sum|jack:no|alpha:0.5|v:1"


@pytest.mark.parametrize("measure", measures(), ids=lambda measure: measure.name)
def test_every_measure_is_read_back_from_its_signature(measure: Measure) -> None:
    signature = format_signature(measure)
    assert parse_signature(signature) == measure
    assert not set(signature) & set(" \n\t,")
    assert measure.primary in measure.values


@given(
    name=st.sampled_from([one.name for one in DEFINITIONS if one.name.startswith("rouge")]),
    chosen=st.fixed_dictionaries(
        {},
        optional={
            "stem": st.sampled_from(["155", "no"]),
            "stop": st.sampled_from(["smart", "no"]),
            "limit": st.integers(1, 10**6).map("{}w".format) | st.just("665b"),
            "alpha": st.floats(0, 1).map(repr),
            "jack": st.sampled_from(["yes", "no"]),
        },
    ),
)
def test_chosen_parameters_are_read_back(name: str, chosen: dict[str, str]) -> None:
    measure = definition(name).measure(chosen)
    assert parse_signature(format_signature(measure)) == measure


def test_a_signature_says_all_that_could_change_a_value() -> None:
    assert format_signature(definition("rouge-2").measure()) == ROUGE_2
    assert format_signature(definition("rouge-w-1.2").measure({"stem": "no", "stop": "smart", "limit": "100w"})) == (
        "rouge-w-1.2|tok:155|stem:no|exc:no|stop:smart-d8f6|sent:stored|limit:100w|refs:sum|jack:no|alpha:0.5"
        "|formula:paper|v:1"
    )


@pytest.mark.parametrize(
    ("signature", "sentence"),
    [
        (ROUGE_2.replace("v:1", "v:2"), "rouge-2 was made by version 2; this is version 1."),
        (
            ROUGE_2.replace("bc9f", "0000"),
            "rouge-2 was computed with exc:wn20-0000, but this version has exc:wn20-bc9f.",
        ),
        (ROUGE_2.replace("rouge-2", "rouge-0"), "There is no measure “rouge-0”."),
        (ROUGE_2.replace("|jack:no", ""), f"The signature lacks jack: {ROUGE_2.replace('|jack:no', '')}"),
        (ROUGE_2.replace("|v:1", ""), "The signature must end with the version of the measure"),
        (ROUGE_2 + "|v:1", "The signature names a parameter twice"),
        (ROUGE_2.replace("jack", "jock"), "rouge-2 has no parameter “jock”."),
        (ROUGE_2.replace("limit:no", "limit:0w"), "rouge-2: limit must be no, a number of words such as 100w"),
        ("", "There is no measure “”."),
    ],
)
def test_what_is_no_signature_of_this_version_is_refused(signature: str, sentence: str) -> None:
    with pytest.raises(MeasureError) as refusal:
        parse_signature(signature)
    assert str(refusal.value).startswith(sentence)
