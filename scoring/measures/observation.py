"""Observations: the result type of every measure.

An observation is one value of one measure for one summary by one judge (the person or program whose work gives the
value), or the reason that the value is missing. Ranking, significance, robustness, exports and figures use observations
instead of database rows, so the same code serves a pyramid score, a rating, and a column of somebody's CSV.

Observations are stored by column (:class:`Observations`). The values of a row share one :class:`Origin`, which
describes the annotation that they come from. :class:`Observation` objects are made only when they are needed.
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
"""The kind of a model summary that is scored against the other models."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of number that summaries get, such as the modified score. ``name`` is used in files and URLs, ``title`` on
    pages. ``axis_range``: the usual range, which figures always show; None if there are no bounds. ``details``: the
    names of further numbers that are exported with each value, such as X and Max.
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

    ``is_masked``: whether ``summarizer`` is a mask, which stands for a different summarizer on each topic. ``kind``:
    "peer" or HUMAN. ``summary``: the primary key of the summary; ``order``: its position in the topic.
    """

    project: str
    topic: str
    summarizer: str
    kind: str = "peer"
    summary: int = 0
    is_masked: bool = False
    order: int = 0


@dataclass(frozen=True, slots=True)
class Basis:
    """What values are measured against: a release of a pyramid or, for judgments, lists of items.

    ``key``: the primary key of the release. ``number`` and ``owner`` are shown to people (``owner`` is empty if
    hidden). ``source``: where the weights of the release come from. ``warnings``: sentences about the release, which
    apply to every value measured against it. ``pyramid_hash``: equal for releases with the same models and weights;
    empty if only values with the same ``key`` are comparable. ``lists``: the codes of the lists of items that a summary
    was judged against, on topics where these differ; values are comparable only if the lists are the same.
    """

    key: int = 0
    number: int = 0
    owner: str = ""
    source: str = ""
    warnings: tuple[str, ...] = ()
    pyramid_hash: str = ""
    lists: tuple[str, ...] = ()

    @property
    def comparison_key(self) -> str:
        """Equal for bases whose values are comparable. Values of a topic with different keys are never compared."""
        return self.pyramid_hash or " ".join(["basis", str(self.key), *self.lists])


@dataclass(frozen=True, slots=True)
class Origin:
    """The annotation that observations come from: the fields that all observations of one summary by one judge share.

    ``judge``: a person, a program or the consensus. ``model``: the model summary that the summary is compared with; ""
    if it is compared with all. ``is_in_means``: whether the observations count in means and rankings; drafts count only
    on request. ``counts``: the numbers of SCUs and units behind the values, by name. ``carried_to``: the number of the
    release that the annotation was carried over to. ``revision``, ``state``: those of the annotation. ``rounding``: a
    value of :class:`scoring.measures.pyramid.Rounding`, or empty. ``link``: the query string of the page that explains
    the values, or empty. ``work``: the annotation's primary key.
    """

    subject: Subject
    judge: str
    basis: Basis = field(default_factory=Basis)
    model: str = ""
    is_draft: bool = False
    is_in_means: bool = True
    counts: Mapping[str, float] = field(default_factory=dict)
    carried_to: int | None = None
    revision: int = 0
    state: str = ""
    rounding: str = ""
    warnings: tuple[str, ...] = ()
    link: str = ""
    work: int | None = None

    @property
    def own_warnings(self) -> list[str]:
        """The warnings without those of the basis, which other origins can share."""
        return [warning for warning in self.warnings if warning not in self.basis.warnings]


@dataclass(frozen=True, slots=True)
class Observation:
    """One value, or None with the reason in ``missing``. ``exact``: the value before it became a float, so that equal
    values compare equal. ``details``: the numbers that it was computed from, such as X and Max.
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
        return Fraction(self.value) if self.exact is None else self.exact  # type: ignore[arg-type]  # see Raises


class Row(NamedTuple):
    """All observations of one summary by one judge. ``by_measure``: by the measure's name."""

    origin: Origin
    by_measure: dict[str, Observation]


@dataclass(frozen=True, slots=True)
class Column:
    """The observations of one measure: ``values`` by row (NaN if missing), and the other fields of an Observation by
    row number. ``details``: for each name of a detail, its numbers by row.
    """

    measure: Measure
    values: Floats
    missing: Mapping[int, Missing] = field(default_factory=dict)
    exact: Mapping[int, Fraction] = field(default_factory=dict)
    details: Mapping[str, Sequence[float | None]] = field(default_factory=dict)

    def at(self, row: int, origin: Origin) -> Observation:
        """The observation in this row. ``origin``: that of the row."""
        number = float(self.values[row])
        value = None if np.isnan(number) else number
        details = {name: numbers[row] for name, numbers in self.details.items()}
        return Observation(origin, self.measure, value, self.missing.get(row), self.exact.get(row), details)


