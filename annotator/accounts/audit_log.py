"""Audit entries for accounts, tokens and admin actions, in Django's admin log."""

from datetime import datetime

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db.models import Model


def log_action(*, by: User, on: Model, message: str) -> None:
    """Add an audit entry: who did what to which row. Entries are never deleted, so they must contain no secrets.

    Django itself logs changes made with the admin's own forms.
    """
    LogEntry.objects.log_actions(by.pk, [on], CHANGE, message)


def count_actions(*, by: User, message: str, since: datetime) -> int:
    """Returns how many audit entries with exactly this ``message`` the account ``by`` has had since this time."""
    return LogEntry.objects.filter(user=by, change_message=message, action_time__gte=since).count()
