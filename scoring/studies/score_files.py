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
    """Returns the scores of all files together; scores of a summary by several judges are averaged.

    ``files``: the name and content of each file. ``against``: the names of the columns of human scores. ``by_letters``:
    whether summarizers named by a capital letter are people; otherwise no summarizer is a person. Raises TableError if
    a file has errors, or if two files have different values for a score.
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
    column_indexes = _index_by_name(score.name for score in scores)
    summarizer_indexes = _index_by_name(score.summarizer for score in scores)
    topic_indexes = _index_by_name(score.topic for score in scores)
    scores_by_indexes: dict[tuple[int, int, int], list[Fraction]] = defaultdict(list)  # a score for each judge
    for score in scores:
        if score.value is not None:
            indexes = column_indexes[score.name], summarizer_indexes[score.summarizer], topic_indexes[score.topic]
            scores_by_indexes[indexes].append(score.value)
    values = np.full((len(column_indexes), len(summarizer_indexes), len(topic_indexes)), np.nan)
    for indexes, judge_scores in scores_by_indexes.items():
        values[indexes] = float(sum(judge_scores, Fraction(0)) / len(judge_scores))
    return StudyTable(tuple(column_indexes), tuple(summarizer_indexes), tuple(topic_indexes), values)


def _index_by_name(names: Iterable[str]) -> dict[str, int]:
    """Returns the index of each name among the distinct names."""
    return {name: index for index, name in enumerate(dict.fromkeys(names))}


def _read(file_name: str, content: bytes) -> list[TableScore]:
    try:
        return read_scores(content, PurePath(file_name).stem)
    except TableError as error:
        raise TableError([f"{file_name}: {message}" for message in error.messages]) from error


def _contradiction(file_name: str, score: TableScore, earlier_file: str, earlier: TableScore) -> str:
    """Returns a sentence about two files that have different values for the same score."""
    other = f"another “{score.name}” on {score.topic}"
    return f"{file_name}, line {score.line}: {score.summarizer} has {other} in {earlier_file}, line {earlier.line}."
