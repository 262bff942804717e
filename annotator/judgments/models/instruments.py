"""Instruments, their questions, and who sees them."""

from secrets import token_hex
from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.lookups import Exact

from annotator.judgments.models.sheets import Sheet
from annotator.projects.columns import choices_constraint, opaque_id
from annotator.projects.visibility import MANAGER

KINDS = ("rating", "coverage", "utility", "extract", "presence")
"""The names of the kinds of instruments, which `annotator.judgments.kinds` defines."""


def new_seed() -> str:
    """A random seed for the order in which judges see topics and summaries."""
    return token_hex(16)


class InstrumentQuerySet(models.QuerySet["Instrument"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The instruments of the user's projects; drafts only for managers. Annotated with ``member_role``."""
        if not user.is_authenticated:
            return self.none()
        manages = Q(project__memberships__role="manager")
        visible = self.filter(~Q(state=Instrument.State.DRAFT) | manages, project__memberships__user=user)
        return visible.annotate(member_role=F("project__memberships__role"))

    def with_results_visible_to(self, user: User | AnonymousUser) -> Self:
        """The visible instruments whose results the user may see, because the user may see the sheets of all judges
        (`SheetKind.visible`). Whether other judges have begun makes no difference, so that this is not revealed.
        """
        sheets = Sheet.objects.filter(instrument=OuterRef("pk"))
        all_topics_are_revealed = Exists(sheets) & ~Exists(sheets.filter(work__topic__revealed_at=None))
        return self.visible_to(user).filter(
            Q(member_role=MANAGER)
            | Q(state="closed")
            | Q(blind=False, project__blind=False)
            | Q(all_topics_are_revealed)
        )


class Instrument(models.Model):
    """A questionnaire of a project: the questions that judges answer about summaries or documents, and its settings.

    ``shows_...``: what a judge sees beside the judged summary, such as the topic's statement. ``subjects``: whether
    model summaries are judged too. ``blind``: judges do not see each other's sheets.
    ``walk``: whether a judge answers all questions about a summary, or one question about all summaries first.
    ``every_value``: each value of a scale must be used on each topic. ``by_assignment``: only assigned topics may be
    judged. ``against``: in coverage, the model summaries whose units a summary is compared with. ``size``,
    ``size_unit``: the size of an extract. ``seed``: determines each judge's order of topics and summaries.

    Once a sheet exists, a database trigger refuses changes of the questions, ``against``, ``every_value``, the size,
    the seed, the key and the kind.
    """

    class Kind(models.TextChoices):
        RATING = "rating", "Rating"
        COVERAGE = "coverage", "Coverage"
        UTILITY = "utility", "Utility"
        EXTRACT = "extract", "Extract"
        PRESENCE = "presence", "Presence"

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    class Subjects(models.TextChoices):
        PEERS = "peers", "Peers"
        SUMMARIES = "summaries", "Peers and model summaries"

    class Walk(models.TextChoices):
        SUMMARY = "summary", "All questions about a summary, then the next summary"
        QUESTION = "question", "One question about all summaries, then the next question"

    class Against(models.TextChoices):
        OWN = "own", "The judge’s own model summary"
        ALL = "all", "All model summaries"
        ASSIGNED = "assigned", "The assigned model summaries"

    class SizeUnit(models.TextChoices):
        SENTENCES = "sentences", "Sentences"
        PERCENT = "percent", "Percent of the sentences"

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="instruments")
    key = models.SlugField(max_length=60)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    state = models.CharField(max_length=6, choices=State.choices, default=State.DRAFT)
    guidelines = models.TextField(blank=True, default="")
    shows_statement = models.BooleanField(default=True)
    shows_models = models.BooleanField(default=False)
    shows_documents = models.BooleanField(default=False)
    subjects = models.CharField(max_length=10, choices=Subjects.choices, default=Subjects.PEERS)
    walk = models.CharField(max_length=10, choices=Walk.choices, default=Walk.SUMMARY)
    every_value = models.BooleanField(default=False)
    blind = models.BooleanField(default=True)
    by_assignment = models.BooleanField(default=False)
    against = models.CharField(max_length=10, choices=Against.choices, default=Against.OWN)
    size = models.PositiveIntegerField(null=True)
    size_unit = models.CharField(max_length=10, choices=SizeUnit.choices, default=SizeUnit.SENTENCES)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    # Set by visible_to().
    member_role: str

    objects = InstrumentQuerySet.as_manager()

    class Meta:
        ordering = ["project", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="instrument_key_once_in_project"),
            choices_constraint("instrument", "kind", *KINDS),
            choices_constraint("instrument", "state", "draft", "open", "closed"),
            choices_constraint("instrument", "subjects", "peers", "summaries"),
            choices_constraint("instrument", "walk", "summary", "question"),
            choices_constraint("instrument", "against", "own", "all", "assigned"),
            choices_constraint("instrument", "size_unit", "sentences", "percent"),
            models.CheckConstraint(
                condition=Q(size__isnull=True) | Q(kind="extract", size__gt=0), name="instrument_size_is_of_an_extract"
            ),
            # A draft may still lack its size.
            models.CheckConstraint(
                condition=~Q(kind="extract") | Q(state="draft") | Q(size__isnull=False),
                name="instrument_open_extract_has_a_size",
            ),
            models.CheckConstraint(
                condition=Q(size__isnull=True) | Q(size_unit="sentences") | Q(size__lte=100),
                name="instrument_size_is_at_most_100_percent",
            ),
            models.CheckConstraint(condition=~Q(key=""), name="instrument_key_not_empty"),
            models.CheckConstraint(condition=~Q(seed=""), name="instrument_seed_not_empty"),
        ]

    def __str__(self) -> str:
        return self.name


class Question(models.Model):
    """A question that is asked of each item, or once per sheet, with its scale of whole numbers.

    ``labels``: map values, as text, to their names. ``anchors``: map values to the sentences that explain them.
    ``optional``: the judge may skip it.
    """

    class Per(models.TextChoices):
        ITEM = "item", "Of each item"
        SHEET = "sheet", "Once a sheet"

    instrument = models.ForeignKey("annotator.Instrument", on_delete=models.CASCADE, related_name="questions")
    key = models.SlugField(max_length=40)
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    text = models.TextField(blank=True, default="")
    per = models.CharField(max_length=5, choices=Per.choices)
    minimum = models.PositiveSmallIntegerField()
    maximum = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(default=1)
    labels = models.JSONField(default=dict)
    anchors = models.JSONField(default=dict)
    optional = models.BooleanField(default=False)

    class Meta:
        ordering = ["instrument", "position"]
        constraints = [
            models.UniqueConstraint(fields=["instrument", "key"], name="question_key_once_in_instrument"),
            models.UniqueConstraint(fields=["instrument", "position"], name="question_position_once_in_instrument"),
            choices_constraint("question", "per", "item", "sheet"),
            models.CheckConstraint(
                condition=Q(minimum__lt=F("maximum"), maximum__lte=100), name="question_scale_is_within_0_to_100"
            ),
            models.CheckConstraint(condition=Q(step__gte=1), name="question_step_is_positive"),
            models.CheckConstraint(
                condition=Exact((F("maximum") - F("minimum")) % F("step"), 0),
                name="question_steps_lead_to_the_maximum",
            ),
            models.CheckConstraint(condition=~Q(key=""), name="question_key_not_empty"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def values(self) -> range:
        """The values of the scale."""
        return range(self.minimum, self.maximum + 1, self.step)
