"""The report of an import of DUCView's files: its counts, repairs and refusals."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotator.duc.documents import Repair
from annotator.texts.cleaning import printable

COUNTS = ("files", "topics", "models", "peers", "scus", "contributors", "parts", "units")


@dataclass(slots=True)
class ImportReport:
    """The numbers of imported files and of new rows, the repairs and notes, and the refused files with the reasons.

    ``repairs``: repairs and notes, as dictionaries with the keys that `DucFile.add_repair` sets.
    """

    files: int = 0
    topics: int = 0
    models: int = 0
    peers: int = 0
    scus: int = 0
    contributors: int = 0
    parts: int = 0
    units: int = 0
    repairs: list[dict[str, Any]] = field(default_factory=list)
    refused: list[dict[str, str]] = field(default_factory=list)

    @property
    def counts_in_words(self) -> str:
        """The counts as text: "2 files, 1 topic, ..."."""
        counts = {name: getattr(self, name) for name in COUNTS}
        return ", ".join(f"{count} {name[:-1] if count == 1 else name}" for name, count in counts.items())

    def grouped_lines(self) -> list[str]:
        """The repairs and notes as lines. Repairs that differ only in file, uid, offsets or quotes share one line.

        A repair that changed a weight always has its own line.
        """
        groups: dict[str, list[dict[str, Any]]] = {}
        for repair in self.repairs:
            group = repair_line(repair) if repair["weight_changed"] else _without_details(repair["what"])
            groups.setdefault(group, []).append(repair)
        lines = []
        for group, repairs in groups.items():
            files = {repair["file"] for repair in repairs}
            where = f"{len(files)} files" if len(files) > 1 else repairs[0]["file"]
            lines.append(repair_line(repairs[0]) if len(repairs) == 1 else f"{len(repairs)} times in {where}: {group}")
        return lines

    def add(self, other: "ImportReport") -> None:
        """Add the counts, repairs and refused files of another report to this one."""
        for name in (*COUNTS, "repairs", "refused"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class DucFile:
    """A file that is being imported: its name, the importing user, the time, and the report of this import."""

    name: str
    by: User | None
    now: datetime
    report: ImportReport = field(default_factory=ImportReport)

    def add_repair(self, repair: Repair) -> None:
        weights = repair.weight_changed and list(repair.weight_changed)
        row = {"file": self.name, "uid": repair.uid, "what": repair.description, "weight_changed": weights}
        self.report.repairs.append(row)

    def add_note(self, description: str, uid: int | None = None) -> None:
        """Add a note to the report, in the form of a repair that changes no weight."""
        self.add_repair(Repair(uid, description))


def repair_line(repair: dict[str, Any]) -> str:
    """One line on a repair (an item of ``ImportReport.repairs``): file, uid, description, and effect on the weight."""
    uid = "" if repair["uid"] is None else f" uid {repair['uid']}:"
    weights = repair["weight_changed"]
    weight = f" (weight {weights[0]} in the file, {weights[1]} here)" if weights else ""
    return printable(f"{repair['file']}:{uid} {repair['what']}{weight}")


def _without_details(description: str) -> str:
    """A repair's description in which "…" replaces quotes, numbers and the name of a summary."""
    description = re.sub("“[^”]*”", "“…”", description)
    description = re.sub(r"(?<=\) of )\S.*(?= was re-anchored)", "…", description)
    return re.sub(r"\[?\d+(?:[-, ]+\d+)?\)?", "…", description)
