"""What a reader has chosen to see of a study: one human column, one level and one coefficient at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from scoring.results.forms import Query
from scoring.stats.levels import DECIMALS, Coefficient, Level
from scoring.studies.document import CorrelationEntry, StudyDocument, StudyPart


class StudyQuery(Query):
    """``?group=NAME&against=COLUMN&level=...&coefficient=...`` choose which numbers are shown. The other parameters
    change only how they are shown: ``x`` and ``y`` are the columns of the scatter plot, ``fit=on`` adds a fitted line,
    ``read`` is the column whose disagreements are listed; ``sort`` and ``order`` are those of the table of summarizers.
    """

    display_fields = frozenset({"x", "y", "fit", "read", "sort", "order"})

    group = forms.CharField(required=False)
    against = forms.CharField(required=False)
    level = forms.ChoiceField(choices=[(level, level) for level in Level], required=False)
    coefficient = forms.ChoiceField(choices=[(name, name) for name in Coefficient], required=False)
    x = forms.CharField(required=False)
    y = forms.CharField(required=False)
    fit = forms.BooleanField(required=False)
    read = forms.CharField(required=False)
    sort = forms.CharField(required=False)
    order = forms.ChoiceField(choices=[("asc", "ascending"), ("desc", "descending")], required=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """What to show of the ``document``. ``part``: the result for all topics or for one group of them. ``compared``: the
    columns that are compared with each other by their agreement with the human column ``against``.
    ``all_but_against``: ``compared`` and the other human columns. ``x``, ``y``: the columns of the scatter plot.
    ``disagreements_of``: the column whose disagreements with ``against`` are listed; "" if there is none. ``entries``:
    the correlations of ``part`` by the set of both columns, the level and the coefficient. ``sort``: a column, or
    "summarizer".
    """

    document: StudyDocument
    part: StudyPart
    entries: Mapping[tuple[frozenset[str], str, str], CorrelationEntry]
    compared: tuple[str, ...]
    all_but_against: tuple[str, ...]
    group: str
    against: str
    level: str
    coefficient: str
    x: str
    y: str
    has_fit_line: bool
    disagreements_of: str
    sort: str
    is_descending: bool

    @property
    def definition(self) -> dict[str, Any]:
        return self.document["definition"]

    @property
    def columns(self) -> list[str]:
        return [column["name"] for column in self.document["columns"]]

    @property
    def coefficients(self) -> list[str]:
        """The coefficients of the study, the chosen one first."""
        return sorted(self.definition["coefficients"], key=lambda name: name != self.coefficient)

    def correlation(self, a: str, b: str, coefficient: str = "") -> CorrelationEntry | None:
        """Returns the correlation of two columns at the chosen level; ``coefficient``: "" for the chosen one."""
        return self.entries.get((frozenset({a, b}), self.level, coefficient or self.coefficient))

    def best(self, coefficient: str = "") -> list[str]:
        """Returns the compared columns that agree best with ``against``: several if equal, [] without a correlation."""
        values = {
            name: round(entry["value"], DECIMALS)
            for name in self.compared
            if (entry := self.correlation(name, self.against, coefficient)) and entry["value"] is not None
        }
        return [name for name, value in values.items() if value == max(values.values())]


def choose(document: StudyDocument, query: StudyQuery) -> Choice:
    """Returns the choices of the query. A choice that the study does not have is replaced by a default."""
    values, definition = query.values, document["definition"]
    groups = {group["name"]: group for group in document["groups"]}
    group = values.get("group") or ""
    against = _chosen(values.get("against"), definition["against"])
    compared = tuple(name for name in definition["columns"] if name not in definition["against"])
    part = groups.get(group, document)
    columns = [column["name"] for column in document["columns"]]
    sort = values.get("sort") or ""
    choice = Choice(  # without ``x`` and ``disagreements_of``, whose defaults depend on the other choices
        document=document,
        part=part,
        entries={
            (frozenset({entry["a"], entry["b"]}), entry["level"], entry["coefficient"]): entry
            for entry in part["correlations"]
        },
        compared=compared,
        all_but_against=(*compared, *(name for name in definition["against"] if name != against)),
        group=group if group in groups else "",
        against=against,
        level=_chosen(values.get("level"), definition["levels"], Level.SUMMARIZER),
        coefficient=_chosen(values.get("coefficient"), definition["coefficients"], Coefficient.KENDALL),
        x="",
        y=_chosen(values.get("y"), [against, *columns]),
        has_fit_line=bool(values.get("fit")),
        disagreements_of="",
        sort=sort if sort in ("summarizer", *columns) else against,
        # By default, scores descend and names ascend.
        is_descending=values.get("order") != "asc" if sort != "summarizer" else values.get("order") == "desc",
    )
    best_first = [*choice.best(), *compared]
    return replace(
        choice,
        x=_chosen(values.get("x"), [*best_first, *columns]),
        disagreements_of=_chosen(values.get("read"), [*best_first, *choice.all_but_against]),
    )


def _chosen(wanted: str | None, names: Sequence[str], default: str = "") -> str:
    """Returns ``wanted`` if ``names`` has it, else ``default`` if ``names`` has it, else the first name or ""."""
    if wanted and wanted in names:
        return wanted
    return default if default in names else next(iter(names), "")
