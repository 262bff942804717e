"""The model `Work` (what one person annotates), and its QuerySet, which selects the works that a user may see."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from annotator.projects.columns import opaque_id
from annotator.projects.models import Summary
from annotator.projects.visibility import hides_names, matches_peer_name
from annotator.work.kinds import Kind, kind_named, kinds
from annotator.work.visibility import (
    WorkState,
    comparable_works,
    edited_by,
    hides_pyramid_owner,
    last_state_change,
    open_thread_count,
    usable_roles,
    visible_works,
)

if TYPE_CHECKING:
    from annotator.work.release_models import Release


class WorkQuerySet(models.QuerySet["Work"]):
    """Selects works by kind, user and URL. After ``of_kind``, only the visibility rules of these kinds are checked."""

    _kind_names: tuple[str, ...] | None = None

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]  # QuerySet's own, which the stubs leave out
        clone._kind_names = self._kind_names
        return clone

    def of_kind(self, *names: str) -> Self:
        works = self.filter(kind__in=names) if len(names) != 1 else self.filter(kind=names[0])
        works._kind_names = names
        return works

    def _selected_kinds(self) -> list[Kind]:
        names = self._kind_names
        return [kind for kind in kinds() if names is None or kind.name in names]

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Returns the works of the user's projects, except those that a project hides from the user.

        Annotates works about peers with ``hides_peer`` (the peer's name is hidden from the user), and works pinned to
        releases with ``hides_pyramid`` (the owner of the release's pyramid is hidden).
        """
        return self._filtered_by(visible_works, user)

    def comparable_by(self, user: User | AnonymousUser) -> Self:
        """Returns the visible works, and finished works of which only the owner is hidden.

        Adds the same annotations as ``visible_to``. For pages that name owners by `shown_owner_names` and otherwise
        show only the content of works.
        """
        return self._filtered_by(comparable_works, user)

    def _filtered_by(self, rule: Callable[[User, Kind], Q], user: User | AnonymousUser) -> Self:
        selected_kinds = self._selected_kinds()
        if not user.is_authenticated or not selected_kinds:
            return self.none()
        works = self.filter(reduce(or_, (Q(kind=kind.name) & rule(user, kind) for kind in selected_kinds)))
        if any(kind.per_peer for kind in selected_kinds):
            works = works.annotate(hides_peer=hides_names("topic__"))
        if any(kind.needs_release for kind in selected_kinds):
            works = works.annotate(hides_pyramid=hides_pyramid_owner(user))
        return works

    def for_workspace(self, user: User | AnonymousUser) -> Self:
        """Returns the visible works with topic, project, owner, and the user's roles (``member_...``).

        ``member_reviews`` and ``member_adjudicates``: the user has this role for the topic and may use it now. Raises
        ValueError unless the queryset is restricted to one kind.
        """
        selected_kinds = self._selected_kinds()
        if not user.is_authenticated or not selected_kinds:
            return self.none()
        if len(selected_kinds) != 1:
            raise ValueError("A workspace shows one kind of work: select it with of_kind() first.")
        (kind,) = selected_kinds
        membership, roles = "topic__project__memberships", usable_roles(user, kind)
        return (
            self.visible_to(user)
            .select_related("topic__project", "owner", *kind.related_fields)
            .annotate(
                member_role=F(f"{membership}__role"),
                member_is_owner=Q(owner=F(membership)),
                member_is_editor=Q(owner=F(membership)) | Q(pk__in=edited_by(user)),
                member_reviews=Q(topic__in=roles.filter(role="reviewer").values("topic")),
                member_adjudicates=Q(topic__in=roles.filter(role="adjudicator").values("topic")),
                last_state_change=last_state_change(),
                open_notes=open_thread_count(),
                **kind.workspace_annotations(user),
            )
        )

    def may_review_and_adjudicate(self, work: int, *, user: User) -> tuple[bool, bool]:
        """Returns whether the user may review a work now, and whether they may adjudicate it. Raises DoesNotExist.

        The queryset has to be restricted to one kind.
        """
        (kind,) = self._selected_kinds()
        roles = usable_roles(user, kind)
        works = self.filter(visible_works(user, kind)).annotate(  # without `visible_to`, which takes longer to build
            member_reviews=Q(topic__in=roles.filter(role="reviewer").values("topic")),
            member_adjudicates=Q(topic__in=roles.filter(role="adjudicator").values("topic")),
        )
        return works.values_list("member_reviews", "member_adjudicates").get(pk=work)

    def of_editor(self, user: User) -> Self:
        """Returns the works that the user owns, or that list the user as an editor."""
        return self.filter(Q(owner__user=user.pk) | Q(pk__in=edited_by(user)))

    def of_peer(self, name: str) -> Self:
        """Returns the works about the peer with this name in a URL. Call it after ``visible_to``."""
        is_peer = matches_peer_name(name, summary="summary__", hidden_field="hides_peer")
        return self.filter(is_peer, summary__kind="peer")

    def pinned_to_queried_release(self, query: Mapping[str, str]) -> Self:
        """Returns the works pinned to the release that a URL's query string names; all works if it names none.

        Call it after ``visible_to``. ``query``: the fields of the query string (`Work.release_query`).
        """
        works = self
        # Longer numbers would not fit the columns. They select no work, as no release has the number or id 0.
        if number := query.get("release", ""):
            works = works.filter(release__number=int(number) if re.fullmatch(r"[0-9]{1,8}", number) else 0)
        if owner := query.get("pyramid", ""):
            works = works.filter(release__pyramid__owner__name=owner, hides_pyramid=False)
        if pin := query.get("pin", ""):
            works = works.filter(release=int(pin) if re.fullmatch(r"[0-9]{1,16}", pin) else 0)
        return works

    def from_url(self, kwargs: Mapping[str, Any], query: Mapping[str, str] | None = None) -> "Work":
        """Returns the work of a URL. Call it after ``visible_to``. Raises DoesNotExist.

        ``kwargs``: the URL's ``slug``, ``key``, ``owner`` and optionally ``peer`` and ``slot``. ``query``: its query
        string, which may name a release; by default the work pinned to the newest release is returned.
        """
        works = self.filter(topic__project__slug=kwargs["slug"], topic__key=kwargs["key"], owner__name=kwargs["owner"])
        works = works.filter(slot=kwargs.get("slot", ""))
        if "peer" in kwargs:
            works = works.of_peer(kwargs["peer"]).pinned_to_queried_release(query or {})
            works = works.order_by("-release__created_at", "-release__number", "-created_at")
        work = works.first()
        if work is None:
            raise self.model.DoesNotExist
        return work


