"""A small study with known orders: ROUGE-2 ranks the systems as people do, ROUGE-1 nearly, length the other way."""

import numpy as np
from django.http import QueryDict

from scoring.studies.data import ColumnKind, StudyColumn, StudyData
from scoring.studies.definition import StudyDefinition
from scoring.studies.document import StudyDocument
from scoring.studies.pages.choices import Choice, StudyQuery, choose
from scoring.studies.result import study_document
from scoring.studies.table import StudyTable

COLUMNS = (
    StudyColumn("rouge-1", ColumnKind.MEASURE, "rouge-1|v:1"),
    StudyColumn("rouge-2:stem=no", ColumnKind.MEASURE, "rouge-2|stem:no|v:1"),
    StudyColumn("given.length", ColumnKind.GIVEN),
    StudyColumn("pyramid.modified", ColumnKind.HUMAN),
    StudyColumn("pyramid.recall", ColumnKind.HUMAN),
)
NAMES = tuple(column.name for column in COLUMNS)
SYSTEMS, TOPICS = ("1", "2", "3", "10", "peer <b>"), ("D1-A", "D2-B", "D3-A")
HUMAN = np.array([[0.1, 0.2, 0.15], [0.3, 0.25, 0.35], [0.5, 0.55, 0.45], [0.6, 0.7, 0.65], [0.9, 0.8, 0.85]])


def study_of(values: np.ndarray, definition: StudyDefinition) -> StudyDocument:
    people = frozenset({"10"})
    return study_document(definition, StudyData(COLUMNS, StudyTable(NAMES, SYSTEMS, TOPICS, values), people), "0.1")


def values() -> np.ndarray:
    noise = np.random.default_rng(1).normal(0, 0.01, HUMAN.shape)
    rouge_1 = HUMAN[[1, 0, 2, 3, 4]] + noise  # systems 1 and 2 in the other order
    return np.array([rouge_1, HUMAN / 2 + noise, 10 / (HUMAN + 1), HUMAN, HUMAN * 0.9 + noise])


def definition(**choices: object) -> StudyDefinition:
    return StudyDefinition.from_json(
        {
            "columns": list(NAMES[:3]),
            "against": list(NAMES[3:]),
            "summarizers": "all",
            "resamples": 60,
            "coefficients": ["pearson", "kendall"],
            "groups": {"initial": "-A$"},
            **choices,
        }
    )


def choice_of(document: StudyDocument, query: str = "") -> Choice:
    return choose(document, StudyQuery(QueryDict(query)))
