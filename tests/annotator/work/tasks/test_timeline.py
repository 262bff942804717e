"""A project over time."""

from datetime import UTC, date, datetime, timedelta

from annotator.work.tasks.progress import Timeline, make_timeline
from annotator.work.tasks.progress_counts import Coverage, WorkDay

MONDAY = date(2026, 5, 4)
A, B, C = 1, 2, 3
KIND_OF = {A: "pyramid", B: "pyramid", C: "match"}


def _day(work: int, after: int, changes: int = 1, state: str | None = None) -> WorkDay:
    day = MONDAY + timedelta(days=after)
    return WorkDay(work, day, changes, 0.0, datetime(day.year, day.month, day.day, tzinfo=UTC), state)


def _timeline(days: list[WorkDay], finished: dict[int, date], *, today: date) -> Timeline:
    return make_timeline(days, finished, kind_of=KIND_OF, today=today)


def test_each_day_tells_what_is_finished_by_then() -> None:
    days = [_day(A, 0, 3), _day(C, 1, 2, "submitted"), _day(A, 1, 1, "submitted"), _day(A, 3, 1, "in_progress")]
    line = _timeline(days, {}, today=MONDAY + timedelta(days=4))
    assert not line.weekly
    assert [(point.finished["pyramid"], point.finished["match"], point.changes) for point in line.points] == [
        (0, 0, 3),
        (1, 1, 3),
        (1, 1, 0),
        (0, 1, 1),
        (0, 1, 0),
    ]


def test_what_was_finished_without_the_log_counts_from_its_beginning() -> None:
    line = _timeline([_day(A, 0)], {A: MONDAY, B: MONDAY + timedelta(days=1)}, today=MONDAY + timedelta(days=1))
    assert [point.finished["pyramid"] for point in line.points] == [1, 2]
    told = _timeline([_day(A, 1, 1, "submitted")], {A: MONDAY}, today=MONDAY + timedelta(days=1))
    assert [point.finished["pyramid"] for point in told.points] == [1]


def test_a_long_time_is_told_by_weeks_from_mondays() -> None:
    days = [_day(A, 2, 5), _day(A, 6, 2, "submitted"), _day(B, 70, 1, "adjudicated")]
    line = _timeline(days, {}, today=MONDAY + timedelta(days=72))
    assert line.weekly
    assert line.points[0].start == MONDAY
    assert (line.points[0].finished["pyramid"], line.points[0].changes) == (1, 7)
    assert len(line.points) == 11
    assert (line.points[-1].finished["pyramid"], line.points[-1].changes) == (2, 1)


def test_without_a_log_there_is_nothing() -> None:
    assert _timeline([], {}, today=MONDAY).points == []


def test_percents_add_up_and_none_means_none() -> None:
    assert Coverage(0, 0, 0).percents() == {"covered": 0, "aside": 0, "open": 0}
    assert Coverage(1, 0, 1000).percents() == {"covered": 1, "aside": 0, "open": 99}
    assert Coverage(999, 0, 1000).percents() == {"covered": 99, "aside": 0, "open": 1}
    assert Coverage(50, 30, 120).percents() == {"covered": 42, "aside": 25, "open": 33}
    assert Coverage(7, 0, 7).percents() == {"covered": 100, "aside": 0, "open": 0}
