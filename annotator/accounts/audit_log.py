"""Audit entries for accounts, tokens and actions of the admin, in the log that administrators read."""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db.models import Model


def log_action(*, by: User, on: Model, message: str) -> None:
    """Add an audit entry: who did what to which row. Entries are kept for good, so they hold no secrets.

    Django itself logs what is changed on the admin's own pages.
    """
    LogEntry.objects.log_actions(by.pk, [on], CHANGE, message)
