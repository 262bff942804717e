"""Flags that annotators set on SCUs, contributors and units."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


def flags_field() -> Any:
    """A sorted list of reasons; empty where nothing is flagged."""
    return ArrayField(models.CharField(max_length=10), default=list, blank=True)


def flags_known(reasons: list[str], *, name: str) -> models.CheckConstraint:
    """Only these reasons can be in the list."""
    return models.CheckConstraint(condition=Q(flags__contained_by=reasons), name=name)
