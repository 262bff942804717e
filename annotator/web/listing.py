"""Lists of the API: pages of rows in a stable order, and filters; unknown filters are refused by name."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend, FilterSet, NumberFilter
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery

PAGE = 50
MOST = 200


class Pages(PageNumberPagination):
    """``?page=N&page_size=N``: ``count``, ``next``, ``previous`` and ``results``."""

    page_size = PAGE
    page_size_query_param = "page_size"
    page_size_query_description = f"Rows in a page, at most {MOST}."
    max_page_size = MOST

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """The rows of the requested page. 400 if its number is malformed, 404 if it is beyond the last page."""
        for name, most in (("page", 10**9 - 1), ("page_size", MOST)):
            text = request.query_params.get(name, "1")
            if not (text.isascii() and text.isdigit() and len(text) < 10 and 0 < int(text) <= most):
                raise MalformedQuery([FieldError(name, f"This must be a whole number, 1 to {most:,}.")])
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """For OpenAPI: all members are required."""
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"count": {"type": "integer", "minimum": 0}, "next": link, "previous": link, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}


class DeclaredFilters(DjangoFilterBackend):
    """The filters that a list declares; 400 for invalid values and unknown parameters."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        filters: type[FilterSet] | None = self.get_filterset_class(view, queryset)
        known = {*(filters.base_filters if filters else ()), "page", "page_size"}
        refuse_unknown(request, known)
        try:
            return super().filter_queryset(request, queryset, view)
        except ValidationError as error:
            problems: Any = error.detail
            errors = [FieldError(name, " ".join(map(str, messages))) for name, messages in problems.items()]
            raise MalformedQuery(errors) from None


def refuse_unknown(request: Request, known: Collection[str]) -> None:
    """Raise MalformedQuery if the query has parameters that nothing reads."""
    unknown = [name for name in request.query_params if name not in known]
    if unknown:
        raise MalformedQuery([FieldError(name, "Nothing of this name can be asked for here.") for name in unknown])


class WholeNumber(NumberFilter):
    """A filter by a number without a fraction."""

    field_class = forms.IntegerField


class Listing(ListModelMixin, GenericAPIView[Any]):
    """A list of rows that the user may see: ``get_queryset`` selects and orders them, ``shown`` prepares a page."""

    pagination_class = Pages
    filter_backends = (DeclaredFilters,)

    def shown(self, page: Sequence[Any]) -> Sequence[Any]:
        """The rows of a page as the serializer expects them."""
        return page

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self.get_serializer(self.shown(page or []), many=True).data)
