"""Kinds of columns that the tables of several kinds of work have."""

from typing import Any

from django.contrib.postgres.fields import ArrayField, BigIntegerRangeField, IntegerRangeField
from django.db import models
from django.db.models import F, Func, Q, Value


def int8range(key: str) -> Func:
    """``int8range(key, key + 1)``: overlaps exactly if the keys are equal."""
    return Func(F(key), F(key) + Value(1), function="int8range", output_field=BigIntegerRangeField())


def int4range(start: str, end: str) -> Func:
    """``int4range(start, end)``, half-open as all spans are."""
    return Func(F(start), F(end), function="int4range", output_field=IntegerRangeField())


def flags_field() -> Any:
    """A sorted list of reasons; empty if nothing is flagged."""
    return ArrayField(models.CharField(max_length=10), default=list, blank=True)


def flags_known(reasons: list[str], *, name: str) -> models.CheckConstraint:
    """Restricts the list to these reasons."""
    return models.CheckConstraint(condition=Q(flags__contained_by=reasons), name=name)
