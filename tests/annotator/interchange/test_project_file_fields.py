"""What becomes of every field of every model in the JSON of a project: plain, in another form, or left out."""

from typing import Any

from django.apps import apps

from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.fields import PLAIN_FIELDS, ModelOrKind
from annotator.judgments.models import KIND as SHEET
from annotator.judgments.models import (
    Extract,
    ExtractedItem,
    Instrument,
    Item,
    ItemList,
    Judgment,
    Mark,
    Question,
    Sheet,
)
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Absence, MatchFile, Unit, UnitPart
from annotator.projects.documents.models import Document
from annotator.projects.invitation_models import AccountInvitation, Invitation
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, ScuRelation, SetAside
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.kinds import kinds
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment

_KEY = "left out: a key of this database"
_ABOVE = "derived: what the file has it under"
_NAME = "by the name"
_ID = "as “id”"
_PLACE = "derived: the place in the list"
_KEPT = "with the account of the same role: its user name, here or where the project comes from"
_LIST = "derived: the list it is in"
_NONE = "left out: works of this kind have none"
_WORK = {"id": _KEY, "kind": _LIST, "topic": _ABOVE, "owner": _NAME, "slot": _NONE, "editors": _NAME}

NOT_PLAIN: dict[ModelOrKind, dict[str, str]] = {
    Project: {"id": _KEY},
    Membership: {
        "id": _KEY,
        "project": _ABOVE,
        "user": "as “account”, the user name; never passwords or addresses",
        "account_name": _KEPT,
        "kind": "as “program”",
        "version": "as “program”",
        "host": "left out: somebody of this installation who was let in by an import; so is the member, if idle",
    },
    Topic: {"id": _KEY, "project": _ABOVE},
    Summary: {"id": _KEY, "topic": _ABOVE, "kind": "in “models” or “peers”", "length": "derived from the text"},
    TopicRole: {"id": _KEY, "topic": _ABOVE, "member": _NAME},
    Assignment: {
        "id": _KEY,
        "kind": "derived: of a peer or not",
        "topic": _ABOVE,
        "member": _NAME,
        "summary": "as “peer”",
        "release": "by owner and number",
        "slot": "only of tasks of judgments",
        "created_by": "the user name",
        "creator_name": _KEPT,
    },
    PYRAMID: {**_WORK, "summary": _NONE, "release": _NONE, "derived_from": _NONE},
    Scu: {"id": _KEY, "pyramid": _ABOVE, "uuid": _ID},
    Contributor: {"id": _KEY, "scu": _ABOVE, "summary": _NAME, "position": _PLACE},
    Part: {"id": _KEY, "contributor": _ABOVE, "pyramid": _ABOVE, "uuid": _ID, "position": _PLACE},
    ScuRelation: {"id": _KEY, "pyramid": _ABOVE, "scu": _ABOVE, "to_scu": "as “to”, its id"},
    SetAside: {"id": _KEY, "pyramid": _ABOVE, "summary": _NAME, "start": "in “spans”", "end": "in “spans”"},
    Release: {
        "id": _KEY,
        "pyramid": _ABOVE,
        "created_by": "the user name",
        "creator_name": _KEPT,
        "guess": "derived from the document",
    },
    ReleasedScu: {
        "id": _KEY,
        "release": _ABOVE,
        "uuid": _ID,
        "contributors": "with names of summaries",
        "relations": "if there are any",
    },
    MATCH: {
        **_WORK,
        "summary": "as “peer”",
        "release": "by owner and number",
        "derived_from": "by peer, owner and release",
        "next_uid": "left out: units have no numbers",
    },
    MatchFile: {
        "work": _ABOVE,
        "name": "as “file_name”",
        "revision": "as “document_revision”",
        "marks_non_matching": "derived from the document",
    },
    Unit: {"id": _KEY, "annotation": _ABOVE, "uuid": _ID, "scu": "by its id in the release"},
    UnitPart: {"id": _KEY, "unit": _ABOVE, "annotation": _ABOVE, "uuid": _ID, "position": _PLACE},
    Absence: {"id": _KEY, "annotation": _ABOVE, "scu": "by its id in the release"},
    Edit: {
        "id": _KEY,
        "work": _ABOVE,
        "uuid": _ID,
        "actor": "as “by”, the user name",
        "actor_name": _KEPT,
        "payload": "with names of summaries and annotations",
        "before": "with names of summaries",
        "after": "with names of summaries",
    },
    UsedId: {"id": _KEY, "work": _ABOVE, "uuid": "the items themselves"},
    ConsensusSource: {"id": _KEY, "work": _ABOVE, "source": "by its owner", "kind": _LIST, "position": _PLACE},
    Decision: {"id": _KEY, "work": _ABOVE},
    NoteThread: {
        "id": _KEY,
        "work": _ABOVE,
        "item": "as “scu” or “unit”",
        "summary": _NAME,
        "resolved_by": "the user name",
        "resolver_name": _KEPT,
    },
    Note: {"id": _KEY, "thread": _ABOVE, "author": _NAME, "uuid": _ID},
    ImportedFile: {"id": _KEY, "project": _ABOVE, "report": "with names of topic and release"},
    Document: {"id": _KEY, "topic": _ABOVE, "length": "derived from the text"},
    ItemList: {
        "id": _KEY,
        "topic": _ABOVE,
        "summary": "by kind and name",
        "release": "by owner and number",
        "created_by": "the user name",
        "creator_name": _KEPT,
    },
    Item: {
        "id": _KEY,
        "list": _ABOVE,
        "position": _PLACE,
        "document": "by its key",
        "scu": "by its id in the release",
        "source_summary": _NAME,
    },
    Extract: {"id": _KEY, "items": "as “list”", "summary": _NAME},
    ExtractedItem: {"id": _KEY, "extract": _ABOVE, "item": "by its place in the list", "position": _PLACE},
    Instrument: {"id": _KEY, "project": _ABOVE},
    Question: {"id": _KEY, "instrument": _ABOVE, "position": _PLACE},
    SHEET: {
        **_WORK,
        "slot": "derived from the instrument and the item list",
        "summary": "by kind and name",
        "editors": _NONE,
        "owner": "as “judge”",
        **dict.fromkeys(("release", "derived_from", "next_uid", "next_position"), _NONE),
    },
    Sheet: {"work": _ABOVE, "instrument": _ABOVE, "items": "by source and number", "sentences": "by source and number"},
    Judgment: {"id": _KEY, "sheet": _ABOVE, "question": "by its key", "item": "by its place in the list"},
    Mark: {"id": _KEY, "judgment": _ABOVE, "item": "by its place in the list"},
}

