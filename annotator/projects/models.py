"""Projects, and their topics, summaries and members."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Length

from annotator.projects.columns import choices_constraint, imported_user_name_field
from annotator.projects.letters import letter_at
from annotator.projects.visibility import hides_names, matches_peer_name, sees_everything


class ProjectQuerySet(models.QuerySet["Project"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The projects that the user is a member of; none for an anonymous user."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(memberships__user=user)


class Project(models.Model):
    """The topics that a team annotates, with its members, guidelines and settings.

    ``blind``: annotators see only their own work on a topic until a manager reveals the topic. ``mask_summarizers``:
    annotators do not see who wrote the peers of a topic until the topic is revealed. ``anonymous_owners``: adjudicators
    do not see whose work they compare until the topic is revealed or their consensus is finished. ``shuffle_peers``:
    each annotator has their own order of peers. ``rounding``: of the mean number of SCUs in a model summary, which
    modified scores use.
    """

    class Overlap(models.TextChoices):
        ALLOW = "allow", "Allowed; shared words are shaded"
        WARN = "warn", "Allowed with a warning"
        FORBID = "forbid", "Not allowed"

    class NonMatching(models.TextChoices):
        MARK = "mark", "Marked, as units without an SCU"
        SKIP = "skip", "Not marked (the DUC 2006 rule); there is no original score then"

    class LiveScores(models.TextChoices):
        SHOW = "show", "Shown while judging"
        AFTER_SUBMIT = "after_submit", "Shown once the annotation is finished"
        HIDE = "hide", "Not shown to annotators"

    class Rounding(models.TextChoices):
        HALF_UP = "half-up", "Half up (official DUC practice)"
        FLOOR = "floor", "Down (DUCView 1.5)"
        CEIL = "ceil", "Up (TAC)"
        EXACT = "exact", "Exact (interpolated)"

    class Suggestions(models.TextChoices):
        ON = "on", "Offered on request"
        OFF = "off", "Not offered (for blind rounds)"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    guidelines = models.TextField(blank=True, default="")
    overlap_models = models.CharField(max_length=10, choices=Overlap.choices, default=Overlap.ALLOW)
    overlap_peers = models.CharField(max_length=10, choices=Overlap.choices, default=Overlap.ALLOW)
    non_matching = models.CharField(max_length=10, choices=NonMatching.choices, default=NonMatching.MARK)
    live_scores = models.CharField(max_length=20, choices=LiveScores.choices, default=LiveScores.SHOW)
    rounding = models.CharField(max_length=10, choices=Rounding.choices, default=Rounding.HALF_UP)
    suggestions = models.CharField(max_length=10, choices=Suggestions.choices, default=Suggestions.ON)
    blind = models.BooleanField(default=False)
    mask_summarizers = models.BooleanField(default=False)
    shuffle_peers = models.BooleanField(default=False)
    anonymous_owners = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            choices_constraint("project", "overlap_models", "allow", "warn", "forbid"),
            choices_constraint("project", "overlap_peers", "allow", "warn", "forbid"),
            choices_constraint("project", "non_matching", "mark", "skip"),
            choices_constraint("project", "live_scores", "show", "after_submit", "hide"),
            choices_constraint("project", "rounding", "half-up", "floor", "ceil", "exact"),
            choices_constraint("project", "suggestions", "on", "off"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def hides_something(self) -> bool:
        """Whether anything about its topics is hidden from members until a manager reveals it."""
        return self.blind or self.mask_summarizers or self.anonymous_owners


class TopicQuerySet(models.QuerySet["Topic"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The topics of the projects that the user is a member of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(project__memberships__user=user)

    def visible_with_role(self, user: User | AnonymousUser) -> Self:
        """Visible topics with their project, the user's role, and whether their peers' names are hidden."""
        visible = self.visible_to(user).select_related("project")
        return visible.annotate(member_role=F("project__memberships__role"), hides_names=hides_names())


class Topic(models.Model):
    """One document set ("docset" in DUC). ``statement``: the question that its summaries answer.

    ``revealed_at``: when a manager showed all members the work on the topic and who wrote its peers.
    """

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="topics")
    key = models.CharField(max_length=100)
    title = models.CharField(max_length=300, blank=True, default="")
    statement = models.TextField(blank=True, default="")
    revealed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # Set by visible_with_role().
    member_role: str
    hides_names: bool

    objects = TopicQuerySet.as_manager()

    class Meta:
        ordering = ["key", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="topic_key_once_in_project"),
            models.CheckConstraint(condition=~Q(key=""), name="topic_key_not_empty"),
            models.CheckConstraint(condition=~Q(key__contains="/"), name="topic_key_fits_an_address"),
        ]

    def __str__(self) -> str:
        return self.title or self.key


class SummaryQuerySet(models.QuerySet["Summary"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The summaries of the projects that the user is a member of; ``shown_name`` may be a mask."""
        if not user.is_authenticated:
            return self.none()
        visible = self.filter(topic__project__memberships__user=user)
        return visible.annotate(hides_name=Q(kind=Summary.Kind.PEER) & hides_names("topic__"))

    def peer_by_name(self, name: str) -> "Summary":
        """The peer that a URL names by its summarizer or mask. Call it on the visible summaries of one topic.

        Raises Summary.DoesNotExist.
        """
        peers = self.peer_summaries().filter(matches_peer_name(name, hidden_field="hides_name"))
        # A mask can equal a summarizer that was added later: then the summarizer wins.
        real_name_first = Case(When(summarizer=name, then=Value(0)), default=Value(1))
        peer = peers.order_by(real_name_first).first()
        if peer is None:
            raise Summary.DoesNotExist
        return peer

    def model_summaries(self) -> Self:
        """Model summaries only, in the order of their letters."""
        return self.filter(kind=Summary.Kind.MODEL)

    def peer_summaries(self) -> Self:
        return self.filter(kind=Summary.Kind.PEER)


