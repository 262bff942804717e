"""Names of accounts of another installation: what an imported project's people were called where it comes from."""

from typing import Any

from django.db import models


def kept_name() -> Any:
    """A user name; empty for what was made here, where the account itself is pointed to.

    The default is in the database too, as the log is written in plain SQL.
    """
    return models.CharField(max_length=150, blank=True, default="", db_default="", editable=False)
