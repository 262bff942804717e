"""Several models, one value: sum, best, mean, max, and the jackknife."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.references import (
    Numbers,
    combine,
    score_against_models,
    score_models_against_others,
)
from scoring.measures.automatic.topic_texts import Text, TopicTexts
from scoring.stats.arrays import Floats


def recall_and_precision(parameters: Parameters, counts: Numbers) -> Floats:
    return counts[..., :1] / counts[..., 1:]


def chosen(refs: str, jack: str = "no") -> Parameters:
    return Parameters((("refs", refs), ("jack", jack)))


def combined(counts: list[list[int]], refs: str, jack: str = "no") -> list[float]:
    """Recall and precision of one peer from (shared, in the model, in the peer) for each model."""
    values: list[float] = combine(np.array([counts]), recall_and_precision, chosen(refs, jack))[0].tolist()
    return values


# (shared, in the model, in the peer): recall 1/2, 2/3, 1/2; precision 1/4, 2/4, 3/4
COUNTS = [[1, 2, 4], [2, 3, 4], [3, 6, 4]]


@pytest.mark.parametrize(
    ("refs", "expected"),
    [
        ("sum", [6 / 11, 6 / 12]),
        ("best", [2 / 3, 2 / 4]),
        ("max", [2 / 3, 3 / 4]),
        ("mean", [float((Fraction(1, 2) + Fraction(2, 3) + Fraction(1, 2)) / 3), 0.5]),
    ],
)
def test_models_are_combined_as_asked(refs: str, expected: list[float]) -> None:
    assert combined(COUNTS, refs) == pytest.approx(expected, abs=1e-15)


def test_of_models_with_equal_recall_the_one_with_the_larger_precision_is_best() -> None:
    assert combined([COUNTS[0], COUNTS[2]], "best") == [1 / 2, 3 / 4]


def test_the_jackknife_is_the_mean_over_the_sets_that_lack_one_model() -> None:
    sets = [combined(COUNTS[1:], "sum"), combined([COUNTS[0], COUNTS[2]], "sum"), combined(COUNTS[:2], "sum")]
    assert combined(COUNTS, "sum", "yes") == pytest.approx(np.mean(sets, axis=0).tolist(), abs=1e-15)
    assert combined(COUNTS, "best", "yes") == pytest.approx([(2 / 3 + 1 / 2 + 2 / 3) / 3, 7 / 12], abs=1e-15)


@pytest.mark.parametrize("refs", ["sum", "best", "mean", "max"])
def test_the_jackknife_of_one_model_is_the_plain_value(refs: str) -> None:
    assert combined(COUNTS[:1], refs, "yes") == combined(COUNTS[:1], refs)


@pytest.mark.parametrize("jack", ["no", "yes"])
@pytest.mark.parametrize("refs", ["sum", "best", "mean", "max"])
@given(
    counts=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=4),
    power=st.sampled_from([1, 1.2]),
)
def test_the_order_of_models_never_changes_a_bit(
    refs: str, jack: str, counts: list[tuple[int, int, int]], power: float
) -> None:
    numbers = np.array([counts]) if power == 1 else np.array([counts]) ** power
    orders = (numbers[:, list(order)] for order in permutations(range(len(counts))))
    values = {combine(order, recall_and_precision, chosen(refs, jack)).tobytes() for order in orders}
    assert len(values) == 1


def shared_sentences(parameters: Parameters, topic: TopicTexts) -> Numbers:
    return np.array(
        [
            [
                (len({*peer.sentences} & {*model.sentences}), len(model.sentences), len(peer.sentences))
                for model in topic.models
            ]
            for peer in topic.peers
        ]
    )


A, B, C = Text(("a", "b")), Text(("a", "c", "d")), Text(("b", "d", "e", "f"))


def test_peers_without_models_have_no_values() -> None:
    scored = score_against_models(shared_sentences, recall_and_precision, 2, chosen("sum"), TopicTexts("D1", (A, B)))
    assert np.isnan(scored.values).tolist() == [[True, True]] * 2
    assert scored.reasons == ("no models", "no models")


def test_models_are_scored_against_the_others_as_peers_are() -> None:
    def score(topic: TopicTexts) -> list[list[float]]:
        scored = score_against_models(shared_sentences, recall_and_precision, 2, chosen("sum"), topic)
        values: list[list[float]] = scored.values.tolist()
        return values

    topic = TopicTexts("D1", (), (A, B, C))
    models = score_models_against_others(shared_sentences, recall_and_precision, 2, chosen("sum", "yes"), topic)
    others = [(B, C), (A, C), (A, B)]
    assert models.values.tolist() == [
        score(TopicTexts("D1", (model,), rest))[0] for model, rest in zip((A, B, C), others, strict=True)
    ]
    assert models.reasons == ("", "", "")


def test_a_single_model_has_no_others() -> None:
    topic = TopicTexts("D1", (A,), (B,))
    models = score_models_against_others(shared_sentences, recall_and_precision, 2, chosen("sum"), topic)
    assert (models.values.shape, models.reasons) == ((1, 2), ("no models",))