LEFT_OUT: dict[str, str] = {
    AccountInvitation.__name__: "left out: they invite accounts of this installation",
    Invitation.__name__: "left out: links let people into this installation, and whoever has one comes in",
    "AccountSession": "left out: who is signed in to this installation",
    "ApiToken": "left out: a secret of an account of this installation",
    "Run": "left out: work of this installation’s runner, whose result is computed again",
    "RunPart": "left out: the files and results of such a run",
}


def test_every_field_of_every_model_is_exported_derived_or_left_out_with_a_reason() -> None:
    every = list(apps.get_app_config("annotator").get_models())
    models = [model for model in every if model.__name__ not in LEFT_OUT]
    assert {model.__name__ for model in every} >= LEFT_OUT.keys()
    of_models: dict[Any, set[str]] = {model: _stored_fields(model) for model in models if model is not Work}
    of_kinds = {kind.name: _stored_fields(Work) for kind in kinds()}
    assert {of: {*PLAIN_FIELDS[of], *NOT_PLAIN[of]} for of in PLAIN_FIELDS} == of_models | of_kinds
    assert PLAIN_FIELDS.keys() == NOT_PLAIN.keys()
    assert [of for of in PLAIN_FIELDS if set(PLAIN_FIELDS[of]) & set(NOT_PLAIN[of])] == []


def _stored_fields(model: Any) -> set[str]:
    return {field.name for field in model._meta.get_fields() if _stored(field)}


def _stored(field: Any) -> bool:
    return (bool(field.concrete or field.many_to_many) and not field.auto_created) or field.name == "id"
