"""Links from the summaries on which columns disagree to pages with their texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from scoring.observations.viewer import Viewer, may_see_scores
from scoring.studies.document import DisagreementEntry


@dataclass(frozen=True, slots=True)
class LinkedDisagreement:
    entry: DisagreementEntry
    url: str


def linked_disagreements(viewer: Viewer, entries: Sequence[DisagreementEntry]) -> list[LinkedDisagreement]:
    """Returns each entry with a URL: of the score page of its summary, which shows the text and SCUs, or of its topic's
    page if the viewer may see no peer annotation of the summary. One SQL query.
    """
    topics = {entry["topic"] for entry in entries}
    works = viewer.annotations().filter(topic__key__in=topics).select_related("summary", "owner", "topic__project")
    owners: dict[tuple[str, str], Any] = {}  # the owner of a peer annotation, by topic and summarizer
    for work in works if topics else ():
        if may_see_scores(work, viewer.role):
            owners.setdefault((work.topic.key, work.summary.shown_name), work.owner)
    return [LinkedDisagreement(entry, _url(viewer, entry, owners)) for entry in entries]


def _url(viewer: Viewer, entry: DisagreementEntry, owners: dict[tuple[str, str], Any]) -> str:
    slug, topic, summarizer = viewer.project.slug, entry["topic"], entry["summarizer"]
    owner = owners.get((topic, summarizer))
    if owner is None:
        return reverse("topic", args=[slug, topic])
    return reverse("peer-score", args=[slug, topic, summarizer, owner])
