"""What a study is computed from: its table, and what is known about its columns and summarizers."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import numpy as np

from annotator.texts.errors import FormatError
from annotator.texts.patterns import PatternError, search_groups, shared_time_limit
from scoring.results.scores.rows import natural_key
from scoring.stats.arrays import Bools
from scoring.studies.definition import Group, StudyDefinition, StudyImpossible, Summarizers
from scoring.studies.table import StudyTable


class ColumnKind(StrEnum):
    """``MEASURE``: an automatic measure. ``HUMAN``: judgments by people. ``GIVEN``: other scores from a file."""

    MEASURE = "measure"
    HUMAN = "human"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class StudyColumn:
    """``signature``: for a measure, a line with everything that could change its values; "" for other columns."""

    name: str
    kind: ColumnKind
    signature: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class StudyData:
    """The scores of a study. ``columns``: the columns of ``table``. ``people``: the summarizers that are people.
    ``warnings``: sentences about the scores. ``source``: where the scores come from: ``{"project": slug}`` or
    ``{"scores": [file, ...]}``. ``text_warnings``: a function that reads the texts and returns sentences about them,
    called only for a new result. The default, ``tuple``, returns none.
    """

    columns: tuple[StudyColumn, ...]
    table: StudyTable
    people: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()
    source: Mapping[str, Any] = field(default_factory=dict)
    text_warnings: Callable[[], Sequence[str]] = tuple

    @property
    def digest(self) -> str:
        """A hash, equal for data that gives equal results."""
        description = (
            [[column.name, column.kind, column.signature] for column in self.columns],
            [self.table.columns, self.table.summarizers, self.table.topics],
            sorted(self.people),
            self.warnings,
            self.source,
        )
        values = self.table.values.astype("<f8").tobytes()
        return hashlib.sha256(json.dumps(description).encode() + values).hexdigest()

    def select(self, definition: StudyDefinition) -> "StudyData":
        """Returns the data of the columns, topics and summarizers of a definition. Topics and summarizers are sorted by
        name; columns have the order of the definition. Raises StudyImpossible.
        """
        check_columns(self.columns, definition)
        unknown = [topic for topic in definition.topics if topic not in self.table.topics]
        if unknown:
            raise StudyImpossible("topics", f"There is no topic “{unknown[0]}” in the scores.")
        topics = _sorted(definition.topics or self.table.topics)
        summarizers = [name for name in _sorted(self.table.summarizers) if self._is_wanted(name, definition)]
        if not summarizers:
            raise StudyImpossible(
                "summarizers", f"No {definition.summarizers} summarizer has a score in these columns."
            )
        columns = {column.name: column for column in self.columns}
        table = _part_of(self.table, definition.all_columns, summarizers, topics)
        if not table.values.size:
            raise StudyImpossible("columns", "There are no scores in these columns.")
        people = self.people & frozenset(table.summarizers)
        return replace(
            self, columns=tuple(columns[name] for name in definition.all_columns), table=table, people=people
        )

    def group(self, group: Group) -> "StudyData":
        """Returns the data of the topics of a group, without ``text_warnings``. Raises StudyImpossible."""
        try:
            with shared_time_limit():
                topics = [topic for topic in self.table.topics if search_groups(group.pattern, topic) is not None]
        except FormatError as error:
            fault = error if isinstance(error, PatternError) else "takes too long"  # both continue "The pattern ..."
            raise StudyImpossible("groups", f"The pattern of the group “{group.name}” {fault}.") from error
        if not topics:
            which = f"the pattern “{group.pattern}” of the group “{group.name}”"
            raise StudyImpossible("groups", f"No topic matches {which}.")
        table = self.table
        return replace(self, table=_part_of(table, table.columns, table.summarizers, topics), text_warnings=tuple)

    def _is_wanted(self, summarizer: str, definition: StudyDefinition) -> bool:
        kind = Summarizers.HUMAN if summarizer in self.people else Summarizers.SYSTEM
        return definition.summarizers in (Summarizers.ALL, kind)


def check_columns(columns: Iterable[StudyColumn], definition: StudyDefinition) -> None:
    """Raises StudyImpossible if a column of the definition is missing, or one of ``against`` has no human scores."""
    kinds = {column.name: column.kind for column in columns}
    for field_name in ("columns", "against"):
        for name in getattr(definition, field_name):
            if name not in kinds:
                known = ", ".join(kinds) or "none"
                raise StudyImpossible(field_name, f"There is no column “{name}”. There are {known}.")
    for name in definition.against:
        if kinds[name] is not ColumnKind.HUMAN:
            raise StudyImpossible("against", f"“{name}” is not a column of human scores.")


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(names, key=natural_key)


def _part_of(
    table: StudyTable, columns: Sequence[str], summarizers: Sequence[str], topics: Sequence[str]
) -> StudyTable:
    """Returns the part of the table with these columns, summarizers and topics. Summarizers and topics that have no
    score in any of the columns are left out.
    """
    axes = ((columns, table.columns), (summarizers, table.summarizers), (topics, table.topics))
    values = table.values[np.ix_(*([names.index(name) for name in chosen] for chosen, names in axes))]
    is_known: Bools = ~np.isnan(values)
    scored_summarizers = np.flatnonzero(is_known.any(axis=(0, 2)))
    scored_topics = np.flatnonzero(is_known.any(axis=(0, 1)))
    return StudyTable(
        tuple(columns),
        tuple(summarizers[index] for index in scored_summarizers.tolist()),
        tuple(topics[index] for index in scored_topics.tolist()),
        np.ascontiguousarray(values[:, scored_summarizers][:, :, scored_topics]),
    )
