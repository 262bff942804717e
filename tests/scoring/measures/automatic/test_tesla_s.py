"""TESLA-S against the linear programme, and its decisions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.texts.words.lists import function_words
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.topic_texts import ParsedWord, Text, TopicTexts
from tests.oracles.overlaps import linear_programme, tesla_bags, tesla_f

WORDS = st.lists(st.sampled_from(["the", "of", "dam", "town", "broke", "n\u00e4he"]), max_size=7)


def values(peer: Text, *models: Text, **chosen: str) -> list[float]:
    row: list[float] = (
        definition("tesla-s").measure(chosen).score(TopicTexts("D1", (peer,), tuple(models))).values[0].tolist()
    )
    return row


def text(*sentences: str) -> Text:
    return Text(sentences)


def test_the_oracle_has_the_optimum_of_figure_1() -> None:
    # Lin et al. 2012, Figure 1: weights 1.0 .8 .2 .1 and 1.0 .8 .1 .2, links of .5 and 1; S = 1.1.
    similarity: list[list[float]] = [[0.5, 0, 0, 0], [0, 0.5, 0, 1], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert linear_programme([1, 0.8, 0.2, 0.1], [1, 0.8, 0.1, 0.2], similarity) == pytest.approx(1.1, abs=1e-12)


@settings(max_examples=25)
@given(peer=WORDS, models=st.lists(WORDS, min_size=1, max_size=2), gap=st.integers(0, 4), final=st.booleans())
def test_values_are_those_of_the_linear_programme(
    peer: list[str], models: list[list[str]], gap: int, final: bool
) -> None:
    bags = [tesla_bags(words, gap, function_words().__contains__, 0.1) for words in (peer, *models)]
    by_model = [[tesla_f(bags[0][kind], model[kind], 0.8) for kind in (0, 1)] for model in bags[1:]]
    best = np.max(by_model, axis=0)
    expected = [max(map(np.mean, by_model)) if final else best.mean(), *best]
    texts = [text(" ".join(words)) for words in (peer, *models)]
    computed = values(texts[0], *texts[1:], gap=str(gap), combine="final" if final else "per-bag")
    assert computed == pytest.approx(expected, abs=1e-9)


def test_function_words_count_a_tenth() -> None:
    # Words: S = 1.1 ("the dam"), of the model 2.1, of the peer 2.2; pairs: S = .1 of 1.2 and .12.
    computed = values(text("the dam of towns"), text("The dam broke."), gap="0")
    recall, precision = 1.1 / 2.1, 1.1 / 2.2
    assert computed[1] == pytest.approx(precision * recall / (0.8 * precision + 0.2 * recall))
    recall, precision = 0.1 / 1.1, 0.1 / 0.3
    assert computed[2] == pytest.approx(precision * recall / (0.8 * precision + 0.2 * recall))
    assert computed[0] == (computed[1] + computed[2]) / 2
    assert values(text("the"), text("the town"), discount="1.0")[1] == pytest.approx(0.5 / (0.8 + 0.2 * 0.5))


def test_apostrophes_of_function_words_may_be_curved() -> None:
    straight = values(text("didn't dam"), text("didn't town"))
    assert values(text("didn’t dam"), text("didn’t town")) == straight
    assert straight[1] < 0.1  # "didn't" is a tenth of a word


def test_several_models_are_combined_in_each_bag_or_at_the_end() -> None:
    peer, words, pairs = text("dam broke town"), text("town", "broke", "dam"), text("dam broke town x y z")
    both = [values(peer, model)[0] for model in (words, pairs)]
    assert values(peer, words, pairs, combine="final")[0] == max(both)
    assert values(peer, words, pairs)[0] > max(both)
    leave_out = np.mean([values(peer, words), values(peer, pairs)], axis=0)
    assert values(peer, words, pairs, jack="yes") == pytest.approx(leave_out.tolist())


def test_pairs_cross_sentences_and_case_is_folded_unless_kept() -> None:
    assert values(text("Dam.", "Broke!"), text("dam broke")) == [1, 1, 1]
    assert values(text("Dam broke"), text("dam broke"), tok="marks1") == [1, 1, 1]
    assert values(text("Dam broke"), text("dam broke"), tok="marks1", case="keep")[1:] == [0.5, 0]


def tagged(*words: tuple[str, str]) -> Text:
    return Text((), parse=(tuple(ParsedWord(word, word, upos, 0, "root") for word, upos in words),))


def test_function_words_can_be_those_of_the_parse() -> None:
    model = tagged(("Have", "VERB"), ("the", "DET"), (",", "PUNCT"))
    assert values(model, model, function="upos") == [1, 1, 1]
    without_mark = tagged(("Have", "VERB"), ("the", "DET"))
    assert values(without_mark, model, function="upos", tok="marks1") == [1, 1, 1]
    recall, precision = 0.1 / 1.1, 0.1 / 0.2  # "have" the auxiliary is another word than "have" the verb
    computed = values(tagged(("have", "AUX"), ("the", "DET")), model, function="upos")
    assert computed[1] == pytest.approx(precision * recall / (0.8 * precision + 0.2 * recall))
    measure = definition("tesla-s").measure({"function": "upos"})
    assert measure.score(TopicTexts("D1", (text("dam"), model), (model,))).reasons == ("no parse", "")
    assert {str(need) for need in measure.needs} == {"models", "parse"}


def test_models_are_scored_as_peers_of_the_others() -> None:
    models = (text("the dam broke"), text("a dam in town broke"))
    measure = definition("tesla-s").measure()
    assert measure.score_models is not None
    rows = measure.score_models(TopicTexts("D1", (), models)).values.tolist()
    assert rows == [values(models[0], models[1]), values(models[1], models[0])]
