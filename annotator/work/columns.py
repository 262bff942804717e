"""Kinds of columns that the tables of several kinds of work have."""

from typing import Any

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField, BigIntegerRangeField, IntegerRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value


def no_overlaps(*keys: str, name: str) -> ExclusionConstraint:
    """The spans ``start`` to ``end``, half-open, of rows with equal keys do not overlap.

    Checked at commit, because one edit may move the edges of several spans. A range of the key replaces "=": GiST has
    no "=" for integers without an extension.
    """
    same = [Func(F(key), F(key) + Value(1), function="int8range", output_field=BigIntegerRangeField()) for key in keys]
    span = Func(F("start"), F("end"), function="int4range", output_field=IntegerRangeField())
    return ExclusionConstraint(
        name=name,
        deferrable=models.Deferrable.DEFERRED,
        expressions=[*((key, RangeOperators.OVERLAPS) for key in same), (span, RangeOperators.OVERLAPS)],
    )


def not_empty(*, name: str) -> models.CheckConstraint:
    """A span has at least one character."""
    return models.CheckConstraint(condition=Q(start__lt=F("end")), name=name)


def flags_field() -> Any:
    """A sorted list of reasons; empty if nothing is flagged."""
    return ArrayField(models.CharField(max_length=10), default=list, blank=True)


def flags_known(reasons: list[str], *, name: str) -> models.CheckConstraint:
    """Restricts the list to these reasons."""
    return models.CheckConstraint(condition=Q(flags__contained_by=reasons), name=name)
