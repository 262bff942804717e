"""API views: ``/api/pyramids/{id}/notes/``, ``/api/peer-annotations/{id}/notes/``, ``/api/notes/{thread id}/``."""

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

from annotator.accounts.authentication import signed_in_user
from annotator.projects.models import Summary
from annotator.projects.permissions import can_annotate
from annotator.texts.errors import FieldError, Malformed
from annotator.web.serializers import PlainSerializer
from annotator.work.api import WorkCall
from annotator.work.edits.request import ID, field_problems, optional, text_check
from annotator.work.edits.request import UUID as UUID_FIELD
from annotator.work.edits.verb import Field
from annotator.work.models import Work
from annotator.work.notes.models import NoteThread
from annotator.work.notes.services import LONGEST_NOTE, add_note, read_threads, resolve_thread, start_thread


class NoteShape(PlainSerializer):
    """A note."""

    id = serializers.UUIDField()
    by = serializers.CharField()
    mine = serializers.BooleanField()
    at = serializers.DateTimeField()
    text = serializers.CharField()


class ThreadShape(PlainSerializer):
    """A thread of notes on an SCU, its contributor from one summary, a unit, or the whole work.

    ``moved``: the item that the thread was about has been merged into the item named here.
    """

    id = serializers.CharField()
    scu = serializers.UUIDField(allow_null=True)
    summary = serializers.IntegerField(allow_null=True)
    unit = serializers.UUIDField(allow_null=True)
    moved = serializers.BooleanField()
    resolved = serializers.BooleanField()
    resolved_by = serializers.CharField(allow_null=True)
    notes = NoteShape(many=True)


class Threads(PlainSerializer):
    """All threads of a work, oldest first."""

    may_write = serializers.BooleanField()
    threads = ThreadShape(many=True)


class FurtherNote(PlainSerializer):
    """A further note in a thread. The client makes its ``id``."""

    id = serializers.UUIDField()
    text = serializers.CharField()


class NewNote(FurtherNote):
    """The first note of a new thread on an SCU, its contributor from one summary, a unit, or the whole work."""

    scu = serializers.UUIDField(required=False)
    summary = serializers.IntegerField(required=False)
    unit = serializers.UUIDField(required=False)


class Resolution(PlainSerializer):
    """Whether the thread is closed."""

    resolved = serializers.BooleanField()


NOTE_OR_RESOLUTION = PolymorphicProxySerializer("NoteAnswer", [FurtherNote, Resolution], resource_type_field_name=None)


class Notes(WorkCall):
    """The notes of a work in threads.

    The body of a new thread is ``{"id": UUID made by the client, "text": ...}``. In a pyramid it can name an ``scu``,
    and also a ``summary`` (id of a model summary) for the SCU's contributor; in a peer annotation, a ``unit``.
    """

    serializer_class = Threads

    def get(self, request: Request, pk: int) -> Response:
        user = signed_in_user(request)
        return Response(_threads_data(self.work(user, pk), user))

    @extend_schema(request=NewNote, responses={201: Threads})
    def post(self, request: Request, pk: int) -> Response:
        """Start a thread with its first note.

        The client makes the note's ``id``, so that a repeated request does not write it twice.
        """
        user = signed_in_user(request)
        work = self.work(user, pk)
        target_fields = {name: optional(ID if name == "summary" else UUID_FIELD) for name in work.work_kind.note_fields}
        body = _checked_fields(request.data, NOTE_FIELDS | target_fields, item=work.work_kind.item)
        item, summary = body.get(work.work_kind.item), body.get("summary")
        _check_is_model(work, summary)
        key = UUID(body["id"])
        start_thread(work=work, item=item, summary=summary, text=body["text"], key=key, by=user, now=timezone.now())
        return Response(_threads_data(work, user), status=201)


class Thread(APIView):
    """Add a note to a thread, or close or reopen it.

    The body is ``{"id", "text"}`` or ``{"resolved": true | false}``. The answer has all threads of the work.
    """

    @extend_schema(request=NOTE_OR_RESOLUTION, responses=Threads)
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in_user(request)
        threads = NoteThread.objects.visible_to(user)
        thread = threads.select_related("work__topic").get(pk=pk)
        resolved = request.data.get("resolved") if isinstance(request.data, dict) else None
        if isinstance(resolved, bool) and len(request.data) == 1:
            resolve_thread(thread=thread, resolved=resolved, by=user, now=timezone.now())
        else:
            body = _checked_fields(request.data, NOTE_FIELDS)
            add_note(thread=thread, text=body["text"], key=UUID(body["id"]), by=user, now=timezone.now())
        return Response(_data_of_all_threads(thread, user))


def _data_of_all_threads(thread: NoteThread, user: User) -> dict[str, Any]:
    return _threads_data(Work.objects.of_kind(thread.work.kind).for_workspace(user).get(pk=thread.work_id), user)


def _threads_data(work: Work, user: User) -> dict[str, Any]:
    return {"may_write": can_annotate(work.member_role), "threads": read_threads(work, by=user)}


NOTE_FIELDS = {"id": UUID_FIELD, "text": Field(text_check(LONGEST_NOTE))}


def _checked_fields(data: Any, known_fields: Mapping[str, Field], *, item: str = "") -> dict[str, Any]:
    """Returns the fields of a body, without nulls. Raises Malformed with a sentence for each malformed field.

    ``item``: the name of the field with the item's id; the field ``summary`` is valid only beside it.
    """
    if not isinstance(data, dict):
        raise Malformed([FieldError("", "The body must be an object.")])
    fields = {name: value for name, value in data.items() if value is not None}
    errors = [FieldError(name, problem) for name, problem in field_problems(fields, known_fields)]
    if not errors and not fields["text"].strip():
        errors.append(FieldError("text", "Write something first."))
    if not errors and "summary" in fields and item not in fields:
        errors.append(FieldError("summary", "A contributor belongs to an SCU: name the SCU too."))
    if errors:
        raise Malformed(errors)
    return {**fields, "text": fields["text"].strip()}


def _check_is_model(work: Work, summary: int | None) -> None:
    models = Summary.objects.filter(topic=work.topic_id, kind=Summary.Kind.MODEL)
    if summary is not None and not models.filter(pk=summary).exists():
        raise Malformed([FieldError("summary", "This is not a model summary of the topic.")])
