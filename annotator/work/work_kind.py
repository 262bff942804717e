"""What every kind of work does unless it says otherwise."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q

from annotator.projects.visibility import hides_names
from annotator.work.adjudication.provenance import consensus_data
from annotator.work.edits.decisions import undecided_sentence
from annotator.work.kinds import Kind
from annotator.work.models import Work
from annotator.work.visibility import hides_owner_of_release, sees_work
from annotator.work.workspace import work_data, work_urls


class WorkKind(Kind):
    """The base of all kinds: it hides what must be blind, and shows the items and the state of a work."""

    def visible(self, user: User) -> Q:
        return sees_work(user, kind=self)

    def annotations(self, user: User) -> dict[str, Any]:
        """Whether the name of the peer, and the owner of the release, are hidden from the user."""
        added = {"hides_peer": hides_names("topic__")} if self.per_peer else {}
        return added | ({"hides_pyramid": hides_owner_of_release(user)} if self.pinned else {})

    def unfinished(self, work: Work, *, undecided: int) -> list[str]:  # noqa: ARG002  # for kinds that ask for more
        return [undecided_sentence(undecided)] if undecided else []

    def workspace_data(self, work: Work) -> dict[str, Any]:
        """State, items, decisions of a consensus, and URLs."""
        return {
            **work_data(work),
            self.items: self.images([work.pk])[work.pk],
            **consensus_data(work),
            "urls": work_urls(work),
        }
