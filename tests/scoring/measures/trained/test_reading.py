"""Files of trained models: the same model after a round trip, and one sentence for every other file."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.trained.fields import ModelRefused
from scoring.measures.trained.model import Kernel, canonical_hash
from scoring.measures.trained.reading import MAX_BYTES, read_model
from tests.scoring.measures.trained.tables import ranking_model, regression_model

RANKING, REGRESSION = ranking_model(), regression_model(Kernel.POLY)


def changed(content: dict[str, Any], path: str, value: Any) -> bytes:
    """The file with another value at a path such as "training.topics", and the hash of the new content."""
    content = json.loads(json.dumps(content))
    *parents, key = path.split(".")
    place = content
    for parent in parents:
        place = place[parent]
    place[key] = value
    if path != "sha256":
        content["sha256"] = canonical_hash({name: part for name, part in content.items() if name != "sha256"})
    return json.dumps(content).encode()


def refusal(data: bytes) -> str:
    with pytest.raises(ModelRefused) as refused:
        read_model(data)
    return str(refused.value)


def test_a_model_survives_its_file() -> None:
    for model in (RANKING, REGRESSION):
        text = model.as_text()
        assert read_model(text.encode()) == model
        assert read_model(text.encode()).as_text() == text


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("format", "other", "The file is not a trained measure"),
        ("sha256", "0" * 64, "“sha256” is not the hash of the content"),
        ("sha256", "xyz", "“sha256” must have 64 hexadecimal digits."),
        ("cost", "1", "“cost” must be a number"),
        ("cost", True, "“cost” must be a number"),
        ("cost", 10**400, "“cost” must be a number"),
        ("cost", [], "“cost” must be a number"),
        ("signature", 7, "“signature” must be text"),
        ("signature", "a\u0000", "“signature” has a character that cannot be printed."),
        ("signature", "a\ud800", "“signature” has a character that cannot be printed."),
        ("signature", "x" * 1001, "“signature” must be text of at most 1,000 characters."),
        ("training", None, "“training” must be an object."),
        ("training.topics", 1.5, "“training.topics” must be a whole number"),
        ("training.topics", -1, "“training.topics” must be a whole number"),
        ("training.scales", [[5, 1]], "the lower end of a scale must come first"),
        ("training.scales", [[5]], "Each part of “training.scales” must be a list of 2 numbers."),
        ("training.text_hashes", ["b", "a"], "“training.text_hashes” must be sorted"),
        ("training.other", 1, "There is no field “training.other” in a trained measure."),
        ("rests_on", "abc", "“rests_on” must be a list"),
        ("libraries", {"x": 1}, "“libraries.x” must be text"),
        ("kernel", "sigmoid", "“kernel” must be linear or poly or rbf, not “sigmoid”."),
        ("kernel", None, "“kernel” must be text"),
        ("dual_coefficients", [1.0], "“dual_coefficients” has 1 numbers for"),
        ("support_vectors", [[1.0, None]], "Each part of “support_vectors” must be a number"),
        ("intercept", 1e300, "“intercept” must be a number between"),
        ("weights", {"a": 1.0}, "There is no field “weights” in a trained measure."),
        ("coherence.coherence", {}, "rests on no other model"),
        ("coherence.weights", {"b": 1.0, "a": 2.0}, "“coherence.weights” must be sorted"),
        ("assessment", {"folds": 5}, "The field “assessment.logarithm” is missing."),
        ("\ud800\x07", 1, "There is no field"),
    ],
)
def test_a_changed_file_is_refused_in_one_sentence(path: str, value: Any, sentence: str) -> None:
    message = refusal(changed(REGRESSION.as_json(), path, value))
    assert sentence in message
    message.encode()  # without lone surrogates, which no answer can contain


def test_files_of_other_kinds_are_refused() -> None:
    text = RANKING.as_text()
    for data, sentence in (
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a trained measure"),
        (b"{}", "not a trained measure"),
        (text.replace('"cost": ', '"cost": NaN, "c": ').encode(), "NaN, which is not a number"),
        (text.replace('"cost": ', '"cost": 1e999, "c": ').encode(), "“cost” must be a number"),
        (text.replace('"cost": ', '"cost": 1, "cost": ').encode(), "a key twice"),
        (b" " * (MAX_BYTES + 1), "larger than 10 MB"),
    ):
        assert sentence in refusal(data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values, max_size=3),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted({*RANKING.as_json(), *REGRESSION.as_json()})), json_values)
def test_any_value_anywhere_is_read_or_refused(key: str, value: Any) -> None:
    """Whatever is read can be written and read again."""
    for model in (RANKING, REGRESSION):
        try:
            read = read_model(json.dumps({**model.as_json(), key: value}).encode())
        except ModelRefused:
            continue
        assert read_model(read.as_text().encode()) == read
