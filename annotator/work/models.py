"""Work: whatever one person annotates; and releases, immutable numbered snapshots that other work is pinned to."""

import re
from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Self
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from annotator.projects.columns import imported_user_name_field, opaque_id
from annotator.projects.models import Summary
from annotator.projects.visibility import hides_names, matches_peer_name
from annotator.work.kinds import Kind, kind_named, kinds
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import (
    WorkState,
    edited_by,
    hides_owner_of_release,
    last_state_change,
    open_notes,
    releasable,
    roles_over,
    sees_work,
)


class WorkQuerySet(models.QuerySet["Work"]):
    """Works, scoped to people. Restricted to kinds (``of_kind``), it asks only what those need."""

    _names: tuple[str, ...] | None = None

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]  # QuerySet's own, which the stubs leave out
        clone._names = self._names
        return clone

    def of_kind(self, *names: str) -> Self:
        works = self.filter(kind__in=names) if len(names) != 1 else self.filter(kind=names[0])
        works._names = names
        return works

    def _kinds(self) -> list[Kind]:
        return [kind for kind in kinds() if self._names is None or kind.name in self._names]

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The works that the user may see: of their projects, except what blindness hides.

        Adds ``hides_peer`` and ``hides_pyramid`` if a kind needs them: whether the name of the peer, and the owner of
        the release, are hidden from the user.
        """
        wanted = self._kinds()
        if not user.is_authenticated or not wanted:
            return self.none()
        works = self.filter(reduce(or_, (Q(kind=kind.name) & sees_work(user, kind=kind) for kind in wanted)))
        if any(kind.per_peer for kind in wanted):
            works = works.annotate(hides_peer=hides_names("topic__"))
        if any(kind.pinned for kind in wanted):
            works = works.annotate(hides_pyramid=hides_owner_of_release(user))
        return works

    def for_workspace(self, user: User | AnonymousUser) -> Self:
        """Visible works of one kind with topic, project, owner, and the user's roles (``member_...``).

        ``member_reviews`` and ``member_adjudicates``: roles for the topic that the user may use now. Raises ValueError
        unless the works are of one kind.
        """
        wanted = self._kinds()
        if not user.is_authenticated or not wanted:
            return self.none()
        if len(wanted) != 1:
            raise ValueError("A workspace is of one kind of work.")
        (kind,) = wanted
        members, roles = "topic__project__memberships", roles_over(user, kind)
        return (
            self.visible_to(user)
            .select_related("topic__project", "owner", *kind.related)
            .annotate(
                member_role=F(f"{members}__role"),
                member_is_owner=Q(owner=F(members)),
                member_is_editor=Q(owner=F(members)) | Q(pk__in=edited_by(user)),
                member_reviews=Q(topic__in=roles.filter(role="reviewer").values("topic")),
                member_adjudicates=Q(topic__in=roles.filter(role="adjudicator").values("topic")),
                last_state_change=last_state_change(),
                open_notes=open_notes(),
                **kind.workspace_annotations(user),
            )
        )

    def roles_over(self, work: int, *, user: User) -> tuple[bool, bool]:
        """Whether the user reviews and whether they adjudicate a work that they can see. Raises DoesNotExist."""
        return self.for_workspace(user).values_list("member_reviews", "member_adjudicates").get(pk=work)

    def of_editor(self, user: User) -> Self:
        return self.filter(Q(owner__user=user.pk) | Q(pk__in=edited_by(user)))

    def of_peer(self, name: str) -> Self:
        """The visible works of the peer with this name in a URL."""
        return self.filter(matches_peer_name(name, summary="summary__", hidden="hides_peer"), summary__kind="peer")

    def pinned_by(self, query: Mapping[str, str]) -> Self:
        """The visible works that the query string of a URL means, see ``Work.pin``."""
        works = self
        if number := query.get("release", ""):
            works = works.filter(release__number=int(number) if re.fullmatch(r"[0-9]{1,8}", number) else 0)
        if owner := query.get("pyramid", ""):
            works = works.filter(release__pyramid__owner__name=owner, hides_pyramid=False)
        if pin := query.get("pin", ""):
            works = works.filter(release=int(pin) if re.fullmatch(r"[0-9]{1,16}", pin) else 0)
        return works

    def at(self, place: Mapping[str, Any], query: Mapping[str, str] | None = None) -> "Work":
        """The visible work of a URL with ``slug``, ``key``, ``owner`` and optionally ``peer`` and ``slot``.

        If there are several for different releases: the one for the newest, unless ``query`` names a release. Raises
        DoesNotExist.
        """
        works = self.filter(topic__project__slug=place["slug"], topic__key=place["key"], owner__name=place["owner"])
        works = works.filter(slot=place.get("slot", ""))
        if "peer" in place:
            works = works.of_peer(place["peer"]).pinned_by(query or {})
            works = works.order_by("-release__created_at", "-release__number", "-created_at")
        work = works.first()
        if work is None:
            raise self.model.DoesNotExist
        return work


class Work(models.Model):
    """What one owner annotates: a pyramid, the matching of a peer, ... (``kind``). ``revision`` counts its log's edits.

    ``summary``: the one it is about, if it is not about the topic. ``release``: what it is pinned to. ``slot``: what
    else distinguishes two works of one owner. ``derived_from``: what it was carried over from. What identifies a work
    never changes (a trigger refuses it); ``next_uid`` and ``next_position`` number what is added to it.
    """

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    kind = models.CharField(max_length=20)
    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="works")
    # Typed as never None: code that reads one knows that the kind has it.
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

    # Set by for_workspace() from the membership of the user who asks.
    member_role: str
    member_is_owner: bool
    member_is_editor: bool
    member_reviews: bool
    member_adjudicates: bool
    last_state_change: dict[str, str] | None
    open_notes: int
    newest_release: int

    # Set by visible_to() too; other code works with the real names.
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
    def of(self) -> Kind:
        """The kind of this work."""
        return kind_named(self.kind)

    @property
    def peer_name(self) -> str:
        """The writer of the summary as the user may see it: the summarizer or the mask."""
        if self.summary is None:
            return ""
        return self.summary.mask if self.hides_peer else self.summary.summarizer

    @property
    def peer_title(self) -> str:
        """The summary's title; empty if it might reveal who wrote it."""
        return "" if self.summary is None or self.hides_peer else self.summary.title

    @property
    def pyramid_owner(self) -> str:
        """The owner of the release's pyramid; empty if hidden from the user."""
        return "" if self.release is None or self.hides_pyramid else self.release.pyramid.owner.name

    @property
    def pin(self) -> str:
        """The query of a URL that means this work, also after a carry-over; empty if it is pinned to nothing."""
        if self.release is None:
            return ""
        if self.hides_pyramid:
            return urlencode({"pin": self.release_id})
        return _pin(self.release.number, self.release.pyramid.owner.name)

    @property
    def place(self) -> list[str]:
        """The arguments of its URL: project, topic, peer if any, slot if any, owner."""
        peer = [self.peer_name] if self.summary_id is not None else []
        slot = [self.slot] if self.slot else []
        return [self.topic.project.slug, self.topic.key, *peer, *slot, self.owner.name]

    def url(self, page: str = "", *steps: str) -> str:
        """The URL of its workspace or of another ``page`` ("editors"), pinned to its release."""
        name = f"{self.of.route}-{page}" if page else self.of.route
        address = reverse(name, args=[*self.place, *steps])
        return f"{address}?{self.pin}" if self.pin else address

    def topic_url(self, page: str) -> str:
        """The URL of a page about all works on the same topic or peer ("adjudicate"), pinned to its release."""
        address = reverse(f"{self.of.route}-{page}", args=self.place[:-1])
        return f"{address}?{self.pin}" if self.pin else address

    def api_url(self, call: str = "") -> str:
        """The URL of an API call ("edits", "history"); of its snapshot by default."""
        return reverse(f"{self.of.api_route}-{call}" if call else self.of.api_route, args=[self.pk])


