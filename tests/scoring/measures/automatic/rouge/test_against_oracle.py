"""All ROUGE measures against the oracle, and what holds for all texts."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.measures.automatic.registry import definition, measures
from scoring.measures.automatic.rouge import lcs, wlcs
from scoring.measures.automatic.topic_texts import Text
from tests.oracles import rouge as oracle
from tests.scoring.measures.automatic.rouge.texts import text, topic, values

NAMES = [measure.name for measure in measures() if measure.name.startswith("rouge-")]
Sentences = list[list[str]]
WORDS = st.sampled_from([*"abcd"]) | st.sampled_from([f"w{number}" for number in range(20)])
TEXTS = st.lists(st.lists(WORDS, max_size=12), min_size=1, max_size=4)
LONG = [["a", "b", "c", "b"] * 20, ["w1"] * 33 + ["a"] * 32 + ["b"]]


def as_text(sentences: Sentences) -> Text:
    return text(*map(" ".join, sentences))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(
    peers=st.lists(TEXTS, min_size=1, max_size=3),
    models=st.lists(TEXTS, min_size=1, max_size=3),
    refs=st.sampled_from(["sum", "best"]),
    jack=st.booleans(),
    alpha=st.sampled_from([0, 0.3, 0.5, 1]),
    formula=st.sampled_from(["paper", "155"]),
)
@example(peers=[LONG, LONG[:1]], models=[LONG[::-1]], refs="sum", jack=False, alpha=0.5, formula="155")
def test_values_are_those_of_the_oracle(
    name: str, peers: list[Sentences], models: list[Sentences], refs: str, jack: bool, alpha: float, formula: str
) -> None:
    chosen = {"refs": refs, "jack": "yes" if jack else "no", "alpha": str(alpha), "stem": "no"}
    if name == "rouge-w-1.2":
        chosen["formula"] = formula
    score = oracle.jackknifed if jack else oracle.rouge
    expected = [score(name, peer, models, refs=refs, alpha=alpha, formula=formula) for peer in peers]
    scored = definition(name).measure(chosen).score(topic(map(as_text, peers), map(as_text, models)))
    assert scored.values.tolist() == [list(row) for row in expected]


@pytest.mark.parametrize("longest", [0, 64])
@settings(max_examples=25)
@given(peer=TEXTS, model=TEXTS)
def test_sentences_of_any_length_match_alike(longest: int, peer: Sentences, model: Sentences) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lcs, "LONGEST", longest)  # longer sentences are computed one by one
        patch.setattr(wlcs, "BLOCK_BYTES", 20 + longest)
        for name in ("rouge-l", "rouge-w-1.2"):
            expected = oracle.rouge(name, peer, [model], refs="sum", alpha=0.5, formula="paper")
            assert values(name, as_text(peer), as_text(model), stem="no") == list(expected)


@pytest.mark.parametrize("refs", ["sum", "best"])
@settings(max_examples=6)
@given(peers=st.lists(TEXTS, min_size=2, max_size=3), models=st.lists(TEXTS, min_size=2, max_size=3))
def test_no_order_or_batch_changes_a_bit(refs: str, peers: list[Sentences], models: list[Sentences]) -> None:
    peer_texts, model_texts = [as_text(peer) for peer in peers], [as_text(model) for model in models]
    for name in ("rouge-2", "rouge-l", "rouge-w-1.2", "rouge-su4", "rouge-s*"):
        measure = definition(name).measure({"refs": refs, "jack": "yes"})
        scores = measure.score(topic(peer_texts, model_texts)).values
        assert measure.score(topic(peer_texts[::-1], model_texts[::-1])).values[::-1].tobytes() == scores.tobytes()
        alone = [measure.score(topic([peer], model_texts)).values for peer in peer_texts]
        assert np.concatenate(alone).tobytes() == scores.tobytes()


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10)
@given(model=TEXTS)
def test_a_peer_equal_to_the_only_model_has_only_ones(name: str, model: Sentences) -> None:
    has_grams = oracle.pair_counts(name, model, model)[1] > 0
    assert values(name, as_text(model), as_text(model)) == [1.0 if has_grams else 0.0] * 3


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=10)
@given(peer=TEXTS, models=st.lists(TEXTS, min_size=1, max_size=2))
def test_values_are_from_0_to_1_also_of_a_text_written_twice(
    name: str, peer: Sentences, models: list[Sentences]
) -> None:
    for sentences in (peer, peer * 2):
        assert all(0 <= value <= 1 for value in values(name, as_text(sentences), *map(as_text, models)))


@pytest.mark.parametrize("name", NAMES)
def test_models_are_scored_as_peers_of_the_others(name: str) -> None:
    models = [text("the dam broke on friday", "nobody was hurt"), text("the dam broke"), text("nobody broke the dam")]
    measure = definition(name).measure()
    assert measure.score_models is not None
    rows = measure.score_models(topic([text("a")], models)).values.tolist()
    for left_out, row in enumerate(rows):
        others = models[:left_out] + models[left_out + 1 :]
        assert row == values(name, models[left_out], *others)


ODD_TEXTS = {
    "empty": text(),
    "blank": text("", "  "),
    "one word": text("dam"),
    "marks": text("—", "?!"),
    "right to left": text("السد انهار يوم الجمعة", "لم يصب أحد"),
    "Chinese": text("大坝在星期五溃决了。", "没有人受伤。"),
    "emoji": text("👩‍👩‍👧 the dam 🏞️ broke", "\U0001f600"),
    "lone surrogate": text("the \ud800 dam"),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("jack", ["no", "yes"])
def test_odd_texts_have_values(name: str, jack: str) -> None:
    measure = definition(name).measure({"jack": jack})
    texts = list(ODD_TEXTS.values())
    for models in (texts, [text()], [text("the dam broke")]):
        scored = measure.score(topic(texts, models))
        assert np.isfinite(scored.values).all()
        assert scored.reasons == ("",) * len(texts)
        assert scored.values[0].tolist() == [0, 0, 0]
    assert measure.score(topic(texts, [])).reasons == ("no models",) * len(texts)
    assert measure.score(topic([], texts)).values.shape == (0, 3)


@pytest.mark.parametrize("name", ["rouge-1", "rouge-9", "rouge-l", "rouge-su4", "rouge-s*", "rouge-w-1.2"])
def test_a_text_of_20_000_words_has_a_value(name: str) -> None:
    words = [f"w{number * number % 499}" for number in range(20_000)]
    peer = as_text([words[start : start + 25] for start in range(0, len(words), 25)])
    model = as_text([words[:20], words[5_000:5_030]])
    shared, in_model, in_peer = (values(name, peer, model), *values(name, model, model)[:2])
    assert (in_model, in_peer) == (1, 1)
    assert shared[0] > 0.8 > 0.1 > shared[1]


def test_the_union_counts_a_word_as_often_as_the_peer_has_it() -> None:
    # Both sentences of the model match the peer's only "a".
    assert values("rouge-l", text("a x"), text("a b", "a c"))[0] == 0.25
    assert values("rouge-l", text("a x a"), text("a b", "a c"))[0] == 0.5
