"""The columns that a study of a project can have, by their names (`column_names`)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.short_name import parse_short_name, short_name
from scoring.measures.automatic.signature import format_signature
from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.studies.column_names import GIVEN
from scoring.studies.data import ColumnKind, StudyColumn
from scoring.studies.definition import StudyRefused

PYRAMID = "pyramid."


@dataclass(frozen=True, slots=True)
class ProjectColumns:
    """The columns of a study by where they come from, by name: ``pyramid`` has the kind of score, ``given`` the name of
    the given score, ``measured`` the measure and the name of its value.
    """

    columns: tuple[StudyColumn, ...]
    pyramid: Mapping[str, str]
    given: Mapping[str, str]
    measured: Mapping[str, tuple[Measure, str]]

    @property
    def measures(self) -> list[Measure]:
        """Each measure once: several columns can be values of the same."""
        return list(dict.fromkeys(measure for measure, _ in self.measured.values()))


def resolve_columns(names: Iterable[str], field: str, given: Mapping[str, bool]) -> ProjectColumns:
    """The columns of these names. A measure gets its short name. ``given``: by name of a given score of the project,
    whether people gave it. Raises StudyRefused with ``field``.
    """
    columns: list[StudyColumn] = []
    by_pyramid, by_given, measured = dict[str, str](), dict[str, str](), dict[str, tuple[Measure, str]]()
    for name in names:
        kind, signature = ColumnKind.HUMAN, ""
        if name.startswith(PYRAMID):
            by_pyramid[name] = _pyramid_score(name, field)
        elif name.startswith(GIVEN):
            by_given[name] = _given_score(name, field, given)
            kind = ColumnKind.HUMAN if given[by_given[name]] else ColumnKind.GIVEN
        else:
            measure, value = _measure(name, field)
            name, kind, signature = short_name(measure, value), ColumnKind.MEASURE, format_signature(measure)
            if name in measured:
                raise StudyRefused(field, f"“{field}” names “{name}” twice.")
            measured[name] = (measure, value)
        columns.append(StudyColumn(name, kind, signature))
    return ProjectColumns(tuple(columns), by_pyramid, by_given, measured)


def _pyramid_score(name: str, field: str) -> str:
    kind = name.removeprefix(PYRAMID)
    if kind not in SCORE_KINDS:
        known = ", ".join(f"{PYRAMID}{one}" for one in SCORE_KINDS)
        raise StudyRefused(field, f"There is no column “{name}”. There are {known}.")
    return kind


def _given_score(name: str, field: str, given: Mapping[str, bool]) -> str:
    column = name.removeprefix(GIVEN)
    if column not in given:
        known = ", ".join(f"{GIVEN}{one}" for one in given) or "no given scores"
        raise StudyRefused(field, f"The project has no column “{name}”. It has {known}.")
    return column


def _measure(name: str, field: str) -> tuple[Measure, str]:
    try:
        return parse_short_name(name)
    except MeasureError as error:
        raise StudyRefused(field, str(error)) from error
