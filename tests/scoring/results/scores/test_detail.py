"""What a score is made of, and what is missing."""

import pytest

from scoring.results.scores.detail import Wording, score_detail
from tests.scoring.scored_project import matched_peer, released_topic

pytestmark = pytest.mark.django_db


def test_matched_scus_come_heaviest_first_with_the_words_of_the_peer() -> None:
    detail = score_detail(matched_peer(released_topic(), "7", [3, 1, None, 1]))
    assert [(scu.uid, scu.weight, scu.mentions) for scu in detail.matched] == [
        (1, 3, ("two", "four")),
        (3, 1, ("one",)),
    ]
    assert detail.non_matching == ("three",)


def test_missing_content_goes_from_the_top_tier_down_with_the_words_of_the_models() -> None:
    detail = score_detail(matched_peer(released_topic(), "7", [1]))
    assert [(tier.weight, tier.size, [scu.label for scu in tier.scus]) for tier in detail.missing] == [
        (2, 1, ["SCU 2"]),
        (1, 1, ["SCU 3"]),
    ]
    assert detail.missing[0].scus[0].wordings == (Wording("A", "M1", "beta"), Wording("B", "M2", "beta"))


def test_a_peer_that_says_everything_misses_nothing() -> None:
    assert score_detail(matched_peer(released_topic(), "7", [1, 2, 3])).missing == ()


def test_the_number_of_statements_does_not_grow(django_assert_num_queries) -> None:
    release = released_topic()
    for units in ([], [1, 2, 3, None, 1, 2]):
        annotation = matched_peer(release, f"p{len(units)}", units)
        annotation = type(annotation).objects.select_related("summary").get(pk=annotation.pk)
        with django_assert_num_queries(4 if units else 3):  # parts are not asked for where there is no unit
            score_detail(annotation)
