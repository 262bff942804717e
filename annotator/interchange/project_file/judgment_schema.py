"""The schemas of documents, item lists, extracts, instruments and sheets in a project file."""

from annotator.interchange.project_file.plain_schema import plain  # the schemas of a model's columns
from annotator.interchange.project_file.schema_types import (
    ACCOUNT,
    FILE_NAME,
    NAME,
    NATURAL,
    TEXT,
    TOKENS,
    UUID,
    keyed_object,
    list_of,
    object_of,
    or_null,
    set_of,
    text,
)
from annotator.judgments.models import KIND as SHEET
from annotator.judgments.models import Extract, Instrument, Item, ItemList, Judgment, Question, Sheet
from annotator.projects.documents.models import Document
from annotator.work.log.models import Edit

KEY = text(1, 60, "[-a-zA-Z0-9_]+")
QUESTION_KEY = text(1, 40, "[-a-zA-Z0-9_]+")
VALUE = {"type": "integer", "minimum": 0, "maximum": 100}
ITEM_POSITION = {"type": "integer", "minimum": 1, "maximum": 100_000}
SUMMARY_REFERENCE = object_of(
    "A summary of the topic: a model or a peer, by its summarizer.", kind={"enum": ["model", "peer"]}, name=NAME
)
RELEASE_REFERENCE = object_of("A release of this topic: its pyramid's owner, its number.", pyramid=NAME, number=NATURAL)
LIST_REFERENCE = object_of(
    "An item list of the topic.",
    source={"enum": list(ItemList.Source.values)},
    summary=or_null(SUMMARY_REFERENCE),
    number=NATURAL,
)
VALUE_TEXTS = keyed_object("Texts by the value of the scale that they belong to.", {"[0-9]{1,3}$": TEXT})
DOCUMENT = object_of(
    "A source text of the topic.",
    **plain(Document, key=NAME, direction={"enum": ["ltr", "rtl"]}, words=TOKENS, sentences=TOKENS),
)
ITEM = object_of(
    **plain(Item, key=text(1, 200)),
    document={**or_null(NAME), "description": "The key of the document that has the span."},
    scu={**or_null(UUID), "description": "The id of an SCU of the list's release."},
    source_summary={**or_null(NAME), "description": "The model summary that a statement is from."},
)
ITEM_LIST = object_of(
    "A list of what is judged. Judgments name an item by its position, from 1.",
    summary=or_null(SUMMARY_REFERENCE),
    release=or_null(RELEASE_REFERENCE),
    **plain(ItemList, file_name=FILE_NAME),
    created_by=ACCOUNT,
    items=list_of(ITEM),
)
EXTRACT = object_of(
    "The sentences that a system chose, in its order.",
    list=LIST_REFERENCE,
    summary={**or_null(NAME), "description": "The peer of the same text."},
    **plain(Extract, summarizer=NAME, file_name=FILE_NAME),
    items=set_of(ITEM_POSITION),
)
_QUESTION_FIELDS = plain(Question, key=QUESTION_KEY, labels=VALUE_TEXTS, anchors=VALUE_TEXTS)
_OPTIONAL_SCHEMA = _QUESTION_FIELDS.pop("optional")  # `object_of` has an argument of this name
QUESTION = object_of(**_QUESTION_FIELDS)
QUESTION["properties"]["optional"] = _OPTIONAL_SCHEMA
QUESTION["required"].append("optional")
JUDGMENT_CONTENT = {
    "question": QUESTION_KEY,
    "item": or_null(ITEM_POSITION),
    **plain(Judgment, value=or_null(VALUE)),
    "marks": set_of(ITEM_POSITION),
}
SNAPSHOTS = keyed_object(
    "The judgments that the edit changed, by id; null for what did not exist at that time.",
    {"[-a-zA-Z0-9_]{1,40}:[0-9]{0,6}$": or_null(object_of(id=TEXT, **JUDGMENT_CONTENT))},
)
EDIT = object_of(
    id=UUID,
    **plain(Edit, verb=text(1, 30)),
    by=ACCOUNT,
    payload={"description": "The fields of this type of edit.", "type": "object"},
    before=SNAPSHOTS,
    after=SNAPSHOTS,
)
SHEET_SCHEMA = object_of(
    "All judgments of one judge on one summary, or on the documents of a topic.",
    topic=NAME,
    summary=or_null(SUMMARY_REFERENCE),
    judge=NAME,
    items=or_null(LIST_REFERENCE),
    sentences={**or_null(LIST_REFERENCE), "description": "The sentences that are marked."},
    **plain(SHEET),
    **plain(Sheet, file_name=FILE_NAME),
    judgments=list_of(object_of(**JUDGMENT_CONTENT)),
    log=list_of(EDIT, description="All edits, the oldest first; applied in this order, they give the judgments."),
)
INSTRUMENT = object_of(
    "What judges are asked, with their sheets.",
    **plain(Instrument, key=KEY, seed=text(1, 32)),
    questions=list_of(QUESTION),
    sheets=list_of(SHEET_SCHEMA),
)
