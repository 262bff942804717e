"""What counts as done in the guided task. Offsets in comments are those of the sentences below."""

from itertools import pairwise
from typing import Any

import pytest

from annotator.interchange.sample_texts import read_sample
from annotator.overview.tour import EXAMPLES, StepState, tour_progress
from annotator.texts.segmentation import segment
from tests.factories import scu_snapshot

STEPS = ["start", "first", "contributor", "parts", "label", "open", "merge", "release"]
A, B, C, D = 1, 2, 3, 4
TEXT = "One two three. Four five six."  # sentences [0, 14) and [15, 29)


def summary(key: int, letter: str, text: str = TEXT) -> dict[str, Any]:
    """A model summary as workspaces have it."""
    tokens = segment(text)
    steps = [end - start for start, end in pairwise([0, *tokens.words])]
    return {"id": key, "letter": letter, "text": text, "word_steps": steps, "sentences": [*tokens.sentences]}


MODELS = [summary(key, letter) for key, letter in ((A, "A"), (B, "B"), (C, "C"), (D, "D"))]
ONE, THREE, FOUR = (0, 3), (8, 13), (15, 19)


def scu(number: int, label: str = "", **contributors: list[tuple[int, int]]) -> Any:
    """An SCU whose contributors are given by letter."""
    made = [
        (ord(letter) - ord("A") + 1, [(number * 100 + place, *span) for place, span in enumerate(spans)])
        for letter, spans in contributors.items()
    ]
    return scu_snapshot(number, *made, label=label)


def done(
    *snapshots: Any, models: list[dict[str, Any]] | None = None, releases: int = 0, merged: bool = False
) -> set[str]:
    """The steps that are done."""
    steps = tour_progress(list(snapshots), models or MODELS, releases, has_merge=merged)
    return {step.key for step in steps if step.is_done}


def lacking(key: str, *snapshots: Any) -> str:
    """What a step says is not there yet."""
    return state(key, tour_progress(list(snapshots), MODELS, 0)).hint


def state(key: str, steps: list[StepState]) -> StepState:
    """A step by its name."""
    return next(step for step in steps if step.key == key)


def test_before_the_pyramid_nothing_is_done_and_nothing_lacking() -> None:
    steps = tour_progress(None, MODELS, 0)
    assert [step.key for step in steps] == STEPS
    assert not any(step.is_done or step.hint for step in steps)


def test_an_empty_pyramid_is_a_start() -> None:
    assert done() == {"start"}


@pytest.mark.parametrize(("span", "counts"), [((0, 3), True), ((8, 19), True), ((13, 14), True), ((15, 19), False)])
def test_the_first_scu_has_words_of_the_first_sentence_of_summary_a(span: tuple[int, int], counts: bool) -> None:
    assert ("first" in done(scu(1, A=[span]))) is counts
    assert "first" not in done(scu(1, B=[span]))


def test_an_scu_from_elsewhere_is_told_not_to_be_of_a1() -> None:
    assert lacking("first", scu(1, A=[FOUR])) == "You have SCUs, but none with words of A1."


def test_summary_b_has_to_contribute_to_the_scu_of_a1() -> None:
    apart = [scu(1, A=[ONE]), scu(2, B=[ONE])]
    assert "contributor" not in done(*apart)
    assert lacking("contributor", *apart) == "Your SCU from A1 has no words of summary B yet."
    assert "contributor" in done(scu(1, A=[ONE], B=[FOUR]))
    assert "contributor" not in done(scu(1, A=[ONE], C=[FOUR]))


@pytest.mark.parametrize(
    ("parts", "counts"),
    [
        ([ONE, THREE], True),
        ([THREE, ONE], True),
        ([ONE], False),
        ([(0, 3), (4, 7)], False),  # neighbours: no word between them
        ([(0, 2), (2, 3)], False),  # two parts of one word
        ([(0, 3), (3, 4)], False),  # a word and the space after it
    ],
)
def test_parts_leave_out_a_word_between_them(parts: list[tuple[int, int]], counts: bool) -> None:
    assert ("parts" in done(scu(1, A=parts))) is counts


def test_parts_in_two_summaries_are_two_contributors() -> None:
    assert "parts" not in done(scu(1, A=[ONE], B=[THREE]))


def test_parts_that_leave_nothing_out_are_told() -> None:
    assert lacking("parts", scu(1, A=[(0, 3), (4, 7)])) == "The parts of your contributors have no words between them."


@pytest.mark.parametrize(
    ("label", "counts"),
    [("It is one", True), ("", False), ("  ", False), ("One … three", False), ("ONE  three.", False), ("Four", False)],
)
def test_a_label_is_more_than_the_words_of_a_contributor(label: str, counts: bool) -> None:
    assert ("label" in done(scu(1, label, A=[THREE, ONE], B=[FOUR]))) is counts


def test_a_label_without_a_contributor_says_nothing_of_the_summaries() -> None:
    assert "label" not in done(scu(1, "It is one"))


def test_a_copied_label_is_told() -> None:
    assert lacking("label", scu(1, "one", A=[ONE])) == "So far your labels only repeat the words of a contributor."


def test_open_text_is_looked_for_in_the_third_summary() -> None:
    assert "open" not in done(scu(1, A=[ONE], B=[ONE], D=[ONE]))
    assert "open" in done(scu(1, C=[ONE]))
    assert lacking("open", scu(1, A=[ONE])) == "No words of summary C are in an SCU yet."


def test_with_two_summaries_it_is_looked_for_in_the_second() -> None:
    assert "open" in done(scu(1, B=[ONE]), models=MODELS[:2])


def test_a_merge_is_seen_in_the_log_alone() -> None:
    assert "merge" not in done(scu(1, A=[ONE], B=[ONE]))
    assert "merge" in done(scu(1, A=[ONE], B=[ONE]), merged=True)


def test_a_release_wants_labels() -> None:
    assert "release" in done(scu(1, "x", A=[ONE]), releases=1)
    assert "release" not in done(scu(1, "x", A=[ONE]))
    assert lacking("release", scu(1, "x", A=[ONE])) == ""
    assert lacking("release", scu(1, A=[ONE])) == "1 SCU has no label; a release needs a label for each SCU."
    assert lacking("release", scu(1, A=[ONE]), scu(2)) == "2 SCUs have no label; a release needs a label for each SCU."


def test_everything_can_be_done() -> None:
    snapshots = [scu(1, "It is one", A=[ONE, THREE], B=[ONE]), scu(2, "It is four", C=[FOUR], A=[FOUR])]
    assert done(*snapshots, releases=1, merged=True) == set(STEPS)


@pytest.mark.parametrize("models", [[], MODELS[:1]])
def test_too_few_summaries_are_no_error(models: list[dict[str, Any]]) -> None:
    assert [step.key for step in tour_progress([scu(1, "x", A=[ONE])], models, 0)] == STEPS


def test_examples_are_words_of_the_samples_untouched_topic() -> None:
    train = next(topic for topic in read_sample().topics if not topic.scus)
    steps = tour_progress(None, [summary(at, "ABCDE"[at], model.text) for at, model in enumerate(train.models)], 0)
    assert {step.key: step.example for step in steps if step.example} == EXAMPLES
    first, parts = EXAMPLES["first"][1], EXAMPLES["parts"][1]
    sentence = train.models[0].text[: segment(train.models[0].text).sentences[1]]
    assert sentence.index(first) + len(first) < sentence.index(EXAMPLES["merge"][1]) < sentence.index(parts)


def test_other_topics_have_no_examples() -> None:
    assert [step for step in tour_progress(None, MODELS, 0) if step.example] == []
