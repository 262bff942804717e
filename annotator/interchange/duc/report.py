"""What an import did: the numbers and sentences of ``import_duc --json`` (DESIGN §5)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from annotator.duc.documents import Repair
from annotator.texts.cleaning import printable


@dataclass(slots=True)
class ImportReport:
    """Counts of the rows made, each repair with file and uid, and each refused file with the reason."""

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
        counts = {name: n for name, n in self.as_json().items() if isinstance(n, int)}
        return ", ".join(f"{n} {name[:-1] if n == 1 else name}" for name, n in counts.items())

    def folded(self) -> list[str]:
        """The repairs and notes in lines, those that say the same of other places as one line with their number.

        What changed a weight is never folded.
        """
        kinds: dict[str, list[dict[str, Any]]] = {}
        for repair in self.repairs:
            kind = repair_line(repair) if repair["weight_changed"] else _kind(repair["what"])
            kinds.setdefault(kind, []).append(repair)
        return [
            repair_line(found[0]) if len(found) == 1 else f"{len(found)} times in {_files(found)}: {kind}"
            for kind, found in kinds.items()
        ]

    def repair(self, file: str, repair: Repair) -> None:
        """Note a repair."""
        self.repairs.append(
            {
                "file": file,
                "uid": repair.uid,
                "what": repair.what,
                "weight_changed": None if repair.weight_changed is None else list(repair.weight_changed),
            }
        )

    def note(self, file: str, what: str, uid: int | None = None) -> None:
        """Note something that changed no weight."""
        self.repair(file, Repair(uid, what))

    def refuse(self, file: str, why: str) -> None:
        """Note a file that was refused whole."""
        self.refused.append({"file": file, "why": why})

    def add(self, other: "ImportReport") -> None:
        """Take in the report of one file."""
        for name in ("files", "topics", "models", "peers", "scus", "contributors", "parts", "units"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.repairs += other.repairs
        self.refused += other.refused

    def as_json(self) -> dict[str, Any]:
        """The report with the keys of DESIGN §5."""
        names = ("files", "topics", "models", "peers", "scus", "contributors", "parts", "units", "repairs", "refused")
        return {name: getattr(self, name) for name in names}


def repair_line(repair: dict[str, Any]) -> str:
    """One repair: file, uid, what was done, and what it did to the weight."""
    uid = "" if repair["uid"] is None else f" uid {repair['uid']}:"
    changed = repair["weight_changed"]
    weight = f" (weight {changed[0]} in the file, {changed[1]} here)" if changed else ""
    return printable(f"{repair['file']}:{uid} {repair['what']}{weight}")


def _kind(what: str) -> str:
    """A repair without what differs from place to place: quotes, numbers, the name of a summary."""
    what = re.sub("“[^”]*”", "“…”", what)
    what = re.sub(r"(?<=\) of )\S.*(?= was re-anchored)", "…", what)
    return re.sub(r"\[?\d+(?:[-, ]+\d+)?\)?", "…", what)


def _files(found: Sequence[dict[str, Any]]) -> str:
    files = {repair["file"] for repair in found}
    return next(iter(files)) if len(files) == 1 else f"{len(files)} files"
