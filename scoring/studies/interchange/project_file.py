"""Given scores and studies in project files. Values of measures and results of studies are left out: they are computed
again.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, Model

from annotator.interchange.project_file.additions import Addition
from annotator.interchange.project_file.fields import as_json_value, user_name_expression
from annotator.interchange.project_file.refusals import Json, ProjectFileError, check_unique, require
from annotator.interchange.project_file.rows import People, TopicKeys, insert_rows
from annotator.interchange.project_file.schema_types import ACCOUNT, NAME, TIME, list_of, object_of, or_null, text
from annotator.projects.models import Project, Summary
from scoring.studies.column_names import MAX_NAME, name_refusal
from scoring.studies.definition import StudyDefinition, StudyRefused
from scoring.studies.given_scores import MAX_JUDGE
from scoring.studies.models import LARGEST, GivenColumn, GivenScore, Study

FIELDS: Mapping[type[Model], Mapping[str, str]] = {
    GivenColumn: {
        "id": "left out: a key of this database",
        "project": "derived: the file it is in",
        "name": "plain",
        "is_human": "plain",
        "scale_low": "in “scale”",
        "scale_high": "in “scale”",
        "created_at": "plain",
    },
    GivenScore: {
        "id": "left out: a key of this database",
        "column": "derived: the item it is in",
        "summary": "by topic, kind and summarizer",
        "judge": "plain",
        "value": "plain",
    },
    Study: {
        "id": "left out: a key of this database",
        "project": "derived: the file it is in",
        "number": "plain",
        "title": "plain",
        "content": "as “definition”",
        "created_at": "plain",
        "created_by": "by user name",
        "creator_name": "with “created_by”",
    },
}
"""How the file represents each field of these models."""
_NUMBER: dict[str, Any] = {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}
_SCORE = object_of(
    topic=NAME,
    kind={"enum": list(Summary.Kind.values)},
    summarizer=NAME,
    judge=text(max_length=MAX_JUDGE),
    value=_NUMBER,
)
_COLUMN = object_of(
    "Scores that came from outside, by people or a program.",
    name=text(1, MAX_NAME),
    is_human={"type": "boolean"},
    scale=or_null({**list_of({"type": "number"}, minItems=2, maxItems=2), "description": "The ends of the scale."}),
    created_at=TIME,
    scores=list_of(_SCORE),
)
_STUDY = object_of(
    "A study. Its result is computed anew.",
    number={"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
    title=text(1, 200),
    definition={"type": "object"},
    created_at=TIME,
    created_by=ACCOUNT,
)


def _export_scores(project: Project) -> list[Json]:
    """Returns the columns, sorted by name; the scores of each are sorted by topic, kind, summarizer and judge."""
    scores: dict[int, list[Json]] = defaultdict(list)
    rows = GivenScore.objects.filter(column__project=project).order_by(
        "summary__topic__key", "summary__kind", "summary__summarizer", "judge"
    )
    for row in rows.values(
        "column",
        "judge",
        "value",
        topic=F("summary__topic__key"),
        kind=F("summary__kind"),
        summarizer=F("summary__summarizer"),
    ):
        score: dict[str, Any] = dict(row)
        scores[score.pop("column")].append(score)
    return [
        {
            "name": column.name,
            "is_human": column.is_human,
            "scale": None if column.scale_low is None else [column.scale_low, column.scale_high],
            "created_at": as_json_value(column.created_at),
            "scores": scores[column.pk],
        }
        for column in GivenColumn.objects.filter(project=project).order_by("name")
    ]


def _check_scores(columns: list[Json], project_json: Json) -> None:
    summaries = {
        (topic["key"], kind, summary["summarizer"])
        for topic in project_json["topics"]
        for kind, key in (("model", "models"), ("peer", "peers"))
        for summary in topic[key]
    }
    check_unique(columns, "given_scores", "name")
    for i, column in enumerate(columns):
        path = f"given_scores[{i}]"
        require(not (refusal := name_refusal(column["name"])), f"{path}.name", refusal)
        low, high = column["scale"] or (0, 1)
        require(low < high, f"{path}.scale", "The lower end must come first.")
        for j, score in enumerate(column["scores"]):
            require(_summary_key(score) in summaries, f"{path}.scores[{j}]", "There is no such summary in this file.")
        check_unique(column["scores"], f"{path}.scores", "score", lambda score: (*_summary_key(score), score["judge"]))


def _write_scores(project: int, columns: list[Json], topics: Mapping[str, TopicKeys], _people: People) -> None:
    keys = insert_rows(
        GivenColumn,
        (
            {
                "project": project,
                "name": column["name"],
                "is_human": column["is_human"],
                "scale_low": (column["scale"] or (None, None))[0],
                "scale_high": (column["scale"] or (None, None))[1],
                "created_at": datetime.fromisoformat(column["created_at"]),
            }
            for column in columns
        ),
    )
    insert_rows(
        GivenScore,
        (
            {"column": key, "summary": _summary_pk(topics, score), "judge": score["judge"], "value": score["value"]}
            for key, column in zip(keys, columns, strict=True)
            for score in column["scores"]
        ),
    )


def _summary_key(score: Json) -> tuple[str, str, str]:
    """Returns the topic, kind and summarizer, which identify the score's summary in the file."""
    return score["topic"], score["kind"], score["summarizer"]


def _summary_pk(topics: Mapping[str, TopicKeys], score: Json) -> int:
    topic = topics[score["topic"]]
    return (topic.models if score["kind"] == Summary.Kind.MODEL else topic.peers)[score["summarizer"]]


def _export_studies(project: Project) -> list[Json]:
    creator = user_name_expression(account="created_by", fallback="creator_name")
    rows = Study.objects.filter(project=project).order_by("number")
    return [
        {
            "number": row["number"],
            "title": row["title"],
            "definition": json.loads(row["content"]),
            "created_at": as_json_value(row["created_at"]),
            "created_by": row["creator"],
        }
        for row in rows.values("number", "title", "content", "created_at", creator=creator)
    ]


def _check_studies(studies: list[Json], _project_json: Json) -> None:
    check_unique(studies, "studies", "number")
    for i, study in enumerate(studies):
        try:
            StudyDefinition.from_json(study["definition"])
        except StudyRefused as refused:
            raise ProjectFileError(f"studies[{i}].definition", str(refused)) from refused


def _write_studies(project: int, studies: list[Json], _topics: Mapping[str, TopicKeys], people: People) -> None:
    insert_rows(
        Study,
        (
            {
                "project": project,
                "number": study["number"],
                "title": study["title"],
                "content": json.dumps(study["definition"]),
                "created_at": datetime.fromisoformat(study["created_at"]),
                **people.account_columns(study["created_by"], account="created_by", fallback="creator_name"),
            }
            for study in studies
        ),
    )


GIVEN_SCORES = Addition("given_scores", list_of(_COLUMN), _export_scores, _check_scores, _write_scores)
STUDIES = Addition(
    "studies",
    list_of(_STUDY),
    _export_studies,
    _check_studies,
    _write_studies,
    user_names=lambda study: [study["created_by"]],
)
