"""The name, version and date of the program, as results state them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.utils import timezone

MADE_BY = "made_by"
"""The column of CSV files, and the key of JSON, that says what made a result."""


@dataclass(frozen=True, slots=True)
class Program:
    """The version that computed a result, and the day (UTC)."""

    version: str
    day: date

    def __str__(self) -> str:
        return f"Pyramidion {self.version} ({self.day.isoformat()})"

    def with_settings(self, values: Mapping[str, Any], warnings: Iterable[str] = ()) -> str:
        """One line with the program and the settings, for a cell: ``Pyramidion 1.0 (2026-01-31); x=ducview``. Settings
        that are None are left out. ``warnings``: sentences for tables that have no column for them.
        """
        yes_or_no = {True: "yes", False: "no"}
        pairs = ((name, yes_or_no[value] if isinstance(value, bool) else value) for name, value in values.items())
        sentences = " ".join(warnings)
        settings = (f"{name}={value}" for name, value in pairs if value is not None)
        return "; ".join([str(self), *settings, *([f"warnings={sentences}"] if sentences else [])])

    def as_json(self) -> dict[str, str]:
        return {"program": "Pyramidion", "version": self.version, "date": self.day.isoformat()}

    def made_by(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The value of the key MADE_BY in JSON. ``values``: the settings by name."""
        return {**self.as_json(), "settings": dict(values)}


def this_program() -> Program:
    return Program(settings.PYRAMIDION_VERSION, timezone.now().date())
