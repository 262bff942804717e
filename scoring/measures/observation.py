"""Observations: the result type of every measure.

An observation is one value of one measure for one summary, with its judge, or the reason that the value is missing.
Ranking, significance, robustness, exports and figures take observations and know no database rows, so the same code
serves a pyramid score, a rating, and a column of somebody's CSV.

Observations are stored by column (:class:`Observations`). The values of a row share one :class:`Origin`; an
:class:`Observation` is made only when it is needed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, TypeVar

import numpy as np

from scoring.stats.arrays import Floats

CONSENSUS = "consensus"
"""The judge whose values replace those of all other judges."""
HUMAN = "human"
"""The kind of a model summary that is scored against the others."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What gives a summary a number. ``name``: its signature and the name of its column; ``title``: for people.

    ``axis_range``: its usual range, which an axis always shows; None if it has no bounds. ``details``: the names of the
    numbers that a value is exported with, such as X and Max.
    """

    name: str
    title: str
    axis_range: tuple[float, float] | None = None
    higher_is_better: bool = True
    details: tuple[str, ...] = ()


class Missing(NamedTuple):
    """Why there is no value: a code for programs, a sentence for people."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Subject:
    """The summary that is measured, under the names that the viewer may see.

    ``masked``: the name is a mask; the same mask on two topics means two summarizers. ``summary``: the summary's
    primary key; ``order``: its position among the summaries of its topic.
    """

    project: str
    topic: str
    summarizer: str
    kind: str = "peer"
    summary: int = 0
    masked: bool = False
    order: int = 0


@dataclass(frozen=True, slots=True)
class Basis:
    """What a value is based on: a release, an item list or a parse. Values on different bases are never tested against
    each other. ``key`` identifies the basis; ``number`` and ``owner`` (empty if hidden) are for people.
    """

    key: int = 0
    number: int = 0
    owner: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """What all observations of one summary by one judge share.

    ``judge``: a person, a program or the consensus; ``model``: the model summary if it is judged against only one.
    ``included``: whether it counts; drafts count only on request. ``counts``: the counts behind the values.
    ``carried_to``: the number of the basis that the work was carried over to. ``link``: the query string of the page
    that explains the values, or empty. ``work``: the primary key of the work that it comes from.
    """

    subject: Subject
    judge: str
    basis: Basis = field(default_factory=Basis)
    model: str = ""
    draft: bool = False
    included: bool = True
    counts: Mapping[str, float] = field(default_factory=dict)
    carried_to: int | None = None
    revision: int = 0
    state: str = ""
    rounding: str = ""
    warnings: tuple[str, ...] = ()
    link: str = ""
    work: int | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """One value, or None with the reason in ``missing``. ``exact``: the value before it became a float, so that equal
    values compare equal; ``details``: the numbers that it was computed from, such as X and Max.
    """

    origin: Origin
    measure: Measure
    value: float | None
    missing: Missing | None = None
    exact: Fraction | None = field(default=None, compare=False, repr=False)
    details: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def subject(self) -> Subject:
        return self.origin.subject

    @property
    def fraction(self) -> Fraction:
        """The exact value. Raises TypeError if the value is missing."""
        return Fraction(self.value) if self.exact is None else self.exact  # type: ignore[arg-type]


class Row(NamedTuple):
    """All observations of one summary by one judge, by the name of the measure."""

    origin: Origin
    values: dict[str, Observation]


@dataclass(frozen=True, slots=True)
class Column:
    """One measure over all rows: ``values`` (NaN if missing), and the other fields of an Observation by row."""

    measure: Measure
    values: Floats
    missing: Mapping[int, Missing] = field(default_factory=dict)
    exact: Mapping[int, Fraction] = field(default_factory=dict)
    details: Mapping[str, Sequence[float | None]] = field(default_factory=dict)

    def at(self, row: int, origin: Origin) -> Observation:
        value = float(self.values[row])
        details = {name: values[row] for name, values in self.details.items()}
        known = None if np.isnan(value) else value
        return Observation(origin, self.measure, known, self.missing.get(row), self.exact.get(row), details)


