"""Kinds of columns that several tables have."""

from secrets import randbelow
from typing import Any

from django.db import models


def kept_name() -> Any:
    """A user name; empty for what was made here, where the account itself is pointed to.

    The default is in the database too, as the log is written in plain SQL.
    """
    return models.CharField(max_length=150, blank=True, default="", db_default="", editable=False)


MOST = 2**53 - 1
"""The greatest integer that JavaScript holds exactly: the keys go to the page."""


def opaque_id() -> int:
    """A random key, 1 to ``MOST``; two of a million meet with a chance of 1 in 18,000, and the database refuses it."""
    return 1 + randbelow(MOST)
