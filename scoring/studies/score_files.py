"""The data of a study from tables of scores in files."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import PurePath

import numpy as np

from annotator.tables.csv_records import TableError
from scoring.observations.score_table import TableScore, read_scores
from scoring.studies.data import ColumnKind, StudyColumn, StudyData
from scoring.studies.table import StudyTable

PERSON = re.compile(r"[A-Z]")
"""The names of people in the tables of DUC and TAC. Systems have numbers there."""


def score_file_data(files: Iterable[tuple[str, bytes]], against: Sequence[str], *, by_letters: bool) -> StudyData:
    """The scores of all files together; several judges of a summary are averaged. Raises TableError.

    ``files``: name and content of each. The columns ``against`` are taken for human scores. ``by_letters``: whether
    summarizers named by a capital letter are people; otherwise nobody is.
    """
    values: dict[str, dict[tuple[str, str], list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    first: dict[tuple[str, str, str, str], tuple[str, TableScore]] = {}
    names = []
    for name, content in files:
        names.append(name)
        for score in _read(name, content):
            key = (score.name, score.topic, score.summarizer, score.judge)
            if key not in first:
                first[key] = (name, score)
                by_summary = values[score.name]
                if score.value is not None:
                    by_summary[score.topic, score.summarizer].append(score.value)
            elif first[key][1].value != score.value:
                raise TableError([_contradiction(name, score, *first[key])])
    columns = list(values)
    topics = list(dict.fromkeys(topic for _, topic, _, _ in first))
    summarizers = list(dict.fromkeys(summarizer for _, _, summarizer, _ in first))
    rows, topic_places = ({name: index for index, name in enumerate(axis)} for axis in (summarizers, topics))
    cells = np.full((len(columns), len(summarizers), len(topics)), np.nan)
    for index, column in enumerate(columns):
        for (topic, summarizer), scores in values[column].items():
            cells[index, rows[summarizer], topic_places[topic]] = float(sum(scores, Fraction(0)) / len(scores))
    return StudyData(
        tuple(StudyColumn(name, ColumnKind.HUMAN if name in against else ColumnKind.GIVEN) for name in columns),
        StudyTable(tuple(columns), tuple(summarizers), tuple(topics), cells),
        frozenset(name for name in summarizers if by_letters and PERSON.fullmatch(name)),
        source={"scores": names},
    )


def _read(name: str, content: bytes) -> list[TableScore]:
    try:
        return read_scores(content, PurePath(name).stem)
    except TableError as error:
        raise TableError([f"{name}: {message}" for message in error.messages]) from error


def _contradiction(name: str, score: TableScore, earlier_name: str, earlier: TableScore) -> str:
    other = f"another “{score.name}” on {score.topic}"
    return f"{name}, line {score.line}: {score.summarizer} has {other} in {earlier_name}, line {earlier.line}."
