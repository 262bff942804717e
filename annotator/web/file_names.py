"""Makes the names of downloaded files. They contain the choices made on the page, so other choices give other names."""

import re
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import cast

from django import forms
from django.http import QueryDict

MAX_BYTES = 180
"""File systems allow 255 bytes for a name."""


def file_stem(*parts: str, query: forms.Form | None = None, except_fields: Collection[str] = ()) -> str:
    """Returns a file name without suffix: the parts and the query's choices ("shape=wide"), joined by dots.

    Dots, commas and "=" in the parts and values are replaced, so that topic "b" of "a" differs from "a.b" and from a
    choice. ``query``: a form bound to ``request.GET``. ``except_fields``: the form's fields to leave out, because the
    parts or the suffix already contain their values.
    """
    choices = []
    if query is not None:
        data, fields = cast("QueryDict", query.data), query.fields.keys() - query.errors.keys() - set(except_fields)
        choices = [f"{name}={_cleaned(value)}" for name in sorted(fields) for value in data.getlist(name) if value]
    return _shortened(".".join([*map(_cleaned, parts), *choices]))


def join_stems(stems: Iterable[str]) -> str:
    """Returns the stem for a file about several projects: the stems of their files, joined by commas."""
    return _shortened(",".join(stems))


def _shortened(stem: str) -> str:
    encoded = stem.encode()
    return stem if len(encoded) <= MAX_BYTES else f"{encoded[:MAX_BYTES].decode(errors='ignore')}~{_digest(stem)}"


def _cleaned(value: str) -> str:
    """Replaces the characters that have a meaning in a stem; a hash then keeps different values different."""
    cleaned = re.sub(r"[^\w+-]", "_", value)
    return cleaned if cleaned == value else f"{cleaned}~{_digest(value)}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:6]
