"""``/api/pyramids/{id}/notes/``, ``/api/peer-annotations/{id}/notes/``, ``/api/notes/{thread}/``: notes in threads."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in
from annotator.projects.models import Summary
from annotator.projects.permissions import can_annotate
from annotator.texts.errors import FieldError
from annotator.web.serializers import PlainSerializer
from annotator.work.api import WorkCall
from annotator.work.edits.request import ID, MalformedEdits, field_problems, optional, text_check
from annotator.work.edits.request import UUID as UUID_FIELD
from annotator.work.edits.verb import Field
from annotator.work.models import Work
from annotator.work.notes.models import NoteThread
from annotator.work.notes.services import (
    LONGEST,
    answer_thread,
    read_threads,
    resolve_thread,
    start_thread,
)


class NoteShape(PlainSerializer):
    """A note."""

    id = serializers.UUIDField()
    by = serializers.CharField()
    mine = serializers.BooleanField()
    at = serializers.DateTimeField()
    text = serializers.CharField()


class ThreadShape(PlainSerializer):
    """Notes about an SCU, its contributor of a summary, a unit, or the whole work."""

    id = serializers.CharField()
    scu = serializers.UUIDField(allow_null=True)
    summary = serializers.IntegerField(allow_null=True)
    unit = serializers.UUIDField(allow_null=True)
    moved = serializers.BooleanField()
    resolved = serializers.BooleanField()
    resolved_by = serializers.CharField(allow_null=True)
    notes = NoteShape(many=True)


class Threads(PlainSerializer):
    """All threads of a work, the oldest first."""

    may_write = serializers.BooleanField()
    threads = ThreadShape(many=True)


class FurtherNote(PlainSerializer):
    """A note in a thread; ``id`` is made by the client."""

    id = serializers.UUIDField()
    text = serializers.CharField()


class NewNote(FurtherNote):
    """A note on an SCU, its contributor of a summary, a unit, or the whole work."""

    scu = serializers.UUIDField(required=False)
    summary = serializers.IntegerField(required=False)
    unit = serializers.UUIDField(required=False)


class Resolution(PlainSerializer):
    """Whether the thread is closed."""

    resolved = serializers.BooleanField()


NOTE_ANSWER = PolymorphicProxySerializer("NoteAnswer", [FurtherNote, Resolution], resource_type_field_name=None)


class Notes(WorkCall):
    """The notes of a work in threads.

    A new thread: ``{"id": UUID made by the page, "text": ...}``. In a pyramid it may be on an ``scu``, or with
    ``summary`` (key of a model) on its contributor; in a peer annotation on a ``unit``.
    """

    serializer_class = Threads

    def get(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        return Response(_threads(self.work(user, pk), user))

    @extend_schema(request=NewNote, responses={201: Threads})
    def post(self, request: Request, pk: int) -> Response:
        """Begin a thread with its first note.

        ``id`` is made by the client: the same again is not written twice.
        """
        user = signed_in(request)
        work = self.work(user, pk)
        target = {name: optional(ID if name == "summary" else UUID_FIELD) for name in work.of.note_fields}
        body = _fields(request.data, NOTE | target, item=work.of.item)
        item, summary = body.get(work.of.item), body.get("summary")
        _check_model(work, summary)
        key = UUID(body["id"])
        start_thread(work=work, item=item, summary=summary, text=body["text"], key=key, by=user, now=timezone.now())
        return Response(_threads(work, user), status=201)


class Thread(APIView):
    """Answer a thread of notes, close it or open it again.

    ``{"id", "text"}``, or ``{"resolved": true | false}``; gives all threads of the work.
    """

    @extend_schema(request=NOTE_ANSWER, responses=Threads)
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        threads = NoteThread.objects.visible_to(user)
        thread = threads.select_related("work__topic").get(pk=pk)
        resolved = request.data.get("resolved") if isinstance(request.data, dict) else None
        if isinstance(resolved, bool) and len(request.data) == 1:
            resolve_thread(thread=thread, resolved=resolved, by=user, now=timezone.now())
        else:
            body = _fields(request.data, NOTE)
            answer_thread(thread=thread, text=body["text"], key=UUID(body["id"]), by=user, now=timezone.now())
        return Response(_threads_of(thread, user))


def _threads_of(thread: NoteThread, user: User) -> dict[str, Any]:
    return _threads(Work.objects.of_kind(thread.work.kind).for_workspace(user).get(pk=thread.work_id), user)


def _threads(work: Work, user: User) -> dict[str, Any]:
    return {"may_write": can_annotate(work.member_role), "threads": read_threads(work, by=user)}


NOTE = {"id": UUID_FIELD, "text": Field(text_check(LONGEST))}


def _fields(data: Any, fields_known: Mapping[str, Field], *, item: str = "") -> dict[str, Any]:
    """The fields of a body, checked. Raises MalformedEdits with a sentence for each that cannot be taken.

    ``item``: the field that names an item, without which there is no ``summary``.
    """
    if not isinstance(data, dict):
        raise MalformedEdits([FieldError("", "The body must be an object.")])
    fields = {name: value for name, value in data.items() if value is not None}
    errors = [FieldError(name, problem) for name, problem in field_problems(fields, fields_known)]
    if not errors and not fields["text"].strip():
        errors.append(FieldError("text", "Write something first."))
    if not errors and "summary" in fields and item not in fields:
        errors.append(FieldError("summary", "A contributor is one of an SCU."))
    if errors:
        raise MalformedEdits(errors)
    return {**fields, "text": fields["text"].strip()}


def _check_model(work: Work, summary: int | None) -> None:
    models = Summary.objects.filter(topic=work.topic_id, kind=Summary.Kind.MODEL)
    if summary is not None and not models.filter(pk=summary).exists():
        raise MalformedEdits([FieldError("summary", "This is no model summary of the topic.")])
