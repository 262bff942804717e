"""Columns, constraints and keys that several tables share."""

from secrets import randbelow
from typing import Any

from django.db import models


def imported_user_name_field() -> Any:
    """Returns a column for the user name of an account on another installation, in rows of an imported project.

    Empty in rows made on this installation, which refer to the account by a foreign key. The default is in the database
    too, because edits are logged in plain SQL.
    """
    return models.CharField(max_length=150, blank=True, default="", db_default="", editable=False)


MAX_SAFE_INTEGER = 2**53 - 1
"""The greatest integer that JavaScript represents exactly; scripts handle primary keys as numbers."""


def choices_constraint(table: str, column: str, *choices: str) -> models.CheckConstraint:
    """Returns a constraint that allows only these values in a column."""
    condition = models.Q(**{f"{column}__in": list(choices)})
    return models.CheckConstraint(condition=condition, name=f"{table}_{column}_known")


def opaque_id() -> int:
    """Returns a random primary key from 1 to ``MAX_SAFE_INTEGER``, which does not reveal how many rows there are.

    Among a million keys, two are equal with a probability of 1 in 18,000; the database then refuses the second.
    """
    return 1 + randbelow(MAX_SAFE_INTEGER)
