"""Summaries: the model summaries that build a topic's pyramid and the peer summaries to be scored."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Case, Q, Value, When
from django.db.models.functions import Length

from annotator.models.visibility import called, hides_names


def letter(index: int) -> str:
    """The letters of the nth model summary, from 0: A to Z, then AA, AB, ..."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


class SummaryQuerySet(models.QuerySet["Summary"]):
    """Summaries, scoped to people and by kind."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The summaries of the projects the user is a member of, with what the user may call them: ``shown_name``."""
        if not user.is_authenticated:
            return self.none()
        mine = self.filter(topic__project__memberships__user=user)
        return mine.annotate(hides_name=Q(kind=Summary.Kind.PEER) & hides_names("topic__"))

    def peer_called(self, name: str) -> "Summary":
        """Of visible summaries of one topic, the peer of this name in an address. Raises Summary.DoesNotExist."""
        found = self.peers_of_topics().filter(called(name, hidden="hides_name"))
        first = Case(When(summarizer=name, then=Value(0)), default=Value(1))
        peer = found.order_by(first).first()
        if peer is None:
            raise Summary.DoesNotExist
        return peer

    def models_of_topics(self) -> Self:
        """Model summaries only, in the order of their letters."""
        return self.filter(kind=Summary.Kind.MODEL)

    def peers_of_topics(self) -> Self:
        """Peer summaries only."""
        return self.filter(kind=Summary.Kind.PEER)


class Summary(models.Model):
    """A text, stored as imported, with its tokens.

    ``words`` and ``sentences`` are flat lists of code point offsets ``[start, end, start, end, ...]`` made by
    ``segmenter``. ``position`` counts from 0 within topic and kind and gives a model its letter. ``mask`` is the
    name of a peer for those who may not know who wrote it.
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

    # Set by visible_to() for the user who asks; other code works with the real names.
    hides_name = False

    objects = SummaryQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["topic", "kind", "summarizer"], name="summary_summarizer_once_in_topic_and_kind"
            ),
            models.UniqueConstraint(
                fields=["topic", "mask"], condition=~models.Q(mask=""), name="summary_mask_once_in_topic"
            ),
            models.UniqueConstraint(fields=["topic", "kind", "position"], name="summary_position_once"),
            models.CheckConstraint(condition=models.Q(kind__in=["model", "peer"]), name="summary_kind_known"),
            models.CheckConstraint(
                condition=models.Q(length=Length("text")), name="summary_length_is_that_of_the_text"
            ),
            models.CheckConstraint(condition=~models.Q(summarizer=""), name="summary_summarizer_not_empty"),
            models.CheckConstraint(
                condition=~models.Q(summarizer__contains="/"), name="summary_summarizer_fits_an_address"
            ),
        ]

    def __str__(self) -> str:
        return self.summarizer

    @property
    def shown_name(self) -> str:
        """What the user who asked is told of who wrote it: the summarizer or the mask."""
        return self.mask if self.hides_name else self.summarizer

    @property
    def shown_title(self) -> str:
        """The title, unless it may tell who wrote it."""
        return "" if self.hides_name else self.title

    @property
    def letter(self) -> str:
        """The letters of a model summary (A, B, ...) in pages; a peer has none."""
        return letter(self.position) if self.kind == self.Kind.MODEL else ""