class Work(models.Model):
    """What one owner annotates: a pyramid, a peer annotation, ... (``kind``: the name of a registered `Kind`).

    ``summary``: the summary that the work is about; None for the whole topic. ``release``: the release that it is
    pinned to, that is, matched against. ``slot``: distinguishes works of one owner with the same kind,
    topic, summary and release. ``derived_from``: the work that it was carried over from. ``revision``: the number of
    edits in its log. ``next_uid``, ``next_position``: the numbers for the next new item. A database trigger refuses
    changes of the fields in the constraint ``work_once``.
    """

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    kind = models.CharField(max_length=20)
    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="works")
    # Nullable, but typed as never None, because only code for kinds with a summary or release reads them.
    summary: "models.ForeignKey[Summary | None, Summary]" = models.ForeignKey(  # type: ignore[misc]
        "annotator.Summary", on_delete=models.CASCADE, null=True, related_name="works"
    )
    owner = models.ForeignKey("annotator.Membership", on_delete=models.RESTRICT, related_name="works")
    release: "models.ForeignKey[Release | None, Release]" = models.ForeignKey(  # type: ignore[misc]
        "annotator.Release", on_delete=models.RESTRICT, null=True, related_name="works"
    )
    slot = models.CharField(max_length=100, blank=True, default="", db_default="")
    derived_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="derived")
    editors = models.ManyToManyField("annotator.Membership", related_name="edited_works", blank=True)
    state = models.CharField(max_length=12, choices=WorkState.choices, default=WorkState.IN_PROGRESS)
    revision = models.PositiveIntegerField(default=0)
    next_uid = models.PositiveIntegerField(default=1)
    next_position = models.FloatField(default=1.0)
    created_at = models.DateTimeField(auto_now_add=True)

    # Set by for_workspace(); ``member_...`` describes the user, ``newest_release`` exists for peer annotations only.
    member_role: str
    member_is_owner: bool
    member_is_editor: bool
    member_reviews: bool
    member_adjudicates: bool
    last_state_change: dict[str, str] | None
    open_notes: int
    newest_release: int
    is_closed = False

    # Set by visible_to(). Without it, the real names are used.
    hides_peer = False
    hides_pyramid = False

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "topic", "summary", "owner", "release", "slot"],
                name="work_once",
                nulls_distinct=False,
            ),
            models.UniqueConstraint(fields=["id", "kind"], name="work_of_a_kind"),
            models.CheckConstraint(condition=Q(state__in=WorkState.values), name="work_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.summary or self.topic} by {self.owner}"

    @property
    def work_kind(self) -> Kind:
        return kind_named(self.kind)

    @property
    def peer_name(self) -> str:
        """The writer of the summary as the user may see it: the summarizer, or the mask shown instead."""
        if self.summary is None:
            return ""
        return self.summary.mask if self.hides_peer else self.summary.summarizer

    def shown_summary_id(self, summary: int) -> int:
        """Returns a summary's id as pages use it: 0 for a hidden peer, because its real id might reveal its name."""
        return 0 if self.hides_peer and summary == self.summary_id else summary

    @property
    def peer_title(self) -> str:
        """The summary's title; empty if it might reveal who wrote it."""
        return "" if self.summary is None or self.hides_peer else self.summary.title

    @property
    def pyramid_owner(self) -> str:
        """The owner of the release's pyramid; empty if hidden from the user."""
        return "" if self.release is None or self.hides_pyramid else self.release.pyramid.owner.name

    @property
    def release_query(self) -> str:
        """The query string that names the work's release (an owner can have a work per release); "" if it has none."""
        if self.release is None:
            return ""
        if self.hides_pyramid:
            return urlencode({"pin": self.release_id})
        return _release_query(self.release.number, self.release.pyramid.owner.name)

    @property
    def url_args(self) -> list[str]:
        """The arguments of the work's URL: project, topic, peer if any, slot if any, owner."""
        peer = [self.peer_name] if self.summary_id is not None else []
        slot = [self.slot] if self.slot else []
        return [self.topic.project.slug, self.topic.key, *peer, *slot, self.owner.name]

    def url(self, page: str = "", *arguments: str) -> str:
        """Returns the URL of the work's workspace or of another ``page`` ("editors"), with the ``release_query``."""
        name = f"{self.work_kind.route}-{page}" if page else self.work_kind.route
        path = reverse(name, args=[*self.url_args, *arguments])
        return f"{path}?{self.release_query}" if self.release_query else path

    def topic_url(self, page: str) -> str:
        """Returns the URL of a page about all works on the topic or peer ("adjudicate"), with the ``release_query``."""
        path = reverse(f"{self.work_kind.route}-{page}", args=self.url_args[:-1])
        return f"{path}?{self.release_query}" if self.release_query else path

    def api_url(self, call: str = "") -> str:
        """Returns the URL of an API call ("edits", "history"); by default, of the call that returns the work."""
        return reverse(f"{self.work_kind.api_route}-{call}" if call else self.work_kind.api_route, args=[self.pk])


@lru_cache(maxsize=1024)
def _release_query(number: int, owner: str) -> str:
    # Cached: thousands of peers on one page share a few releases.
    return urlencode({"release": number, "pyramid": owner})
