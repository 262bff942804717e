"""What the workspaces of all kinds show: the contract between the rows and the pages."""

from dataclasses import asdict
from typing import Any

from django.urls import reverse

from annotator.work.adjudication.provenance import consensus_data
from annotator.work.kinds import Kind
from annotator.work.models import Work
from annotator.work.states.permissions import can_change, standing_of
from annotator.work.states.services import stage_of


def work_data(work: Work, **counters: float) -> dict[str, Any]:
    """The state of a work and whose it is, for the user who read it with ``for_workspace``.

    ``counters``: what numbers new items, for the page's reducer.
    """
    topic, project = work.topic, work.topic.project
    return {
        "id": work.pk,
        "revision": work.revision,
        **counters,
        "state": work.state,
        "stage": asdict(stage_of(work)),
        "open_notes": work.open_notes,
        "editable": can_change(standing_of(work), work.state),
        "owner": work.owner.name,
        "project": {"slug": project.slug, "name": project.name},
        "topic": {"key": topic.key, "title": topic.title, "statement": topic.statement},
    }


def work_urls(work: Work) -> dict[str, str]:
    place = work.place
    return {
        "edits": work.api_url("edits"),
        "self": work.api_url(),
        **{name: work.api_url(name) for name in work.of.api_calls},
        "guidelines": reverse("guidelines", args=place[:1]),
        "topic": reverse("topic", args=place[:2]),
        "project": reverse("project", args=place[:1]),
    }


class WorkKind(Kind):
    """The base of all kinds."""

    def workspace_data(self, work: Work) -> dict[str, Any]:
        """State, items, decisions of a consensus, and URLs."""
        return {
            **work_data(work),
            self.items: self.images([work.pk])[work.pk],
            **consensus_data(work),
            "urls": work_urls(work),
        }


def workspace_page_data(work: Work) -> dict[str, Any]:
    """The data of a workspace page: what the API gives, and the URLs of the buttons that change the state."""
    data = work.of.workspace_data(work)
    data["urls"]["turns"] = {verb: work.url("state", verb) for verb in data["stage"]["actions"]}
    return data
