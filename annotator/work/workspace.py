"""What the workspaces of all kinds show: the contract between the rows and the pages."""

from typing import Any

from django.urls import reverse

from annotator.work.models import Work
from annotator.work.states.permissions import can_change, standing_of
from annotator.work.states.services import stage_of
from annotator.work.states.turns import state_urls


def work_data(work: Work, **counters: float) -> dict[str, Any]:
    """Where a work stands and whose it is, for the user who asked for it with ``for_workspace``.

    ``counters``: what numbers the items that are added, as the page's reducer needs it.
    """
    standing = standing_of(work)
    topic, project = work.topic, work.topic.project
    return {
        "id": work.pk,
        "revision": work.revision,
        **counters,
        "state": work.state,
        "stage": stage_of(work.state, standing=standing, last=work.last_state_change).as_json(),
        "open_notes": work.open_notes,
        "editable": can_change(standing, work.state),
        "owner": work.owner.name,
        "project": {"slug": project.slug, "name": project.name},
        "topic": {"key": topic.key, "title": topic.title, "statement": topic.statement},
    }


def work_urls(work: Work) -> dict[str, str]:
    """The URLs that every workspace uses."""
    place = work.place
    return {
        "edits": work.api_url("edits"),
        "self": work.api_url(),
        **{name: work.api_url(name) for name in work.of.api_calls},
        "guidelines": reverse("guidelines", args=place[:1]),
        "topic": reverse("topic", args=place[:2]),
        "project": reverse("project", args=place[:1]),
    }


def workspace_page_data(work: Work) -> dict[str, Any]:
    """The data of a workspace's page: what the API gives, and where the buttons that change the state point to."""
    data = work.of.workspace_data(work)
    data["urls"]["turns"] = state_urls(work, data["stage"])
    return data