class Summary(models.Model):
    """A text, stored as imported, with its tokens.

    ``words`` and ``sentences`` are flat lists of code point offsets ``[start, end, start, end, ...]``; ``segmenter`` is
    the program that made them. ``position`` counts from 0 within topic and kind and gives a model its letter.
    ``mask``: the name of a peer for users who may not see who wrote it.
    """

    class Kind(models.TextChoices):
        MODEL = "model", "Model summary"
        PEER = "peer", "Peer summary"

    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="summaries")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    summarizer = models.CharField(max_length=100)
    mask = models.CharField(max_length=20, blank=True, default="")
    title = models.CharField(max_length=300, blank=True, default="")
    position = models.PositiveIntegerField()
    text = models.TextField()
    length = models.PositiveIntegerField()
    ends_with_newline = models.BooleanField(default=False)
    words = models.JSONField(default=list)
    sentences = models.JSONField(default=list)
    direction = models.CharField(max_length=3, default="ltr")
    segmenter = models.CharField(max_length=60)

    # Set by visible_to(). Queries on behalf of no user leave it False, which shows real names.
    hides_name = False

    objects = SummaryQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["topic", "kind", "summarizer"], name="summary_summarizer_once_in_topic_and_kind"
            ),
            models.UniqueConstraint(fields=["topic", "mask"], condition=~Q(mask=""), name="summary_mask_once_in_topic"),
            models.UniqueConstraint(fields=["topic", "kind", "position"], name="summary_position_once"),
            # The target of a work's composite foreign key, which ensures that its summary belongs to its topic.
            models.UniqueConstraint(fields=["id", "topic"], name="summary_of_a_topic"),
            choices_constraint("summary", "kind", "model", "peer"),
            models.CheckConstraint(condition=Q(length=Length("text")), name="summary_length_is_that_of_the_text"),
            models.CheckConstraint(condition=~Q(summarizer=""), name="summary_summarizer_not_empty"),
            models.CheckConstraint(condition=~Q(summarizer__contains="/"), name="summary_summarizer_fits_an_address"),
        ]

    def __str__(self) -> str:
        return self.summarizer

    @property
    def shown_name(self) -> str:
        """The summarizer, or the mask if the summarizer is hidden from the user."""
        return self.mask if self.hides_name else self.summarizer

    @property
    def shown_title(self) -> str:
        """The title; empty if it could reveal a hidden summarizer."""
        return "" if self.hides_name else self.title

    @property
    def letter(self) -> str:
        """The letter of a model summary (A, B, ...); empty for a peer."""
        return letter_at(self.position) if self.kind == self.Kind.MODEL else ""


CONSENSUS = "consensus"
"""The reserved name of the member that owns the consensus of each topic."""


class MembershipQuerySet(models.QuerySet["Membership"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The members of the projects that the user is a member of.

        In a blind project, only managers see members without an account, because such a name would reveal that there is
        imported work.
        """
        if not user.is_authenticated:
            return self.none()
        with_account = Q(project__memberships__user=user.pk, user__isnull=False)
        return self.filter(sees_everything(user, project="project") | with_account)


class Membership(models.Model):
    """A member of a project. Without ``user``, a member is only a name, under which imported work is listed.

    ``account_name``: in an imported project, the member's account on the other installation. ``host``: whether
    somebody is a member only because they imported the project; exports omit this member if they own no work.
    ``kind``: "program" for a program whose judgments were imported; only a program can have a ``version``.
    """

    class Role(models.TextChoices):
        MANAGER = "manager", "Manager"
        ANNOTATOR = "annotator", "Annotator"
        VIEWER = "viewer", "Viewer"

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        PROGRAM = "program", "Program"

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="memberships")
    name = models.CharField(max_length=100)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.ANNOTATOR)
    account_name = imported_user_name_field()
    host = models.BooleanField(default=False, db_default=False, editable=False)
    kind = models.CharField(
        max_length=7, choices=Kind.choices, default=Kind.PERSON, db_default=Kind.PERSON, editable=False
    )
    version = models.CharField(max_length=100, blank=True, default="", db_default="", editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="membership_name_once_in_project"),
            models.UniqueConstraint(fields=["project", "user"], name="membership_user_once_in_project"),
            choices_constraint("membership", "role", "manager", "annotator", "viewer"),
            choices_constraint("membership", "kind", "person", "program"),
            models.CheckConstraint(
                condition=Q(kind="person", version="") | Q(kind="program", user__isnull=True),
                name="membership_of_a_program_has_no_account",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="membership_name_not_empty"),
            models.CheckConstraint(condition=~Q(name__contains="/"), name="membership_name_fits_an_address"),
        ]

    def __str__(self) -> str:
        return self.name
