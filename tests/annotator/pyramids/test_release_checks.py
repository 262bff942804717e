"""What is worth a look before a release."""

from typing import Any

from annotator.projects.models import Summary
from annotator.pyramids.release_checks import MAX_GROUPS, WordCounts, release_checks
from tests.factories import scu_snapshot

WORDS = [0, 3, 4, 7, 8, 13, 14, 18]


def model(pk: int = 1, words: list[int] = WORDS) -> Summary:
    return Summary(pk=pk, kind="model", position=pk - 1, summarizer=f"M{pk}", words=words)


def scu(number: int, label: str = "", **more: Any) -> Any:
    return {**scu_snapshot(number, (1, [(number, 0, 3)]), label=label or f"Own label number{number}"), **more}


def uids(snapshots: list[Any], why: str) -> list[list[int]]:
    """The groups of the hint that says so."""
    hints = release_checks(snapshots, models=[]).hints
    return next(([[one["uid"] for one in group] for group in hint.groups] for hint in hints if hint.reason == why), [])


def test_a_pyramid_in_which_nothing_stands_out() -> None:
    whole: Any = scu_snapshot(1, (1, [(1, 0, 18)]), label="Dams break")
    assert not release_checks([whole, scu(2, "Rain fell")], models=[model()])
    assert not release_checks([], models=[])


def test_open_and_set_aside_words_of_each_summary() -> None:
    asides: Any = [{"id": "aside:1", "summary": 1, "spans": [[0, 7]]}]
    found = release_checks([scu(1)], models=[model(), model(2), model(3, [])], asides=asides)
    assert found.word_counts == [WordCounts("A", "M1", 4, 2, 1), WordCounts("B", "M2", 4, 4, 0)]
    assert (found.word_counts[0].open_percent, found.word_counts[0].aside_percent) == (50, 25)
    assert WordCounts("A", "M", 1000, 1, 0).open_percent == 1


def test_the_same_label_whatever_its_case_and_punctuation() -> None:
    snapshots = [scu(1, "The dam broke."), scu(2, "the DAM broke"), scu(3, "Rain fell"), scu(4, " "), scu(5, "")]
    assert uids(snapshots, "with the same label") == [[1, 2]]


def test_nearly_the_same_label() -> None:
    snapshots = [
        scu(1, "The dam at Varn broke in 1953"),
        scu(2, "The dam of Varn broke in 1953"),
        scu(3, "The dam at Varn was rebuilt"),
        scu(4, "Varn"),
    ]
    assert uids(snapshots, "with nearly the same label") == [[1, 2]]


def test_flags_of_scus_and_of_contributors() -> None:
    flagged = scu(2, "Rain")
    flagged["contributors"][0]["flags"] = ["discuss"]
    snapshots = [scu(1, "Dam", flags=["unsure", "discuss"]), flagged, scu(3, "Snow")]
    assert uids(snapshots, "flagged unsure") == [[1]]
    assert uids(snapshots, "flagged to discuss") == [[1], [2]]


def test_of_many_only_some_are_shown_and_the_rest_counted() -> None:
    (hint,) = release_checks([scu(n, f"Dam{n}", flags=["unsure"]) for n in range(1, MAX_GROUPS + 4)], models=[]).hints
    assert (len(hint.groups), hint.hidden_count, hint.group_count) == (MAX_GROUPS, 3, MAX_GROUPS + 3)
