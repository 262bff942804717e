"""Columns and constraints that the tables of several kinds of work share."""

from typing import Any

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField, BigIntegerRangeField, IntegerRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value


def no_overlaps(*keys: str, name: str) -> ExclusionConstraint:
    """Returns a constraint that forbids rows with equal ``keys`` to have overlapping spans (from ``start`` to ``end``).

    It is checked at commit, because an edit may move the ends of several spans one after the other. Equal keys are
    expressed as overlapping ranges of one integer, because GiST has no "=" for integers without an extension.
    """
    same_keys = [
        Func(F(key), F(key) + Value(1), function="int8range", output_field=BigIntegerRangeField()) for key in keys
    ]
    span = Func(F("start"), F("end"), function="int4range", output_field=IntegerRangeField())
    return ExclusionConstraint(
        name=name,
        deferrable=models.Deferrable.DEFERRED,
        expressions=[*((key, RangeOperators.OVERLAPS) for key in same_keys), (span, RangeOperators.OVERLAPS)],
    )


def not_empty(*, name: str) -> models.CheckConstraint:
    """Returns a constraint that requires each span to have at least one character."""
    return models.CheckConstraint(condition=Q(start__lt=F("end")), name=name)


def flags_field() -> Any:
    """Returns a column for the flags of an item, which are reasons to look at it again, as a sorted list."""
    return ArrayField(models.CharField(max_length=10), default=list, blank=True)


def flags_known(reasons: list[str], *, name: str) -> models.CheckConstraint:
    """Returns a constraint that allows only these reasons in the column ``flags``."""
    return models.CheckConstraint(condition=Q(flags__contained_by=reasons), name=name)
