"""Finds the columns of a study by their names (see `column_names`), and where in the project their scores are."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.short_name import parse_short_name, short_name
from scoring.measures.automatic.signature import format_signature
from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.studies.column_names import GIVEN, JUDGMENTS
from scoring.studies.data import ColumnKind, StudyColumn
from scoring.studies.definition import StudyRefused

PYRAMID = "pyramid."


@dataclass(frozen=True, slots=True)
class ProjectColumns:
    """The columns of a study, and where their scores come from. The keys of each mapping are names of columns.

    ``pyramid``: kinds of pyramid scores. ``given``: names of given scores. ``judged``: the key of an instrument and the
    name of a score. ``measured``: a measure and the name of one of its values.
    """

    columns: tuple[StudyColumn, ...]
    pyramid: Mapping[str, str]
    given: Mapping[str, str]
    judged: Mapping[str, tuple[str, str]]
    measured: Mapping[str, tuple[Measure, str]]

    @property
    def measures(self) -> list[Measure]:
        """The measures of the columns, each once: several columns can have values of the same measure."""
        return list(dict.fromkeys(measure for measure, _ in self.measured.values()))


def resolve_columns(
    names: Iterable[str], field: str, given: Mapping[str, bool], instruments: Collection[str] = ()
) -> ProjectColumns:
    """Returns the columns of these names; a column of a measure gets the measure's short name. ``field``: the field of
    the definition that has the names, for errors. ``given``: for each given score of the project, by name, whether it
    is a human judgement. ``instruments``: the keys of the project's instruments. Raises StudyRefused.
    """
    columns: list[StudyColumn] = []
    pyramid_kinds, given_names, measured = dict[str, str](), dict[str, str](), dict[str, tuple[Measure, str]]()
    judged: dict[str, tuple[str, str]] = {}
    for name in names:
        kind, signature = ColumnKind.HUMAN, ""  # for a pyramid score; replaced below for others
        if name.startswith(PYRAMID):
            pyramid_kinds[name] = _parse_pyramid_column(name, field)
        elif name.startswith(GIVEN):
            given_names[name] = _parse_given_column(name, field, given)
            kind = ColumnKind.HUMAN if given[given_names[name]] else ColumnKind.GIVEN
        elif name.startswith(JUDGMENTS):
            judged[name] = _parse_judged_column(name, field, instruments)
        else:
            measure, value = _parse_measure_column(name, field)
            name, kind, signature = short_name(measure, value), ColumnKind.MEASURE, format_signature(measure)
            if name in measured:
                raise StudyRefused(field, f"“{field}” names “{name}” twice.")
            measured[name] = (measure, value)
        columns.append(StudyColumn(name, kind, signature))
    return ProjectColumns(tuple(columns), pyramid_kinds, given_names, judged, measured)


def _parse_pyramid_column(name: str, field: str) -> str:
    kind = name.removeprefix(PYRAMID)
    if kind not in SCORE_KINDS:
        known = ", ".join(f"{PYRAMID}{score_kind}" for score_kind in SCORE_KINDS)
        raise StudyRefused(field, f"There is no column “{name}”. Columns of pyramid scores are {known}.")
    return kind


def _parse_given_column(name: str, field: str, given: Mapping[str, bool]) -> str:
    score_name = name.removeprefix(GIVEN)
    if score_name not in given:
        known = ", ".join(f"{GIVEN}{known_name}" for known_name in given) or "no given scores"
        raise StudyRefused(field, f"The project has no column “{name}”. It has {known}.")
    return score_name


def _parse_judged_column(name: str, field: str, instruments: Collection[str]) -> tuple[str, str]:
    """Returns the key of the instrument, which has no dot, and the name of the score."""
    instrument, _, score = name.removeprefix(JUDGMENTS).partition(".")
    if instrument not in instruments or not score:
        known = ", ".join(f"{JUDGMENTS}{key}.SCORE" for key in instruments) or "no judgments"
        raise StudyRefused(field, f"The project has no column “{name}”. It has {known}.")
    return instrument, score


def _parse_measure_column(name: str, field: str) -> tuple[Measure, str]:
    try:
        return parse_short_name(name)
    except MeasureError as error:
        raise StudyRefused(field, str(error)) from error
