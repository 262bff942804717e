"""The results of comparing programs, as judges, with people."""

from dataclasses import dataclass
from typing import Any

from scoring.measures.observation import HUMAN, Measure
from scoring.stats.arrays import Interval
from scoring.stats.levels import DRAWS, Level
from scoring.stats.ranking import Rank

SEED = 20040502
"""Seed of the random draws, fixed so that the same scores always give the same intervals."""


@dataclass(frozen=True, slots=True)
class LevelAgreement:
    """Kendall's tau-b of two columns of scores at one level. ``topic_interval``: from draws of topics.
    ``joint_interval``: from draws of topics and summarizers. An interval is None if it is not computed or undefined.
    """

    level: Level
    kendall: float | None
    topic_interval: Interval = None
    joint_interval: Interval = None

    def as_json(self) -> dict[str, Any]:
        (low, high), (low_both, high_both) = self.topic_interval or (None, None), self.joint_interval or (None, None)
        return {
            "level": self.level.value,
            "kendall": self.kendall,
            "low": low,
            "high": high,
            "low_both": low_both,
            "high_both": high_both,
        }


@dataclass(frozen=True, slots=True)
class RankChange:
    """The mean scores of a summarizer by ``people`` and by the ``program``, and its rank by each. ``topics``: how many
    topics are in the means.
    """

    summarizer: str
    kind: str
    people: float
    program: float
    topics: int
    people_rank: Rank
    program_rank: Rank

    @property
    def name(self) -> str:
        return f"{self.summarizer} (human)" if self.kind == HUMAN else self.summarizer

    @property
    def change(self) -> int:
        """How many places better the program ranks the summarizer than people do; negative if worse."""
        return self.people_rank.place - self.program_rank.place

    def as_json(self) -> dict[str, Any]:
        return {
            "summarizer": self.summarizer,
            "kind": self.kind,
            "people": self.people,
            "program": self.program,
            "topics": self.topics,
            "rank_people": self.people_rank.place,
            "rank_program": self.program_rank.place,
            "change": self.change,
        }


@dataclass(frozen=True, slots=True)
class TopChange:
    """The summarizers in the first ``size`` places by people and by the program; more than ``size`` if some are tied.
    ``largest_change``: the largest change of rank of a summarizer that people rank in these places.
    """

    size: int
    people: tuple[str, ...]
    program: tuple[str, ...]
    largest_change: int

    @property
    def shared(self) -> int:
        return len(set(self.people) & set(self.program))

    def as_json(self) -> dict[str, Any]:
        return {
            "k": self.size,
            "people": list(self.people),
            "program": list(self.program),
            "shared": self.shared,
            "largest_change": self.largest_change,
        }


@dataclass(frozen=True, slots=True)
class ProgramComparison:
    """A program's scores compared with people's. ``summaries``, ``summarizers`` and ``topics``: how many of each both
    have scored. ``ranks``: in the order of the ranks by people; empty if summarizers are masked.
    """

    program: str
    summaries: int
    summarizers: int
    topics: int
    levels: tuple[LevelAgreement, ...]
    ranks: tuple[RankChange, ...]
    top: tuple[TopChange, ...]
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "program": self.program,
            "summaries": self.summaries,
            "summarizers": self.summarizers,
            "topics": self.topics,
            "levels": [level.as_json() for level in self.levels],
            "ranks": [row.as_json() for row in self.ranks],
            "top": [top.as_json() for top in self.top],
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True, slots=True)
class PersonAgreement:
    """A person's scores compared with those by all other people, on the summaries that both scored."""

    judge: str
    summaries: int
    levels: tuple[LevelAgreement, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "judge": self.judge,
            "summaries": self.summaries,
            "levels": [{"level": level.level.value, "kendall": level.kendall} for level in self.levels],
        }


@dataclass(frozen=True, slots=True)
class StandIn:
    """Whether programs can stand in for people, by one score. ``people``: each person compared with all others; empty
    above MAX_PEOPLE. ``person_count``: the number of people whose judgments count. ``measures``: the scores that can be
    chosen instead.
    """

    measure: Measure
    measures: tuple[Measure, ...]
    person_count: int
    programs: tuple[ProgramComparison, ...]
    people: tuple[PersonAgreement, ...]

    def as_json(self) -> dict[str, Any]:
        """The key "programs" of ``manage.py judgments --json`` (docs/commands.md)."""
        return {
            "score": self.measure.name,
            "draws": DRAWS,
            "seed": SEED,
            "comparisons": [comparison.as_json() for comparison in self.programs],
            "people": [person.as_json() for person in self.people],
        }