@lru_cache(maxsize=1024)
def _pin(number: int, owner: str) -> str:
    # Cached: thousands of peers on one page share a few releases.
    return urlencode({"release": number, "pyramid": owner})


class ReleaseQuerySet(models.QuerySet["Release"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The releases of works that the user may see, and those that the user annotates against."""
        if not user.is_authenticated:
            return self.none()
        assigned = Assignment.objects.filter(member__user=user.pk, release__isnull=False)
        released = releasable(user)
        pinned = Work.objects.of_editor(user).filter(release__isnull=False)
        return self.filter(
            Q(pyramid__in=released) | Q(pk__in=assigned.values("release")) | Q(pk__in=pinned.values("release"))
        ).annotate(hides_owner=~Q(pyramid__in=released))


class Release(models.Model):
    """A snapshot of a pyramid with its weights. A database trigger refuses every change of it.

    ``document`` keeps an imported file's own form (text, headers, regex, offsets, order) for exact export.
    """

    class WeightSource(models.TextChoices):
        SUMMARIES = "summaries", "Distinct model summaries"
        FILE = "file", "Contributor elements of the imported file"

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    pyramid = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="releases")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    creator_name = imported_user_name_field()
    model_count = models.PositiveIntegerField()
    weight_source = models.CharField(max_length=10, choices=WeightSource.choices, default=WeightSource.SUMMARIES)
    file_name = models.CharField(max_length=255, blank=True, default="")
    document = models.JSONField(null=True)

    # Set by visible_to() for the user who asks: whether the pyramid, and so whose it is, is hidden.
    hides_owner = False

    objects = ReleaseQuerySet.as_manager()

    class Meta:
        ordering = ["pyramid", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pyramid", "number"], name="release_number_once_in_pyramid"),
            models.CheckConstraint(
                condition=models.Q(weight_source__in=["summaries", "file"]), name="release_weight_source_known"
            ),
        ]

    def __str__(self) -> str:
        return f"release {self.number}"

    @property
    def owner_name(self) -> str:
        """The owner of the pyramid; empty if hidden from the user."""
        return "" if self.hides_owner else self.pyramid.owner.name
