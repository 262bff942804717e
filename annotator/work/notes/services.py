"""Reads and writes threads of notes. Notes are not edits: they do not change the revision and cannot be undone."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Prefetch

from annotator.projects.models import Membership
from annotator.projects.permissions import can_annotate
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.log.merges import current_item, merged_into, merges_and_splits
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread

LONGEST_NOTE = 4000
MAX_THREADS = 500
MAX_NOTES, MAX_NOTES_OF_THREAD = 2_000, 100  # in a work, and in a thread; a page loads all notes of a work


def read_threads(work: Work, *, by: User) -> list[dict[str, Any]]:
    """Returns the threads of a work as JSON, oldest first. Three queries at most.

    A thread on an item that was merged is shown on the item that it was merged into.
    """
    notes = Prefetch("notes", Note.objects.select_related("author"))
    threads = list(work.threads.select_related("resolved_by").prefetch_related(notes)[:MAX_THREADS])
    merge_and_split, merged = work.work_kind.merge_and_split, {}
    if merge_and_split and any(thread.item for thread in threads):
        merged = merged_into(merges_and_splits(work.pk, merge_and_split), merge_and_split)
    return [_as_json(thread, item=work.work_kind.item, by=by, merged=merged) for thread in threads]


def _as_json(thread: NoteThread, *, item: str, by: User, merged: dict[str, str]) -> dict[str, Any]:
    """Returns a thread with its notes for the user ``by``. ``item``: the JSON key of the item's id ("scu", "unit").

    ``merged``: maps the ids of merged items to the items that they were merged into.
    """
    original = str(thread.item or "")
    current = current_item(original, merged) or None
    return {
        "id": str(thread.pk),
        "scu": None,
        "summary": thread.summary_id,
        "unit": None,
        **({item: current} if thread.item else {}),
        "moved": current != (original or None),
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
def start_thread(
    *, work: Work, item: str | None = None, summary: int | None = None, text: str, key: UUID, by: User, now: datetime
) -> NoteThread:
    """Start a thread with its first note. If the note exists already, return its thread.

    ``key``: the note's client-made id. ``item``, ``summary``: as in `NoteThread`. Raises NotAllowed for viewers,
    ServiceRefused if there are too many threads or notes.
    """
    author = _check_may_write(work, by)
    _lock(work)
    if existing := Note.objects.filter(author=author, uuid=key).select_related("thread").first():
        return existing.thread
    if work.threads.count() >= MAX_THREADS:
        raise ServiceRefused(f"There are {MAX_THREADS} threads here already; answer one of them.")
    _check_note_count(work)
    thread = NoteThread.objects.create(work=work, item=item, summary_id=summary)
    Note.objects.create(thread=thread, author=author, uuid=key, at=now, text=text)
    return thread


@transaction.atomic
def add_note(*, thread: NoteThread, text: str, key: UUID, by: User, now: datetime) -> None:
    """Add a note to a thread and reopen it. Does nothing if the note ``key`` exists. Raises NotAllowed for viewers,
    ServiceRefused if there are too many notes.
    """
    author = _check_may_write(thread.work, by)
    _lock(thread.work)
    if Note.objects.filter(author=author, uuid=key).exists():
        return
    if thread.notes.count() >= MAX_NOTES_OF_THREAD:
        raise ServiceRefused(f"This thread has {MAX_NOTES_OF_THREAD} notes already; start another one.")
    _check_note_count(thread.work)
    Note.objects.create(thread=thread, author=author, uuid=key, at=now, text=text)
    _set_resolved(thread, resolved=False, by=by, now=now)


def resolve_thread(*, thread: NoteThread, resolved: bool, by: User, now: datetime) -> None:
    """Close a thread, or open it again. Raises NotAllowed for viewers."""
    _check_may_write(thread.work, by)
    _set_resolved(thread, resolved=resolved, by=by, now=now)


def _set_resolved(thread: NoteThread, *, resolved: bool, by: User, now: datetime) -> None:
    state = {"resolved_at": now, "resolved_by": by} if resolved else {"resolved_at": None, "resolved_by": None}
    # A thread that is in this state already keeps its time and its resolver.
    NoteThread.objects.filter(pk=thread.pk, resolved_at__isnull=resolved).update(**state, resolver_name="")


def _lock(work: Work) -> None:
    """Let simultaneous requests write notes one after the other. Raises Work.DoesNotExist if the work was deleted."""
    Work.objects.select_for_update(no_key=True).only("pk").get(pk=work.pk)


def _check_note_count(work: Work) -> None:
    if Note.objects.filter(thread__work=work).count() >= MAX_NOTES:
        raise ServiceRefused(f"There are {MAX_NOTES:,} notes here already, which is the maximum.")


def _check_may_write(work: Work, by: User) -> Membership:
    """Returns the membership of the user in the work's project. Raises NotAllowed for viewers."""
    author = Membership.objects.get(user=by, project=work.topic.project_id)
    if not can_annotate(author.role):
        raise NotAllowed("Viewers of a project can read notes but not write any.")
    return author
