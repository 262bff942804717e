"""Notes: threads of remarks on items of a work, or on the whole of it (DESIGN §3). They are no edits of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Prefetch

from annotator.projects.models import Membership
from annotator.web.refusals import ServiceRefused
from annotator.work.log.merges import last_place, merged_into, merges_and_splits
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.states.permissions import check_write_notes

LONGEST = 4000
MOST_THREADS = 500


@dataclass(frozen=True, slots=True)
class Place:
    """What a thread is on: an item, or its contributor of the model ``summary``; without an item, the whole."""

    item: str | None = None
    summary: int | None = None


def read_threads(work: Work, *, by: User) -> list[dict[str, Any]]:
    """The threads of a work, oldest first, as ``as_json`` has them. Three statements at most.

    What was merged or joined into something else since carries its threads with it.
    """
    threads = work.threads.select_related("resolved_by").prefetch_related(_NOTES)[:MOST_THREADS]
    read = list(threads)
    heirs = _heirs(work) if any(thread.item for thread in read) else {}
    return [as_json(thread, item=work.of.item, by=by, heirs=heirs) for thread in read]


_NOTES = Prefetch("notes", Note.objects.select_related("author"))


def as_json(thread: NoteThread, *, item: str, by: User, heirs: dict[str, str]) -> dict[str, Any]:
    """A thread with its notes; ``mine``: written by the user who asks. Keys are texts, only to be sent back.

    ``item``: under which name it says what it is on ("scu", "unit").
    """
    held = str(thread.item or "")
    now = last_place(held, heirs) or None
    return {
        "id": str(thread.pk),
        "scu": None,
        "summary": thread.summary_id,
        "unit": None,
        **({item: now} if thread.item else {}),
        "moved": now != (held or None),
        "resolved": thread.resolved_at is not None,
        "resolved_by": thread.resolved_by.get_username() if thread.resolved_by else thread.resolver_name or None,
        "notes": [
            {
                "id": str(note.uuid),
                "by": note.author.name,
                "mine": note.author.user_id == by.pk,
                "at": note.at.isoformat(),
                "text": note.text,
            }
            for note in thread.notes.all()
        ],
    }


@transaction.atomic
def start_thread(*, work: Work, place: Place, text: str, key: UUID, by: User, now: datetime) -> NoteThread:
    """Begin a thread with its first note; the same ``key`` again gives the thread that it began.

    Raises NotAllowed for viewers, and ServiceRefused where there are too many threads.
    """
    author = _author(work, by)
    if known := Note.objects.filter(author=author, uuid=key).select_related("thread").first():
        return known.thread
    if work.threads.count() >= MOST_THREADS:
        raise ServiceRefused(f"There are {MOST_THREADS} threads here already; answer one of them.")
    thread = NoteThread.objects.create(work=work, item=place.item, summary_id=place.summary)
    Note.objects.create(thread=thread, author=author, uuid=key, at=now, text=text)
    return thread


@transaction.atomic
def answer_thread(*, thread: NoteThread, text: str, key: UUID, by: User, now: datetime) -> None:
    """Add a note to a thread, which is open again with it; the same ``key`` again does nothing.

    Raises NotAllowed for viewers.
    """
    author = _author(thread.work, by)
    if Note.objects.filter(author=author, uuid=key).exists():
        return
    try:
        with transaction.atomic():
            Note.objects.create(thread=thread, author=author, uuid=key, at=now, text=text)
    except IntegrityError:  # sent twice at once
        return
    _settle(thread, resolved=False, by=by, now=now)


def resolve_thread(*, thread: NoteThread, resolved: bool, by: User, now: datetime) -> None:
    """Close a thread, or open it again. Raises NotAllowed for viewers; as it is already, nothing happens."""
    _author(thread.work, by)
    _settle(thread, resolved=resolved, by=by, now=now)


def _settle(thread: NoteThread, *, resolved: bool, by: User, now: datetime) -> None:
    state = {"resolved_at": now, "resolved_by": by} if resolved else {"resolved_at": None, "resolved_by": None}
    NoteThread.objects.filter(pk=thread.pk, resolved_at__isnull=resolved).update(**state, resolver_name="")


def _author(work: Work, by: User) -> Membership:
    author = Membership.objects.get(user=by, project=work.topic.project_id)
    check_write_notes(author.role)
    return author


def _heirs(work: Work) -> dict[str, str]:
    """What each item that was merged went into, where that was not undone. One query."""
    merge_and_split = work.of.merge_and_split
    return merged_into(merges_and_splits(work.pk, merge_and_split), merge_and_split) if merge_and_split else {}
