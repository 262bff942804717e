"""The names of downloaded files: two files that differ in what was chosen for them have different names."""

import re
from collections.abc import Collection
from hashlib import sha256
from typing import cast

from django import forms
from django.http import QueryDict

MOST_CHARACTERS = 180
"""File systems allow 255 bytes for a name."""


def file_stem(*parts: str, query: forms.Form | None = None, except_fields: Collection[str] = ()) -> str:
    """The parts and the choices of the query ("shape-wide"), joined by dots.

    ``query``: a form bound to ``request.GET``. ``except_fields``: the fields that the parts or the suffix tell.
    """
    choices = []
    if query is not None:
        data, fields = cast("QueryDict", query.data), query.fields.keys() - query.errors.keys() - set(except_fields)
        choices = [f"{name}-{_cleaned(value)}" for name in sorted(fields) for value in data.getlist(name) if value]
    stem = ".".join([*parts, *choices])
    return stem if len(stem) <= MOST_CHARACTERS else f"{stem[:MOST_CHARACTERS]}~{_digest(stem)}"


def _cleaned(value: str) -> str:
    cleaned = re.sub(r"[^\w+-]", "_", value)
    return cleaned if cleaned == value else f"{cleaned}~{_digest(value)}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:6]
