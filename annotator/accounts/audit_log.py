"""Audit entries for accounts, tokens and actions of the admin, in the log that administrators read."""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

LONGEST_MESSAGE = 500


def log_action(*, by: User, on: Model, message: str) -> None:
    """Add an audit entry: who did what to which row. Entries are kept for good, so they hold no secrets.

    Django itself logs what is changed on the admin's own pages.
    """
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(on),
        object_id=str(on.pk),
        object_repr=str(on)[:200],
        action_flag=CHANGE,
        change_message=message[:LONGEST_MESSAGE],
    )