@dataclass(frozen=True, slots=True)
class Observations:
    """A table: a row for each origin, a column for each measure."""

    origins: tuple[Origin, ...]
    columns: tuple[Column, ...]

    def of(self, measure: str) -> list[Observation]:
        """The observations of one measure, by its name. Raises KeyError for a measure without a column."""
        columns = {column.measure.name: column for column in self.columns}
        return [columns[measure].at(row, origin) for row, origin in enumerate(self.origins)]

    def rows(self) -> Iterator[Row]:
        for row, origin in enumerate(self.origins):
            yield Row(origin, {column.measure.name: column.at(row, origin) for column in self.columns})


@dataclass(frozen=True, slots=True)
class Mean:
    """Arithmetic mean of ``n`` defined values; None if n is 0."""

    value: float | None
    n: int


T = TypeVar("T", Observation, Row)


def unmasked(rows: Iterable[T]) -> list[T]:
    """The rows without masked summarizers. Only these can be joined over topics: a mask differs from topic to topic."""
    return [row for row in rows if not row.origin.subject.masked]


def mean_over_topics(observations: Iterable[Observation]) -> Mean:
    """Mean of one summarizer's values over the topics where they are defined, with the number of those topics.

    Computed with fractions, so that equal means are equal floats.
    """
    defined = [one.fraction for one in observations if one.value is not None]
    return Mean(float(sum(defined, Fraction(0)) / len(defined)) if defined else None, len(defined))


def combine_judges(observations: Sequence[Observation]) -> tuple[Observation, tuple[Observation, ...]]:
    """One value of a summary from those of all its judges, and the observations that it was computed from.

    The consensus if there is one, else the mean over the defined values of the observations that count.
    """
    included = [one for one in observations if one.origin.included] or list(observations)
    chosen = tuple(one for one in included if one.origin.judge == CONSENSUS) or tuple(included)
    defined = [one for one in chosen if one.value is not None]
    if len(defined) < 2:
        return (defined or chosen)[0], chosen
    mean = sum((one.fraction for one in defined), Fraction(0)) / len(defined)
    details = {name: mean_known([one.details.get(name) for one in defined]) for name in defined[0].details}
    return replace(defined[0], value=float(mean), exact=mean, details=details, missing=None), chosen


def bases_by_topic(origins: Iterable[Origin]) -> dict[str, list[str]]:
    """By topic the bases of its values, as "1 of ann", or "1" if the owner is hidden."""
    bases: dict[str, set[tuple[str, int]]] = {}
    for origin in origins:
        bases.setdefault(origin.subject.topic, set()).add((origin.basis.owner, origin.basis.number))
    return {topic: basis_names(used) for topic, used in bases.items()}


def basis_names(used: Iterable[tuple[str, int]]) -> list[str]:
    """Names of bases, from the owner (empty if hidden) and number of each."""
    return [f"{number} of {owner}" if owner else str(number) for owner, number in sorted(used)]


def mixed_bases(origins: Iterable[Origin]) -> list[str]:
    """A sentence for each topic whose peers are matched against more than one release or pyramid."""
    return [
        f"Topic {topic} mixes releases: {', '.join(names)}."
        for topic, names in bases_by_topic(origins).items()
        if len(names) > 1
    ]


def mean_number(values: Iterable[float]) -> float:
    """The mean, computed with fractions; an int if it is whole. Raises ZeroDivisionError without values."""
    fractions = [Fraction(value) for value in values]
    mean = sum(fractions, Fraction(0)) / len(fractions)
    return int(mean) if mean.denominator == 1 else float(mean)


def mean_known(values: Sequence[float | None]) -> float | None:
    """The mean, None if any value is None."""
    known = [value for value in values if value is not None]
    return mean_number(known) if len(known) == len(values) else None
