"""Trained measures: DICOMER and its parts, and CREMER, from texts with discourse relations to scores."""

import pickle
from dataclasses import replace
from math import fsum

import numpy as np
import pytest

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.model_checks import check_usable, measure_of, read_usable_model
from scoring.measures.automatic.model_training import RatedTopic, train_model
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.registry import definition, measures
from scoring.measures.automatic.short_name import parse_short_name, short_name
from scoring.measures.automatic.signature import format_signature
from scoring.measures.automatic.tasks import TopicTask
from scoring.measures.automatic.tesla_s import TESLA_S
from scoring.measures.automatic.topic_texts import Scored, Text, TopicTexts
from scoring.measures.automatic.trained_measures import TRAINED_NAMES
from scoring.measures.coherence.features import feature_names, features
from scoring.measures.trained.fields import ModelRefused
from scoring.measures.trained.model import Ranking, TrainedModel, text_hash
from scoring.measures.trained.table import TrainingRefused
from scoring.studies.workers import score_topics
from tests.scoring.measures.automatic.rated_topics import rated_topics

TOPICS = rated_topics()


def trained(name: str, topics: list[RatedTopic] = TOPICS, coherence: TrainedModel | None = None) -> TrainedModel:
    return train_model(definition(name).measure(), topics, "given.readability", coherence=coherence).model


DICOMER = trained("dicomer")
CREMER = trained("cremer-rbf", coherence=DICOMER)


def scored(model: TrainedModel, topic: TopicTexts) -> Scored:
    return measure_of(model).score(replace(topic, trained=(model,)))


@pytest.mark.parametrize("name", ["dicomer", "lin", "lin-c", "lin-e"])
def test_a_score_is_the_sum_of_weighted_features(name: str) -> None:
    model, text = trained(name), TOPICS[0].topic.peers[0]
    values = features(name, text, "file")
    assert values is not None
    assert isinstance(model.function, Ranking)
    weights = dict(model.function.weights)
    expected = fsum(
        weights.get(feature, 0) * value for feature, value in zip(feature_names(name), values.tolist(), strict=True)
    )
    assert scored(model, TOPICS[0].topic).values[0, 0] == expected


def test_a_trained_measure_finds_what_made_the_ratings() -> None:
    """Better ratings come from more comparisons; the training set's own pairs are mostly in order."""
    for rated in TOPICS:
        values = scored(DICOMER, rated.topic).values[:, 0]
        assert np.corrcoef(values, np.array(rated.ratings, np.float64))[0, 1] > 0.8
    assert DICOMER.assessment
    assert (DICOMER.assessment.folds, DICOMER.data.topics, DICOMER.data.summaries) == (4, 4, 20)


def test_cremer_combines_tesla_s_and_dicomer() -> None:
    topic = replace(TOPICS[0].topic, trained=(CREMER,))
    content, coherence = TESLA_S.measure().score(topic).values[:, 0], scored(DICOMER, topic).values[:, 0]
    assert CREMER.rests_on[1] == format_signature(measure_of(DICOMER))
    function: object = CREMER.function
    vectors = zip(function.dual_coefficients, function.support_vectors, strict=True)  # type: ignore[attr-defined]
    expected = function.intercept + sum(  # type: ignore[attr-defined]
        a * np.exp(-((x - content) ** 2) - (y - coherence) ** 2) for a, (x, y) in vectors
    )
    values = measure_of(CREMER).score(topic).values[:, 0]
    assert values.tolist() == pytest.approx(expected.tolist(), abs=1e-12)
    assert measure_of(CREMER).score_models is not None


def test_training_and_scoring_are_the_same_bits_in_any_order_and_process() -> None:
    reordered = [
        RatedTopic(
            replace(rated.topic, peers=rated.topic.peers[::-1]),
            rated.summarizers[::-1],
            rated.ratings[::-1],
            rated.scale,
        )
        for rated in TOPICS[::-1]
    ]
    assert trained("dicomer", reordered).as_text() == DICOMER.as_text()
    assert trained("cremer-rbf", reordered, DICOMER).as_text() == CREMER.as_text()
    tasks = [
        TopicTask(rated.topic.key, replace(rated.topic, trained=(DICOMER, CREMER)), measures_of_models(), models=True)
        for rated in TOPICS
    ]
    here, elsewhere = list(score_topics(tasks)), list(score_topics(tasks, workers=2))
    assert pickle.dumps(bits(here)) == pickle.dumps(bits(elsewhere))
    backwards = replace(TOPICS[0].topic, peers=TOPICS[0].topic.peers[::-1])
    assert scored(CREMER, backwards).values[::-1].tobytes() == scored(CREMER, TOPICS[0].topic).values.tobytes()


def measures_of_models() -> tuple[Measure, ...]:
    return measure_of(DICOMER), measure_of(CREMER)


