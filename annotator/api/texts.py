"""``/api/projects/<slug>/topics/<key>/summaries/``: the texts of a topic."""

from typing import Any

from django.db.models import F, Func, IntegerField, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.api.filters import SummaryFilters
from annotator.api.listing import Listing
from annotator.api.places import InTopic
from annotator.api.serializers.bodies import NewSummaries
from annotator.api.serializers.texts import AddedSummaries, SummaryDetail, SummaryRow
from annotator.models import Summary
from annotator.permissions import check_manage
from annotator.services.peer_names import in_order_for
from annotator.services.texts import NewSummary, add_summaries

TEXTS = ("text", "words", "sentences")


class _WordCount(Func):
    """How many words a summary has; ``words`` has two numbers for each."""

    function = "jsonb_array_length"
    template = "%(function)s(%(expressions)s) / 2"
    output_field = IntegerField()


class Summaries(InTopic, Listing):
    """The model summaries of a topic by letter, then its peers in the order in which you are shown them."""

    queryset = Summary.objects.none()
    serializer_class = SummaryRow
    filterset_class = SummaryFilters

    def rows(self) -> QuerySet[Summary]:
        return _of_topic(self).defer(*TEXTS).order_by("kind", "position", "pk")

    def paginate_queryset(self, queryset: QuerySet[Any] | Any) -> list[Any] | None:
        """A page of them; the order of peers is the member's own, so that it tells nothing of the import."""
        found = list(queryset)
        models = [summary for summary in found if summary.kind == Summary.Kind.MODEL]
        peers = in_order_for(self.member, found[len(models) :], project=self.project)
        return super().paginate_queryset([*models, *peers])

    @extend_schema(request=NewSummaries, responses={201: AddedSummaries})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Add texts to a topic, all or none; for managers.

        ``notes`` says what was changed in the texts: line ends, byte order marks.
        """
        check_manage(self.member.role)
        new = [NewSummary(**given) for given in NewSummaries.read(request.data)["summaries"]]
        made, notes = add_summaries(topic=self.topic, summaries=new)
        summaries = _of_topic(self).filter(pk__in=[one.pk for one in made]).order_by("kind", "position")
        return Response(AddedSummaries({"summaries": summaries, "notes": notes}).data, status=201)


class SummaryResource(InTopic):
    """One summary of a topic, of the ``kind`` that its address names; a masked peer is found by its mask."""

    kind = ""

    def get(self, request: Request, slug: str, key: str, name: str) -> Response:
        """The summary with its text and tokens."""
        summaries, peer = _of_topic(self), self.kind == Summary.Kind.PEER
        found = summaries.peer_called(name) if peer else summaries.get(kind=self.kind, summarizer=name)
        return Response(SummaryDetail(found).data)


def _of_topic(here: InTopic) -> Any:
    """The summaries of the topic, for the user who asks."""
    summaries = Summary.objects.visible_to(here.user).filter(topic=here.topic)
    return summaries.select_related("topic__project").annotate(word_count=_WordCount(F("words")))
