"""``/api/pyramids/{id}/notes/``, ``/api/peer-annotations/{id}/notes/``, ``/api/notes/{thread}/``: notes in threads."""

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
from annotator.texts.errors import FieldError
from annotator.web.serializers import Plain
from annotator.work.edits.request import MalformedEdits, id_check, text_check, uuid_check
from annotator.work.models import Work
from annotator.work.notes.models import NoteThread
from annotator.work.notes.services import (
    LONGEST,
    Place,
    answer_thread,
    read_threads,
    resolve_thread,
    start_thread,
)
from annotator.work.states.permissions import can_write_notes


class NoteShape(Plain):
    """A note."""

    id = serializers.UUIDField()
    by = serializers.CharField()
    mine = serializers.BooleanField()
    at = serializers.DateTimeField()
    text = serializers.CharField()


class ThreadShape(Plain):
    """Notes about an SCU, its contributor of a summary, a unit, or the whole work."""

    id = serializers.CharField()
    scu = serializers.UUIDField(allow_null=True)
    summary = serializers.IntegerField(allow_null=True)
    unit = serializers.UUIDField(allow_null=True)
    moved = serializers.BooleanField()
    resolved = serializers.BooleanField()
    resolved_by = serializers.CharField(allow_null=True)
    notes = NoteShape(many=True)


class Threads(Plain):
    """All threads of a work, the oldest first."""

    may_write = serializers.BooleanField()
    threads = ThreadShape(many=True)


class FurtherNote(Plain):
    """A note in a thread; ``id`` is made by the client."""

    id = serializers.UUIDField()
    text = serializers.CharField()


class NewNote(FurtherNote):
    """A note on an SCU, its contributor of a summary, a unit, or the whole work."""

    scu = serializers.UUIDField(required=False)
    summary = serializers.IntegerField(required=False)
    unit = serializers.UUIDField(required=False)


class Resolution(Plain):
    """Whether the thread is closed."""

    resolved = serializers.BooleanField()


NOTE_ANSWER = PolymorphicProxySerializer("NoteAnswer", [FurtherNote, Resolution], resource_type_field_name=None)


class Notes(APIView):
    """The notes of a work in threads.

    A new thread: ``{"id": UUID made by the page, "text": ...}``, with the id of an item, and ``summary`` where it has
    contributors, for what it is on.
    """

    serializer_class = Threads
    kind = ""

    def work(self, user: User, pk: int) -> Work:
        """The work of the URL. Raises Work.DoesNotExist for one that cannot be seen."""
        return Work.objects.of_kind(self.kind).for_workspace(user).get(pk=pk)

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
        body = _fields(request.data, ("id", "text"), work.of.note_fields, item=work.of.item)
        place = Place(item=body.get(work.of.item), summary=body.get("summary"))
        _check_model(work, place)
        start_thread(work=work, place=place, text=body["text"], key=UUID(body["id"]), by=user, now=timezone.now())
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
            body = _fields(request.data, ("id", "text"), ())
            answer_thread(thread=thread, text=body["text"], key=UUID(body["id"]), by=user, now=timezone.now())
        return Response(_threads_of(thread, user))


def _threads_of(thread: NoteThread, user: User) -> dict[str, Any]:
    return _threads(Work.objects.of_kind(thread.work.kind).for_workspace(user).get(pk=thread.work_id), user)


def _threads(work: Work, user: User) -> dict[str, Any]:
    return {"may_write": can_write_notes(work.member_role), "threads": read_threads(work, by=user)}


CHECKS = {"text": text_check(LONGEST), "summary": id_check}


def _fields(data: Any, required: tuple[str, ...], optional: tuple[str, ...], *, item: str = "") -> dict[str, Any]:
    """The fields of a body, checked. Raises MalformedEdits with a sentence for each that cannot be taken.

    ``item``: the field that names an item, without which there is no ``summary``.
    """
    if not isinstance(data, dict):
        raise MalformedEdits([FieldError("", "The body must be an object.")])
    given = {name: value for name, value in data.items() if value is not None}
    errors = [FieldError(name, "This is missing.") for name in required if name not in given]
    errors += [FieldError(str(name), "There is no such field.") for name in given if name not in (*required, *optional)]
    for name in (*required, *optional):
        if name in given and (problem := CHECKS.get(name, uuid_check)(given[name])):
            errors.append(FieldError(name, problem))
    if not errors and not given["text"].strip():
        errors.append(FieldError("text", "Write something first."))
    if not errors and "summary" in given and item not in given:
        errors.append(FieldError("summary", "A contributor is one of an SCU."))
    if errors:
        raise MalformedEdits(errors)
    return {**given, "text": given["text"].strip()}


def _check_model(work: Work, place: Place) -> None:
    if place.summary is None:
        return
    if not Summary.objects.filter(pk=place.summary, topic=work.topic_id, kind=Summary.Kind.MODEL).exists():
        raise MalformedEdits([FieldError("summary", "This is no model summary of the topic.")])
