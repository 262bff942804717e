"""Which parses a project has."""

from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Q

from annotator.projects.documents.models import Document
from annotator.projects.models import Project, Summary
from scoring.observations.parses.models import Parse
from scoring.observations.text_files.parse_kinds import PARSE_KINDS, ParseKind

MAX_LISTED = 12
"""The most summaries without a parse that the page names."""


@dataclass(frozen=True, slots=True)
class StoredKind:
    """The parses of a kind. ``summaries``, ``documents``: how many of the project's summaries and documents have one.
    ``parsers``: the programs that made them. ``missing``: the first MAX_LISTED summaries without one, as "topic: name".
    """

    kind: ParseKind
    summaries: int
    summary_total: int
    documents: int
    document_total: int
    parsers: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def more_missing(self) -> int:
        return self.summary_total - self.summaries - len(self.missing)

    @property
    def count(self) -> int:
        return self.summaries + self.documents


def stored_kinds(project: Project, *, with_missing: bool = False) -> list[StoredKind]:
    """Returns each kind of parses. Three SQL queries; ``with_missing``: one more for each kind."""
    summary_total = Summary.objects.filter(topic__project=project).count()
    document_total = Document.objects.filter(topic__project=project).count()
    project_parses = Parse.objects.filter(Q(summary__topic__project=project) | Q(document__topic__project=project))
    counts = (
        project_parses.order_by()
        .values("kind")
        .annotate(
            summaries=Count("summary"),
            documents=Count("document"),
            parsers=ArrayAgg("parser", distinct=True, filter=~Q(parser=""), default=[]),
        )
    )
    by_kind: dict[str, Any] = {row["kind"]: row for row in counts}
    stored = []
    for kind in PARSE_KINDS.values():
        row = by_kind.get(kind.name, {"summaries": 0, "documents": 0, "parsers": []})
        missing = _missing(project, kind) if with_missing and 0 < row["summaries"] < summary_total else ()
        stored.append(
            StoredKind(
                kind,
                row["summaries"],
                summary_total,
                row["documents"],
                document_total,
                tuple(sorted(row["parsers"])),
                missing,
            )
        )
    return stored


def _missing(project: Project, kind: ParseKind) -> tuple[str, ...]:
    parsed = Parse.objects.filter(kind=kind.name, summary__topic__project=project).values("summary")
    rows = Summary.objects.filter(topic__project=project).exclude(pk__in=parsed)
    names = rows.order_by("topic__key", "kind", "position").values_list("topic__key", "summarizer")
    return tuple(f"{topic}: {name}" for topic, name in names[:MAX_LISTED])
