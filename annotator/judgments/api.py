"""API views of instruments, their sheets, and lists of items. `annotator.work.api` has the calls about one sheet.

A *session* is all sheets of one judge of an instrument on one topic.
"""

from typing import Any

import django_filters as filters
from django.db.models import Count, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in_user
from annotator.judgments.models import Instrument, ItemList, sheets
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.serializers import (
    InstrumentChanges,
    InstrumentRow,
    ItemListRow,
    NewInstrument,
    NewItemList,
    NewSession,
    Session,
    SheetRow,
)
from annotator.judgments.services.instruments import change_instrument, create_instrument
from annotator.judgments.services.item_lists import (
    create_document_sentence_list,
    create_released_statement_list,
    create_sentence_unit_list,
    create_typed_statement_list,
    create_unit_list,
)
from annotator.judgments.services.sessions import begin_session
from annotator.projects.access import ProjectApiView, TopicApiView
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.permissions import check_annotate, check_manage
from annotator.web.listing import Listing
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.visibility import WorkState


class InstrumentFilters(filters.FilterSet):
    """Query parameters: ``?kind=&state=``."""

    kind = filters.ChoiceFilter(choices=Instrument.Kind.choices)
    state = filters.ChoiceFilter(choices=Instrument.State.choices)


class Instruments(ProjectApiView, Listing):
    """The instruments of a project in the order of their creation; drafts only for managers."""

    queryset = Instrument.objects.none()
    serializer_class = InstrumentRow
    filterset_class = InstrumentFilters

    def get_queryset(self) -> QuerySet[Instrument]:
        visible = Instrument.objects.visible_to(self.user).filter(project=self.project)
        return visible.prefetch_related("questions").order_by("created_at", "pk")

    @extend_schema(request=NewInstrument, responses={201: InstrumentRow})
    def post(self, request: Request, slug: str) -> Response:
        """Create an instrument as a draft; only for managers."""
        manager = self.manager  # checked before the body: only managers may see its errors
        body = NewInstrument.read(request.data)
        preset = PRESETS.get(body.pop("preset", ""))
        fields = {"name": preset.name if preset else body["key"], "kind": "", **body}
        instrument = create_instrument(project=self.project, preset=preset, by=manager, **fields)
        return Response(InstrumentRow(instrument).data, status=201)


class InstrumentCall(APIView):
    """Base view of the calls about one instrument."""

    def instrument(self, pk: int) -> Instrument:
        """The instrument with its project and questions. Raises Instrument.DoesNotExist if it is not visible."""
        visible = Instrument.objects.visible_to(signed_in_user(self.request)).select_related("project")
        return visible.prefetch_related("questions").get(pk=pk)

    def member(self, instrument: Instrument) -> Membership:
        return instrument.project.memberships.get(user=signed_in_user(self.request))


class InstrumentResource(InstrumentCall):
    """One instrument."""

    serializer_class = InstrumentRow

    def get(self, request: Request, pk: int) -> Response:
        """The instrument with its questions."""
        return Response(InstrumentRow(self.instrument(pk)).data)

    @extend_schema(request=InstrumentChanges, responses=InstrumentRow)
    def patch(self, request: Request, pk: int) -> Response:
        """Change, open or close the instrument; only for managers."""
        instrument = self.instrument(pk)
        check_manage(instrument.member_role)
        changes, member = InstrumentChanges.read(request.data), self.member(instrument)
        change_instrument(instrument=instrument, changes=changes, by=member)
        return Response(InstrumentRow(self.instrument(pk)).data)


class SheetFilters(filters.FilterSet):
    """Query parameters: ``?topic=&judge=&state=``."""

    topic = filters.CharFilter(field_name="topic__key")
    judge = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)


class Sheets(InstrumentCall, Listing):
    """The sheets of an instrument that you may see, by topic. Within a topic, the order is random."""

    queryset = Work.objects.none()
    serializer_class = SheetRow
    filterset_class = SheetFilters

    def get_queryset(self) -> QuerySet[Work]:
        instrument = self.instrument(self.kwargs["pk"])
        visible = sheets().visible_to(signed_in_user(self.request)).filter(sheet__instrument=instrument)
        # Ids are random: their order does not reveal the order of the summaries.
        return _with_details(visible).order_by("topic__key", "pk")

    @extend_schema(request=NewSession, responses={200: Session})
    def post(self, request: Request, pk: int) -> Response:
        """Begin your session on a topic, or get the sheets that you have."""
        instrument = self.instrument(pk)
        check_annotate(instrument.member_role)
        key = NewSession.read(request.data)["topic"]
        topic = Topic.objects.visible_to(signed_in_user(request)).get(project=instrument.project, key=key)
        works = begin_session(instrument=instrument, topic=topic, judge=self.member(instrument))
        works_by_pk = {work.pk: work for work in _with_details(sheets().filter(pk__in=[work.pk for work in works]))}
        rows = SheetRow([works_by_pk[work.pk] for work in works], many=True, context=self.get_serializer_context())
        return Response({"sheets": rows.data})


def _with_details(works: QuerySet[Any]) -> QuerySet[Any]:
    return works.select_related("topic", "owner", "sheet__items__summary").defer(
        "topic__statement",
        *(f"sheet__items__summary__{field}" for field in ("text", "words", "sentences")),
    )


class ItemListFilters(filters.FilterSet):
    """Query parameter: ``?source=``."""

    source = filters.ChoiceFilter(choices=ItemList.Source.choices)


class ItemLists(TopicApiView, Listing):
    """The lists of items of a topic, by source and number; only for managers."""

    queryset = ItemList.objects.none()
    serializer_class = ItemListRow
    filterset_class = ItemListFilters

    def get_queryset(self) -> QuerySet[ItemList]:
        check_manage(self.member.role)
        lists = ItemList.objects.visible_to(self.user).filter(topic=self.topic).select_related("summary")
        return lists.annotate(item_count=Count("items")).order_by("source", "summary__position", "number")

    @extend_schema(request=NewItemList, responses={201: ItemListRow})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Create a list of items; only for managers."""
        manager, _ = self.manager, self.topic  # both are checked before the body
        body = NewItemList.read(request.data)
        items = self._create_list(body, by=manager)
        return Response(ItemListRow(self.get_queryset().get(pk=items.pk)).data, status=201)

    def _create_list(self, body: dict[str, Any], *, by: Membership) -> ItemList:
        name = body.get("name", "")
        if body["source"] == ItemList.Source.DOCUMENT_SENTENCES:
            return create_document_sentence_list(topic=self.topic, by=by, name=name)
        if "texts" in body:
            return create_typed_statement_list(topic=self.topic, texts=body["texts"], by=by, name=name)
        if body["source"] == ItemList.Source.STATEMENTS:
            release = Release.objects.visible_to(self.user).get(pk=body["release"], pyramid__topic=self.topic)
            options = {option: body[option] for option in ("sample", "seed", "vital_from") if option in body}
            return create_released_statement_list(release=release, by=by, name=name, **options)
        models = Summary.objects.visible_to(self.user).filter(topic=self.topic).model_summaries()
        model = models.get(summarizer=body["model"])
        if "spans" in body:
            return create_unit_list(
                summary=model, spans=[(start, end) for start, end in body["spans"]], by=by, name=name
            )
        return create_sentence_unit_list(summary=model, by=by)