@dataclass(frozen=True, slots=True)
class Observations:
    """A table of observations: a row for each origin, a column for each measure."""

    origins: tuple[Origin, ...]
    columns: tuple[Column, ...]

    def of(self, measure: str) -> list[Observation]:
        """The observations of the measure with this name. Raises KeyError if there is no such column."""
        columns = {column.measure.name: column for column in self.columns}
        return [columns[measure].at(row, origin) for row, origin in enumerate(self.origins)]

    def rows(self) -> Iterator[Row]:
        for row, origin in enumerate(self.origins):
            yield Row(origin, {column.measure.name: column.at(row, origin) for column in self.columns})


@dataclass(frozen=True, slots=True)
class Mean:
    """The arithmetic mean (``value``) of ``n`` values; None if n is 0."""

    value: float | None
    n: int


T = TypeVar("T", Observation, Row)


def unmasked(rows: Iterable[T]) -> list[T]:
    """The rows whose summarizer is not masked. Masked rows cannot be combined over topics, because masks differ by
    topic.
    """
    return [row for row in rows if not row.origin.subject.is_masked]


def mean_over_topics(observations: Iterable[Observation]) -> Mean:
    """The mean of a summarizer's values over topics. Computed with fractions, so that equal means are equal floats."""
    fractions = [observation.fraction for observation in observations if observation.value is not None]
    return Mean(float(sum(fractions, Fraction(0)) / len(fractions)) if fractions else None, len(fractions))


def combine_judges(observations: Sequence[Observation]) -> tuple[Observation, tuple[Observation, ...]]:
    """Combines the observations of one measure of one summary by all its judges. Returns the combined observation, and
    the observations that it was made from.

    The combined value is that of the consensus if there is one, else the mean of the defined values. Drafts count only
    if all observations are drafts.
    """
    included = [observation for observation in observations if observation.origin.is_in_means] or list(observations)
    of_consensus = tuple(observation for observation in included if observation.origin.judge == CONSENSUS)
    sources = of_consensus or tuple(included)
    defined = [observation for observation in sources if observation.value is not None]
    if len(defined) < 2:
        return (defined or sources)[0], sources
    mean = sum((observation.fraction for observation in defined), Fraction(0)) / len(defined)
    details = {
        name: mean_if_all_known([observation.details.get(name) for observation in defined])
        for name in defined[0].details
    }
    return replace(defined[0], value=float(mean), exact=mean, details=details, missing=None), sources


def basis_names_by_topic(origins: Iterable[Origin]) -> dict[str, list[str]]:
    """For each topic the names of the releases (bases) that its values are measured against, as in ``basis_names``."""
    bases: dict[str, set[tuple[str, int]]] = {}
    for origin in origins:
        bases.setdefault(origin.subject.topic, set()).add((origin.basis.owner, origin.basis.number))
    return {topic: basis_names(owners_and_numbers) for topic, owners_and_numbers in bases.items()}


def basis_names(owners_and_numbers: Iterable[tuple[str, int]]) -> list[str]:
    """The names of bases: "1 of ann", or "1" if the owner is hidden (an empty string)."""
    return [f"{number} of {owner}" if owner else str(number) for owner, number in sorted(owners_and_numbers)]


def mixed_basis_warnings(origins: Iterable[Origin]) -> list[str]:
    """A sentence for each topic whose peers are matched to releases with different models or weights."""
    by_topic: dict[str, set[Basis]] = {}
    for origin in origins:
        by_topic.setdefault(origin.subject.topic, set()).add(origin.basis)
    return [
        f"Topic {topic} mixes releases: {', '.join(names)}." for topic, names in mixed_basis_names(by_topic).items()
    ]


def basis_warnings(origins: Iterable[Origin]) -> list[str]:
    """The warnings of the bases of ``origins``, each with its topic. Repeated warnings are dropped."""
    warnings = (f"Topic {origin.subject.topic}: {text}" for origin in origins for text in origin.basis.warnings)
    return list(dict.fromkeys(warnings))


K = TypeVar("K")


def mixed_basis_names(bases_by_key: Mapping[K, Iterable[Basis]]) -> dict[K, list[str]]:
    """For each key (such as a topic) whose bases are not all comparable: the names of its bases."""
    mixed = {}
    for key, bases in bases_by_key.items():
        names = basis_names({(basis.owner, basis.number) for basis in bases})
        if len(names) > 1 and len({basis.comparison_key for basis in bases}) > 1:
            mixed[key] = names
    return mixed


def mean_number(values: Iterable[float]) -> float:
    """The mean, computed with fractions; an int if it is whole. Raises ZeroDivisionError without values."""
    fractions = [Fraction(value) for value in values]
    mean = sum(fractions, Fraction(0)) / len(fractions)
    return int(mean) if mean.denominator == 1 else float(mean)


def mean_if_all_known(values: Sequence[float | None]) -> float | None:
    """The mean; None if any value is None."""
    known = [value for value in values if value is not None]
    return mean_number(known) if len(known) == len(values) else None
