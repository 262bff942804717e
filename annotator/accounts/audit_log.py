"""What people do with accounts, tokens and the admin's actions, in the log that administrators read."""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

LONGEST = 500


def note_deed(*, by: User, on: Model, said: str) -> None:
    """Write a line into the admin's log: who did what to which row. Never a secret: ``said`` is kept for good.

    What is changed on the admin's own pages is written there by Django.
    """
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(on),
        object_id=str(on.pk),
        object_repr=str(on)[:200],
        action_flag=CHANGE,
        change_message=said[:LONGEST],
    )
