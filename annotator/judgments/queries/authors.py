"""The judges who wrote texts that an instrument is about. Nobody judges a text of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument
from annotator.projects.models import Membership, Summary


@dataclass(frozen=True, slots=True)
class Author:
    """A member who wrote summaries that others judge. ``texts``: their number."""

    name: str
    texts: int


def authors_among_judges(instrument: Instrument) -> Sequence[Author]:
    """Returns the possible judges who wrote texts that are judged, sorted by name. One query."""
    if not instrument_kind(instrument.kind).per_summary:
        return []
    texts = Summary.objects.filter(topic__project=instrument.project_id)
    if instrument.subjects == Instrument.Subjects.PEERS:
        texts = texts.peer_summaries()
    members = Membership.objects.filter(project=instrument.project_id, user__isnull=False)
    names = members.exclude(role=Membership.Role.VIEWER).values("name")
    written = texts.filter(summarizer__in=names).order_by("summarizer").values("summarizer")
    return [Author(**row) for row in written.annotate(name=F("summarizer"), texts=Count("pk")).values("name", "texts")]
