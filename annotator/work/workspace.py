"""The JSON data that the workspace pages of all kinds of work have in common."""

from dataclasses import asdict
from typing import Any

from django.urls import reverse

from annotator.work.adjudication.provenance import consensus_data
from annotator.work.kinds import Kind
from annotator.work.models import Work
from annotator.work.states.permissions import can_edit_now, roles_of
from annotator.work.states.services import stage_of


def work_data(work: Work, **counters: float) -> dict[str, Any]:
    """Returns the state, owner, project and topic of a work, for the user for whom ``for_workspace`` read it.

    ``counters``: the numbers for the next new item (``next_uid``, ``next_position``), which the page gives to it.
    """
    topic, project = work.topic, work.topic.project
    return {
        "id": work.pk,
        "revision": work.revision,
        **counters,
        "state": work.state,
        "stage": asdict(stage_of(work)),
        "open_notes": work.open_notes,
        "editable": can_edit_now(roles_of(work), work.state) and not work.is_closed,
        "owner": work.owner.name,
        "project": {"slug": project.slug, "name": project.name},
        "topic": {"key": topic.key, "title": topic.title, "statement": topic.statement},
    }


def work_urls(work: Work) -> dict[str, str]:
    """Returns the URLs that the page of a workspace uses, by name: API calls and links."""
    slug, key = work.url_args[:2]
    return {
        "edits": work.api_url("edits"),
        "self": work.api_url(),
        **{name: work.api_url(name) for name in work.work_kind.api_calls},
        "guidelines": reverse("guidelines", args=[slug]),
        "topic": reverse("topic", args=[slug, key]),
        "project": reverse("project", args=[slug]),
    }


class WorkKind(Kind):
    """The base class of all kinds: a `Kind` with default data for its workspace."""

    def workspace_data(self, work: Work) -> dict[str, Any]:
        return {
            **work_data(work),
            self.items: self.snapshots([work.pk])[work.pk],
            **consensus_data(work),
            "urls": work_urls(work),
        }


def workspace_page_data(work: Work) -> dict[str, Any]:
    """Returns the data of a workspace page: the API's answer to ``GET``, and the URLs of the buttons that change the
    work's state.
    """
    data = work.work_kind.workspace_data(work)
    data["urls"]["state_changes"] = {verb: work.url("state", verb) for verb in data["stage"]["actions"]}
    return data
