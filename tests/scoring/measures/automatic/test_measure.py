"""A measure with chosen parameters: defaults, canonical values, and what is refused."""

import pickle

import numpy as np
import pytest

from scoring.measures.automatic.measure import MeasureDefinition, needs_models
from scoring.measures.automatic.parameters import (
    MeasureError,
    Parameters,
    choice,
    number,
    resource,
    whole_number,
)
from scoring.measures.automatic.topic_texts import Need, Scored, Text, TopicTexts, WordFrequencies


def count_sentences(parameters: Parameters, topic: TopicTexts) -> Scored:
    counts = [[float(len(peer.sentences))] for peer in topic.peers]
    return Scored(np.array(counts), ("",) * len(counts))


SENTENCES = MeasureDefinition(
    name="sentences",
    meaning="The number of sentences.",
    version=3,
    parameters=(
        choice("stop", "no", "smart-1f3a", aliases={"smart": "smart-1f3a"}),
        resource("exc", lambda chosen: "no" if chosen["stop"] == "no" else "wn20-5f1c"),
        number("alpha", 0.5, 0, 1),
        whole_number("gap", 4, 0, 20_000),
    ),
    values=("score",),
    primary="score",
    needs=needs_models,
    score=count_sentences,
)


def test_a_measure_has_every_parameter_in_its_order_defaults_too() -> None:
    measure = SENTENCES.measure({"gap": "07"})
    assert measure.parameters.items == (("stop", "no"), ("exc", "no"), ("alpha", "0.5"), ("gap", "7"))
    assert (measure.name, measure.version, measure.values, measure.primary) == ("sentences", 3, ("score",), "score")
    assert measure.needs == {Need.MODELS}
    assert measure.score_models is None


@pytest.mark.parametrize(("typed", "alpha"), [(".5", "0.5"), ("1", "1.0"), ("-0", "0.0"), ("5e-1", "0.5")])
def test_equal_numbers_are_one_value_however_they_are_typed(typed: str, alpha: str) -> None:
    assert SENTENCES.measure({"alpha": typed}).parameters["alpha"] == alpha
    assert SENTENCES.measure({"alpha": typed}).parameters.number("alpha") == float(alpha)


def test_a_list_of_words_has_its_hash_and_brings_its_resource() -> None:
    parameters = SENTENCES.measure({"stop": "smart"}).parameters
    assert (parameters["stop"], parameters["exc"]) == ("smart-1f3a", "wn20-5f1c")
    assert SENTENCES.measure({"stop": "smart-1f3a"}) == SENTENCES.measure({"stop": "smart"})


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"alpha": "2"}, "sentences: alpha must be a number from 0 to 1, not “2”."),
        ({"alpha": "nan"}, "sentences: alpha must be a number from 0 to 1, not “nan”."),
        ({"alpha": "1,5"}, "sentences: alpha must be a number from 0 to 1, not “1,5”."),
        ({"gap": "1.5"}, "sentences: gap must be a whole number from 0 to 20000, not “1.5”."),
        ({"stop": "all"}, "sentences: stop must be no or smart-1f3a, not “all”."),
        ({"stem": "no"}, "sentences has no parameter “stem”. It has stop, exc, alpha, gap."),
        ({"exc": "wn20-0000"}, "sentences was computed with exc:wn20-0000, but this version has exc:no."),
    ],
)
def test_what_a_parameter_does_not_accept_is_refused_with_a_sentence(chosen: dict[str, str], sentence: str) -> None:
    with pytest.raises(MeasureError) as refusal:
        SENTENCES.measure(chosen)
    assert str(refusal.value) == sentence


def test_measures_and_texts_can_be_sent_to_another_process() -> None:
    topic = TopicTexts(
        "D1",
        (Text(("One.", "Two.")),),
        (Text(("Three.",)),),
        statement="Why?",
        frequencies=(WordFrequencies("155", "keep", 1, {"one": 1}),),
    )
    topic.compute_once("a step", lambda: 1)
    measure, sent = pickle.loads(pickle.dumps((SENTENCES.measure(), topic)))
    assert (measure, sent) == (SENTENCES.measure(), topic)
    assert sent.compute_once("a step", lambda: 2) == 2  # what was computed is not sent
    assert measure.score(sent).values.tolist() == [[2]]


def test_a_shared_step_is_computed_once_for_each_key() -> None:
    topic = TopicTexts("D1", ())
    assert topic.compute_once("first", lambda: 1) == 1
    assert topic.compute_once("second", lambda: 2) == 2
    assert topic.compute_once("first", lambda: 3) == 1
