"""The short names of measures."""

import pytest

from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.registry import measures
from scoring.measures.automatic.short_name import parse_short_name, short_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("rouge-2", "rouge-2"),
        ("rouge-2:", "rouge-2"),
        ("rouge-2:stem=155,value=recall", "rouge-2"),
        ("rouge-2:value=f,stop=smart,stem=no", "rouge-2:stem=no,stop=smart,value=f"),
        ("rouge-1:limit=100w,alpha=.80", "rouge-1:limit=100w,alpha=0.8"),
        (" rouge-s*:jack=yes ", "rouge-s*:jack=yes"),
        ("cosine:idf=topic", "cosine:idf=topic"),
    ],
)
def test_a_name_has_what_differs_from_the_defaults(text, name) -> None:
    measure, value = parse_short_name(text)
    assert short_name(measure, value) == name
    assert parse_short_name(name) == (measure, value)


def test_every_measure_and_value_is_read_back() -> None:
    for measure in measures():
        assert short_name(measure) == measure.name
        for value in measure.values:
            assert parse_short_name(short_name(measure, value)) == (measure, value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rouge-10", "There is no measure “rouge-10”. There are rouge-1, "),
        ("rouge-2:stem", "write parameters as name=value"),
        ("rouge-2:stem=no,stem=no", "has stem twice"),
        ("rouge-2:stam=no", "rouge-2 has no parameter “stam”. It has tok, stem, "),
        ("rouge-2:stem=yes", "rouge-2: stem must be 155 or no, not “yes”"),
        ("rouge-2:value=score", "rouge-2 has no value “score”. It has recall, precision, f."),
    ],
)
def test_other_names_are_refused_with_a_sentence(text, sentence) -> None:
    with pytest.raises(MeasureError) as refusal:
        parse_short_name(text)
    assert sentence in str(refusal.value)
