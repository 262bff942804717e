"""Basic Elements: the six modes, stems, and texts without a file."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.topic_texts import Element, ParsedWord, Text, TopicTexts
from tests.oracles.overlaps import MODES, basic_element_counts

FIELD = st.sampled_from(["dam", "town", "nil"])
ELEMENTS = st.lists(st.tuples(st.sampled_from(["dam", "break"]), FIELD, FIELD), max_size=6)


def with_elements(*elements: tuple[str, str, str]) -> Text:
    return Text((), elements=tuple(Element(*element) for element in elements))


def values(name: str, peer: Text, *models: Text, **chosen: str) -> list[float]:
    row: list[float] = (
        definition(name).measure(chosen).score(TopicTexts("D1", (peer,), tuple(models))).values[0].tolist()
    )
    return row


@pytest.mark.parametrize("name", MODES)
@settings(max_examples=20)
@given(peer=ELEMENTS, models=st.lists(ELEMENTS, min_size=1, max_size=3))
def test_values_are_those_of_the_oracle(
    name: str, peer: list[tuple[str, str, str]], models: list[list[tuple[str, str, str]]]
) -> None:
    counts = np.sum([basic_element_counts(name, peer, model) for model in models], axis=0).tolist()
    recall, precision = (counts[0] / whole if whole else 0 for whole in counts[1:])
    computed = values(name, with_elements(*peer), *(with_elements(*model) for model in models), stem="no")
    assert computed[:2] == [round(recall, 5), round(precision, 5)]


MODEL = with_elements(("dam", "nil", "nil"), ("break", "dam", "subj"), ("break", "friday", "nil"))


@pytest.mark.parametrize(
    ("name", "recall"),
    [("be-h", 1), ("be-hm", 0.5), ("be-hmr", 0), ("be-hm1", 2 / 3), ("be-hmr1", 0), ("be-hmr2", 1 / 3)],
)
def test_each_mode_counts_its_elements_and_fields(name: str, recall: float) -> None:
    peer = with_elements(("Dam", "NIL", "nil"), ("break", "dam", "obj"), ("break", "town", "NIL"))
    assert values(name, peer, MODEL)[0] == round(recall, 5)


def test_fields_are_stemmed_as_the_script_stems_them() -> None:
    # Of "as is" both words are stemmed, although they are short: "as" to "a" and the irregular "is" to "be".
    assert values("be-hm", with_elements(("as is", "dams", "nil")), with_elements(("a be", "dam", "nil")))[0] == 1
    assert values("be-hm", with_elements(("is", "dams", "nil")), with_elements(("be", "dam", "nil")))[0] == 0
    assert values("be-hm", with_elements(("go", "dams", "nil")), with_elements(("go", "dam", "nil")), stem="no")[0] == 0
    assert values("be-hmr", with_elements(("go", "it", "mods")), with_elements(("go", "it", "mod")))[0] == 0


def test_texts_without_a_file_have_no_value() -> None:
    measure = definition("be-hm").measure()
    scored = measure.score(TopicTexts("D1", (MODEL, Text(("The dam broke.",)), with_elements()), (MODEL,)))
    assert scored.reasons == ("", "no parse", "")
    assert (scored.values[0].tolist(), scored.values[2].tolist()) == ([1, 1, 1], [0, 0, 0])
    assert np.isnan(scored.values[1]).all()
    # A model without a file would make the values of a topic those of fewer models.
    assert measure.score(TopicTexts("D1", (MODEL,), (MODEL, Text(())))).reasons == ("no parse",)
    assert measure.score(TopicTexts("D1", (Text(()),), ())).reasons == ("no models",)


def test_elements_come_from_the_file_or_from_the_parse() -> None:
    parse = ((ParsedWord("Dams", "dam", "NOUN", 2, "nsubj"), ParsedWord("broke", "break", "VERB", 0, "root")),)
    peer = Text((), elements=(), parse=parse)
    assert values("be-hmr", peer, with_elements(("break", "dam", "nsubj")))[0] == 0
    assert values("be-hmr", peer, peer, be="ud1") == [1, 1, 1]
    measure = definition("be-hmr").measure({"be": "ud1"})
    assert {str(need) for need in measure.needs} == {"models", "parse"}
    assert measure.score(TopicTexts("D1", (MODEL,), (peer,))).reasons == ("no parse",)


def test_models_are_scored_as_peers_of_the_others() -> None:
    other = with_elements(("break", "dam", "subj"))
    measure = definition("be-hmr2").measure()
    assert measure.score_models is not None
    assert measure.score_models(TopicTexts("D1", (), (MODEL, other))).values.tolist() == [
        values("be-hmr2", MODEL, other),
        values("be-hmr2", other, MODEL),
    ]
