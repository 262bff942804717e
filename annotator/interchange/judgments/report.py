"""The report of an import of judgments."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class JudgmentImportReport:
    """The numbers of created rows, the repairs, and the refused files.

    ``repairs``: dictionaries with the keys ``file``, ``place`` and ``what``. ``refused``: with ``file`` and ``why``.
    """

    files: int = 0
    sheets: int = 0
    judgments: int = 0
    marks: int = 0
    lists: int = 0
    items: int = 0
    judges: int = 0
    extracts: int = 0
    repairs: list[dict[str, str]] = field(default_factory=list)
    refused: list[dict[str, str]] = field(default_factory=list)

    @property
    def counts_in_words(self) -> str:
        counts = {name: getattr(self, name) for name in ("files", "sheets", "judgments", "lists", "judges")}
        if self.extracts:
            counts["extracts"] = self.extracts
        return ", ".join(f"{n} {name[:-1] if n == 1 else name}" for name, n in counts.items())
