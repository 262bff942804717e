"""What an import did: the numbers and sentences of ``import_duc --json`` (DESIGN §5)."""

from dataclasses import dataclass, field
from typing import Any

from annotator.formats.documents import Repair


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
