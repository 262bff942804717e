"""Reads the data of a study from tables of scores in files."""

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

PERSON_NAME = re.compile(r"[A-Z]")
"""The name of a person in the tables of DUC and TAC, where systems have numbers."""


def score_file_data(files: Iterable[tuple[str, bytes]], against: Sequence[str], *, by_letters: bool) -> StudyData:
    """Returns the scores of all files together; scores of a summary by several judges are averaged. Raises TableError.

    ``files``: the name and content of each file. ``against``: the names of the columns of human scores. ``by_letters``:
    whether summarizers named by a capital letter are people; otherwise no summarizer is a person.
    """
    scores: dict[tuple[str, str, str, str], tuple[str, TableScore]] = {}  # (file name, score) by key
    file_names = []
    for file_name, content in files:
        file_names.append(file_name)
        for score in _read(file_name, content):
            key = (score.name, score.topic, score.summarizer, score.judge)
            earlier_file, earlier = scores.setdefault(key, (file_name, score))
            if earlier.value != score.value:
                raise TableError([_contradiction(file_name, score, earlier_file, earlier)])
    table = _table([score for _, score in scores.values()])
    return StudyData(
        tuple(StudyColumn(name, ColumnKind.HUMAN if name in against else ColumnKind.GIVEN) for name in table.columns),
        table,
        frozenset(name for name in table.summarizers if by_letters and PERSON_NAME.fullmatch(name)),
        source={"scores": file_names},
    )


def _table(scores: Sequence[TableScore]) -> StudyTable:
    columns = _numbered(score.name for score in scores)
    summarizers = _numbered(score.summarizer for score in scores)
    topics = _numbered(score.topic for score in scores)
    scores_by_indexes: dict[tuple[int, int, int], list[Fraction]] = defaultdict(list)  # a score for each judge
    for score in scores:
        if score.value is not None:
            indexes = columns[score.name], summarizers[score.summarizer], topics[score.topic]
            scores_by_indexes[indexes].append(score.value)
    values = np.full((len(columns), len(summarizers), len(topics)), np.nan)
    for indexes, judge_scores in scores_by_indexes.items():
        values[indexes] = float(sum(judge_scores, Fraction(0)) / len(judge_scores))
    return StudyTable(tuple(columns), tuple(summarizers), tuple(topics), values)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    """Returns the index of each name among the distinct names."""
    return {name: index for index, name in enumerate(dict.fromkeys(names))}


def _read(name: str, content: bytes) -> list[TableScore]:
    try:
        return read_scores(content, PurePath(name).stem)
    except TableError as error:
        raise TableError([f"{name}: {message}" for message in error.messages]) from error


def _contradiction(name: str, score: TableScore, earlier_name: str, earlier: TableScore) -> str:
    """Returns a sentence on two different values of a score. ``name``, ``earlier_name``: of the files."""
    other = f"another “{score.name}” on {score.topic}"
    return f"{name}, line {score.line}: {score.summarizer} has {other} in {earlier_name}, line {earlier.line}."
