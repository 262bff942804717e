"""Parses in project files."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import F

from annotator.interchange.project_file.additions import Addition
from annotator.interchange.project_file.fields import as_json_value, user_name_expression
from annotator.interchange.project_file.refusals import Json, ProjectFileError, check_unique, require
from annotator.interchange.project_file.rows import People, TopicKeys, insert_rows
from annotator.interchange.project_file.schema_types import ACCOUNT, NAME, TIME, list_of, object_of, text
from annotator.projects.documents.models import Document
from annotator.projects.models import Project
from annotator.texts.errors import FormatError
from scoring.observations.parses.models import MAX_PARSER, Parse
from scoring.observations.text_files.parse_kinds import MAX_CHARACTERS, PARSE_KINDS, Original
from scoring.observations.topic_documents import as_text

FIELDS = {
    "id": "left out: a key of this database",
    "summary": "by topic, “text” (model or peer) and name",
    "document": "by topic, “text” (document) and name",
    "kind": "plain",
    "content": "plain",
    "digest": "derived: the SHA-256 of “content”",
    "parser": "plain",
    "file_name": "plain",
    "created_at": "plain",
    "created_by": "by user name",
    "creator_name": "with “created_by”",
}
"""How the file represents each field of a parse."""
LISTS = {"peer": "peers", "model": "models", "document": "documents"}
"""For each kind of text, the list of a topic in the file that has these texts."""
_PARSE = object_of(
    "A parse of a summary or document, made by another program.",
    topic=NAME,
    text={"enum": list(LISTS)},
    name={**NAME, "description": "The summarizer, or the key of the document."},
    kind={"enum": list(Parse.Kind.values)},
    parser=text(max_length=MAX_PARSER),
    file_name=text(max_length=255),
    content=text(1, MAX_CHARACTERS),
    created_at=TIME,
    created_by=ACCOUNT,
)


def _export(project: Project) -> list[Json]:
    """Returns the parses of summaries, then those of documents, sorted by topic, kind of text, name and kind."""
    columns = ("kind", "parser", "file_name", "content", "created_at")
    creator = user_name_expression(account="created_by", fallback="creator_name")
    summaries = Parse.objects.filter(summary__topic__project=project).values(
        *columns,
        topic=F("summary__topic__key"),
        text=F("summary__kind"),
        name=F("summary__summarizer"),
        creator=creator,
    )
    documents = Parse.objects.filter(document__topic__project=project).values(
        *columns, topic=F("document__topic__key"), name=F("document__key"), creator=creator
    )
    rows = [*summaries.order_by("topic", "text", "name", "kind"), *documents.order_by("topic", "name", "kind")]
    return [
        {
            "topic": row["topic"],
            "text": row.get("text", "document"),
            "name": row["name"],
            "kind": row["kind"],
            "parser": row["parser"],
            "file_name": row["file_name"],
            "content": row["content"],
            "created_at": as_json_value(row["created_at"]),
            "created_by": row["creator"],
        }
        for row in rows
    ]


def _check(parses: list[Json], project_json: Json) -> None:
    texts = {
        (topic["key"], text_kind, item["key" if text_kind == "document" else "summarizer"]): item
        for topic in project_json["topics"]
        for text_kind, list_name in LISTS.items()
        for item in topic.get(list_name, ())
    }
    for i, parse in enumerate(parses):
        path = f"parses[{i}]"
        require(_text_key(parse) in texts, path, "There is no such text in this file.")
        require(parse["kind"] in PARSE_KINDS, f"{path}.kind", "This version cannot read such parses.")
        _check_alignment(parse, texts[_text_key(parse)], f"{path}.content")
    check_unique(parses, "parses", "text and kind", lambda parse: (*_text_key(parse), parse["kind"]))


def _check_alignment(parse: Json, text: Json, path: str) -> None:
    original = Original(text["text"], text["sentences"])
    try:
        PARSE_KINDS[parse["kind"]].complete(as_text(original.text, original.sentences), original, parse["content"])
    except FormatError as error:
        raise ProjectFileError(path, str(error)) from error


def _text_key(parse: Json) -> tuple[str, str, str]:
    """Returns the topic, kind and name, which identify the parse's text in the file."""
    return parse["topic"], parse["text"], parse["name"]


def _write(project: int, parses: list[Json], topics: Mapping[str, TopicKeys], people: People) -> None:
    document_rows = Document.objects.filter(topic__project=project).values_list("topic__key", "key", "pk")
    documents = {(topic, key): pk for topic, key, pk in document_rows}
    insert_rows(
        Parse,
        (
            {
                **_text_columns(parse, topics[parse["topic"]], documents),
                "kind": parse["kind"],
                "content": parse["content"],
                "digest": sha256(parse["content"].encode()).hexdigest(),
                "parser": parse["parser"],
                "file_name": parse["file_name"],
                "created_at": datetime.fromisoformat(parse["created_at"]),
                **people.account_columns(parse["created_by"], account="created_by", fallback="creator_name"),
            }
            for parse in parses
        ),
    )


def _text_columns(parse: Json, topic: TopicKeys, documents: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    if parse["text"] == "document":
        return {"summary": None, "document": documents[parse["topic"], parse["name"]]}
    return {"summary": topic.summary({"kind": parse["text"], "name": parse["name"]}), "document": None}


PARSES = Addition(
    "parses",
    list_of(_PARSE),
    _export,
    _check,
    _write,
    user_names=lambda parse: [parse["created_by"]],
)
