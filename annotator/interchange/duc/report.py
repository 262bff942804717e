"""The report of an import: the counts and sentences of ``import_duc --json`` (DESIGN §5)."""

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
    """Counts of the new rows, each repair with file and uid, and each refused file with the reason."""

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
    def counted(self) -> str:
        """The counts in words: "2 files, 1 topic, ..."."""
        counts = {name: getattr(self, name) for name in COUNTS}
        return ", ".join(f"{n} {name[:-1] if n == 1 else name}" for name, n in counts.items())

    def folded(self) -> list[str]:
        """The repairs and notes in lines; those that differ only in their places share a line with their number.

        A repair that changed a weight always has its own line.
        """
        kinds: dict[str, list[dict[str, Any]]] = {}
        for repair in self.repairs:
            kind = repair_line(repair) if repair["weight_changed"] else _kind(repair["what"])
            kinds.setdefault(kind, []).append(repair)
        lines = []
        for kind, repairs in kinds.items():
            files = {repair["file"] for repair in repairs}
            where = f"{len(files)} files" if len(files) > 1 else repairs[0]["file"]
            lines.append(repair_line(repairs[0]) if len(repairs) == 1 else f"{len(repairs)} times in {where}: {kind}")
        return lines

    def add(self, other: "ImportReport") -> None:
        """Add the report of one file."""
        for name in (*COUNTS, "repairs", "refused"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is being imported: its name, by whom and when; and the report of its import."""

    name: str
    by: User | None
    now: datetime
    report: ImportReport = field(default_factory=ImportReport)

    def repair(self, repair: Repair) -> None:
        """Report a repair."""
        changed = repair.weight_changed and list(repair.weight_changed)
        row = {"file": self.name, "uid": repair.uid, "what": repair.description, "weight_changed": changed}
        self.report.repairs.append(row)

    def note(self, what: str, uid: int | None = None) -> None:
        """Report something that changed no weight."""
        self.repair(Repair(uid, what))


def repair_line(repair: dict[str, Any]) -> str:
    """One repair in a line: file, uid, what was done, and its effect on the weight."""
    uid = "" if repair["uid"] is None else f" uid {repair['uid']}:"
    changed = repair["weight_changed"]
    weight = f" (weight {changed[0]} in the file, {changed[1]} here)" if changed else ""
    return printable(f"{repair['file']}:{uid} {repair['what']}{weight}")


def _kind(what: str) -> str:
    """A repair without what depends on its place: quotes, numbers, the name of a summary."""
    what = re.sub("“[^”]*”", "“…”", what)
    what = re.sub(r"(?<=\) of )\S.*(?= was re-anchored)", "…", what)
    return re.sub(r"\[?\d+(?:[-, ]+\d+)?\)?", "…", what)
