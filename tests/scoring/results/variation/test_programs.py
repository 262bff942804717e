"""Programs as judges: their scores against people's, which never include a program's."""

from dataclasses import replace

import pytest

from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import InstrumentData, data_of_rows
from scoring.results.judgments.variation import NoSuchScore
from scoring.results.variation.program_results import TopChange
from scoring.results.variation.programs import stand_in
from tests.scoring.results.judgments.rows import rating

SETTINGS = JudgmentSettings()
# The values of four systems on three topics: by two people, and by a program that swaps the two best systems.
ANNA = {"D1": (5, 4, 2, 1), "D2": (5, 3, 2, 1), "D3": (4, 4, 3, 1)}
BEN = {"D1": (4, 4, 3, 2), "D2": (5, 4, 1, 1), "D3": (5, 3, 2, 2)}
BOT = {"D1": (3, 5, 2, 1), "D2": (4, 5, 3, 2), "D3": (4, 5, 1, 2)}


def data(programs: tuple[str, ...] = ("bot",), **judges) -> InstrumentData:
    by_judge = {"anna": ANNA, "ben": BEN, "bot": BOT} | judges
    rows = [
        rating(topic, f"s{number}", judge, value)
        for judge, topics in by_judge.items()
        for topic, values in topics.items()
        for number, value in enumerate(values, 1)
    ]
    return replace(data_of_rows(rows, "rating"), programs=frozenset(programs))


def test_the_taus_are_those_counted_by_hand() -> None:
    """Means by people: 28, 22, 13, 8 sixths; by the program 11, 15, 6, 5 thirds: one of six pairs is in opposite order,
    so tau is 4/6. Topic D1: people 4.5 4 2.5 1.5, the same; D2: 5 3.5 1.5 1, the same; D3: 4.5 3.5 2.5 1.5 and
    4 5 1 2: two pairs in opposite order, 2/6.
    """
    (program,) = stand_in(data(), SETTINGS).programs
    assert [(level.level.value, level.kendall) for level in program.levels] == [
        ("summarizer", pytest.approx(4 / 6)),
        ("summary", pytest.approx((4 / 6 + 4 / 6 + 2 / 6) / 3)),
    ]
    for level in program.levels:
        for low, high in filter(None, (level.topic_interval, level.joint_interval)):
            assert -1 <= low <= (level.kendall or 0) <= high <= 1


def test_ranks_near_the_top_change() -> None:
    (program,) = stand_in(data(), SETTINGS).programs
    ranks = [(row.name, row.people_rank.place, row.program_rank.place, row.change) for row in program.ranks]
    assert ranks == [("s1", 1, 2, -1), ("s2", 2, 1, 1), ("s3", 3, 3, 0), ("s4", 4, 4, 0)]
    assert program.ranks[0].people == pytest.approx(28 / 6)
    assert program.ranks[0].program == pytest.approx(11 / 3)
    three = ("s1", "s2", "s3")
    assert program.top == (TopChange(1, ("s1",), ("s2",), 1), TopChange(3, three, three, 1))
    assert [top.shared for top in program.top] == [0, 3]


def test_means_of_people_do_not_include_programs() -> None:
    alone, with_others = data(), data(("bot", "zed"), zed=dict.fromkeys(ANNA, (1, 5, 5, 5)))
    first, second = (stand_in(one, SETTINGS) for one in (alone, with_others))
    assert second.person_count == 2
    assert second.programs[0] == first.programs[0]
    assert second.people == first.people
    assert [one.program for one in second.programs] == ["bot", "zed"]


def test_each_person_is_compared_with_the_others() -> None:
    """Anna's means 14, 11, 7, 3 thirds, Ben's 14, 11, 6, 5: the same order."""
    people = stand_in(data(), SETTINGS).people
    assert [(one.judge, one.summaries, one.levels[0].kendall) for one in people] == [
        ("anna", 12, 1.0),
        ("ben", 12, 1.0),
    ]


def test_a_program_that_equals_people_has_a_tau_of_one() -> None:
    equal = data(("bot",), ben=ANNA, bot=ANNA)
    (program,) = stand_in(equal, SETTINGS).programs
    assert program.levels[0].kendall == 1
    assert all(row.change == 0 for row in program.ranks)


def test_only_common_summaries_count_and_the_others_are_reported() -> None:
    (program,) = stand_in(data(bot={"D1": BOT["D1"], "D4": (1, 2)}), SETTINGS).programs
    assert (program.summaries, program.topics) == (4, 1)
    assert program.warnings == (
        "Summaries that are scored only by the program, not by people: 2. They are left out.",
        "Summaries that are scored only by people, not by it: 8. They are left out.",
        "There is one topic, so there are no intervals.",
    )
    assert program.levels[0].topic_interval is None


def test_nothing_in_common_is_a_sentence() -> None:
    (program,) = stand_in(data(bot={"D9": (1, 2)}), SETTINGS).programs
    assert program.warnings == ("People and the program have no scores of the same summaries.",)
    assert [level.kendall for level in program.levels] == [None, None]
    assert (program.ranks, program.top) == ((), ())


def test_masked_summarizers_are_compared_within_topics_only() -> None:
    masked = data()
    masked = replace(masked, sheets=tuple(replace(sheet, is_masked=True) for sheet in masked.sheets))
    (program,) = stand_in(masked, SETTINGS).programs
    assert [level.level.value for level in program.levels] == ["summary"]
    assert program.ranks == ()


def test_an_unknown_score_is_refused() -> None:
    with pytest.raises(NoSuchScore, match="There is no score “q9”; there are: q1"):
        stand_in(data(), SETTINGS, "q9")


def test_without_programs_or_judgments_there_is_nothing_to_compare() -> None:
    assert stand_in(data(()), SETTINGS).programs == ()
    assert stand_in(InstrumentData("rating", (), ()), SETTINGS).as_json()["comparisons"] == []
