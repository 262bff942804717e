"""Base classes for lists in the API, with pages and filters. Unknown query parameters are refused."""

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

DEFAULT_PAGE_SIZE = 50
MAX_PAGE_SIZE = 200


class Pages(PageNumberPagination):
    """Pages by ``?page=N&page_size=N``. A response has ``count``, ``next``, ``previous`` and ``results``."""

    page_size = DEFAULT_PAGE_SIZE
    page_size_query_param = "page_size"
    page_size_query_description = f"Rows in a page, at most {MAX_PAGE_SIZE}."
    max_page_size = MAX_PAGE_SIZE

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """Return the rows of the requested page. 400 for a malformed number, 404 for a page after the last one."""
        for name, maximum in (("page", 10**9 - 1), ("page_size", MAX_PAGE_SIZE)):
            text = request.query_params.get(name, "1")
            if not (text.isascii() and text.isdigit() and len(text) < 10 and 0 < int(text) <= maximum):
                raise MalformedQuery([FieldError(name, f"This must be a whole number, 1 to {maximum:,}.")])
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the OpenAPI schema of a page, in which all members are required."""
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"count": {"type": "integer", "minimum": 0}, "next": link, "previous": link, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}


class DeclaredFilters(DjangoFilterBackend):
    """Applies the filters that a list declares; answers 400 for invalid values and unknown parameters."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        filters: type[FilterSet] | None = self.get_filterset_class(view, queryset)
        refuse_unknown(request, known={*(filters.base_filters if filters else ()), "page", "page_size"})
        try:
            return super().filter_queryset(request, queryset, view)
        except ValidationError as error:
            problems: Any = error.detail
            errors = [FieldError(name, " ".join(map(str, messages))) for name, messages in problems.items()]
            raise MalformedQuery(errors) from None


def refuse_unknown(request: Request, known: Collection[str]) -> None:
    """Raise MalformedQuery if the URL has query parameters other than the known ones."""
    unknown = [name for name in request.query_params if name not in known]
    if unknown:
        raise MalformedQuery([FieldError(name, "There is no such query parameter here.") for name in unknown])


class IntegerFilter(NumberFilter):
    field_class = forms.IntegerField


class Listing(ListModelMixin, GenericAPIView[Any]):
    """Rows that the user may see. Subclasses select and order them in ``get_queryset``."""

    pagination_class = Pages
    filter_backends = (DeclaredFilters,)

    def prepare_rows(self, page: Sequence[Any]) -> Sequence[Any]:
        """Return the rows of a page as the serializer expects them."""
        return page

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self.get_serializer(self.prepare_rows(page or []), many=True).data)