def bits(scores: object) -> list[bytes]:
    return [one.values.tobytes() for topic in scores for one in (*topic.peers, *topic.models)]  # type: ignore[attr-defined]


def test_an_imported_model_gives_the_same_scores() -> None:
    for model in (DICOMER, CREMER):
        imported = read_usable_model(model.as_text().encode())
        assert imported.key == model.key
        topic = rated_topics(seed=9)[0].topic
        assert scored(imported, topic).values.tobytes() == scored(model, topic).values.tobytes()


def test_without_its_model_a_measure_has_no_values() -> None:
    topic = replace(TOPICS[0].topic, trained=(DICOMER,))
    for measure in (
        definition("dicomer").measure(),
        definition("dicomer").measure({"model": "01234567"}),
        definition("dicomer").measure({"model": DICOMER.key, "parse": "connectives-en1"}),
        definition("lin").measure({"model": DICOMER.key}),
        definition("cremer-poly").measure({"model": CREMER.key}),
    ):
        assert set(measure.score(topic).reasons) == {"no trained model"}
        assert np.isnan(measure.score(topic).values).all()
    assert {measure.name for measure in measures() if ("model", "none") in measure.parameters.items} == TRAINED_NAMES


def test_texts_without_what_the_features_need_have_a_reason() -> None:
    peers = (Text(()), Text((" ",)), Text(("The dam broke.",)), Text(("The dam broke.",), discourse=()))
    topic = TopicTexts("D", peers)
    assert scored(DICOMER, topic).reasons == ("empty", "empty", "no parse", "no transitions")
    assert scored(CREMER, topic).reasons == ("no models",) * 4
    assert (
        scored(CREMER, replace(topic, models=TOPICS[0].topic.models)).reasons[1:] == scored(DICOMER, topic).reasons[1:]
    )


def test_names_carry_the_model() -> None:
    name = short_name(measure_of(DICOMER))
    assert name == f"dicomer:model={DICOMER.key}"
    assert parse_short_name(name)[0] == measure_of(DICOMER)
    with pytest.raises(MeasureError, match="model must be the first 8 digits of a trained model’s hash, or none"):
        parse_short_name("dicomer:model=latest")


def test_models_that_do_not_fit_this_program_are_refused() -> None:
    for model, sentence in (
        (replace(DICOMER, signature=DICOMER.signature.replace("v:1", "v:9")), "dicomer was made by version 9; this is"),
        (replace(DICOMER, signature=DICOMER.signature.replace("dicomer", "lin")), "lin has no feature “"),
        (replace(DICOMER, signature="lcs|x:1|v:1"), "lcs has no parameter “x”"),
        (replace(DICOMER, signature=format_signature(measure_of(DICOMER))), "must have model:none"),
        (replace(DICOMER, signature=CREMER.signature), "does not fit cremer-rbf"),
        (replace(CREMER, signature=CREMER.signature.replace("rbf", "poly")), "does not fit cremer-poly"),
        (replace(CREMER, coherence=None), "does not fit cremer-rbf"),
        (replace(CREMER, coherence=trained("lin")), "does not fit cremer-rbf"),
        (replace(CREMER, rests_on=()), "must rest on tesla-s|"),
        (replace(CREMER, rests_on=("tesla-s|v:0",)), "tesla-s was made by version 0"),
    ):
        with pytest.raises(ModelRefused) as refused:
            check_usable(model)
        assert sentence in str(refused.value)


def test_training_says_what_it_left_out_and_what_it_needs() -> None:
    unparsed = Text(("No relations.",))
    first = TOPICS[0]
    extended = RatedTopic(
        replace(first.topic, peers=(*first.topic.peers, unparsed, unparsed)),
        (*first.summarizers, "u", "v"),
        (*first.ratings, 3.0, None),
        first.scale,
    )
    result = train_model(definition("lin").measure(), [extended, *TOPICS[1:]], "given.readability")
    assert result.left_out == {"no parse": 1}
    assert text_hash(unparsed.sentences) not in result.model.all_text_hashes
    assert text_hash(first.topic.peers[0].sentences) in CREMER.all_text_hashes
    with pytest.raises(TrainingRefused, match="cremer-poly needs a trained model of dicomer"):
        trained("cremer-poly")
    with pytest.raises(TrainingRefused, match="needs the scale of the ratings"):
        trained("cremer-poly", [replace(rated, scale=None) for rated in TOPICS], DICOMER)
    with pytest.raises(TrainingRefused, match="The rating 5 is outside the scale 1-4"):
        trained("lin", [replace(rated, scale=(1.0, 4.0)) for rated in TOPICS])


def test_the_hash_of_a_text_ignores_white_space_only() -> None:
    assert text_hash(["The dam", "broke. "]) == text_hash(["The dam broke."]) != text_hash(["The dam broke"])
