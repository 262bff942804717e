"""Base views of pages about works of one kind. The URL names the topic and, if any, the peer and slot (see `Work`)."""

from functools import cached_property
from typing import Any

from annotator.projects.access import TopicView
from annotator.projects.models import Summary, Topic
from annotator.web.signed_in import SignedIn
from annotator.work.kinds import Kind, kind_named
from annotator.work.models import Work, WorkQuerySet
from annotator.work.visibility import topics_with_roles


class TopicWithRoles(TopicView):
    """A page of a topic. The topic is annotated with the topic roles that the user may use now."""

    @cached_property
    def topic(self) -> Topic:
        """The topic of the URL, read by ``topics_with_roles``. Raises Topic.DoesNotExist if it is not visible."""
        return topics_with_roles(self.user).get(project__slug=self.kwargs["slug"], key=self.kwargs["key"])


class WorksPage(TopicWithRoles):
    """A page about all works of one kind on a topic or a peer. The URL pattern passes ``kind``, the kind's name."""

    kind = ""

    @cached_property
    def work_kind(self) -> Kind:
        return kind_named(self.kind)

    @property
    def slot(self) -> str:
        slot: str = self.kwargs.get("slot", "")
        return slot

    @cached_property
    def peer(self) -> Summary | None:
        """The peer of the URL; None if the page is about a topic. Raises Summary.DoesNotExist if it is not visible."""
        if "peer" not in self.kwargs:
            return None
        return Summary.objects.visible_to(self.user).filter(topic=self.topic).peer_by_name(self.kwargs["peer"])

    @cached_property
    def works(self) -> WorkQuerySet:
        """The works of the kind on this topic or peer that the user may compare."""
        works = Work.objects.of_kind(self.kind).comparable_by(self.user)
        return works.filter(topic=self.topic, summary=self.peer, slot=self.slot)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(peer=self.peer, **kwargs)


class WorkPage(SignedIn):
    """A page of one work. The URL pattern passes ``kind``, the name of the work's kind."""

    kind = ""

    @cached_property
    def work(self) -> Work:
        """The work of the URL, read by ``for_workspace``. Raises Work.DoesNotExist if the user may not see it."""
        works = Work.objects.of_kind(kind_named(self.kind).name).for_workspace(self.user)
        return works.from_url(self.kwargs, self.request.GET.dict())
