"""Lists of the API: pages of rows in a stable order, and filters of which an unknown one is refused by name."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend, FilterSet
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
        """The rows of the page that is asked for. 400 for what is no number, 404 for a page beyond the last."""
        for name, most in (("page", 10**9 - 1), ("page_size", MOST)):
            given = request.query_params.get(name, "1")
            if not (given.isascii() and given.isdigit() and len(given) < 10 and 0 < int(given) <= most):
                raise MalformedQuery([FieldError(name, f"This must be a whole number, 1 to {most:,}.")])
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """For OpenAPI: every member is always there."""
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"count": {"type": "integer", "minimum": 0}, "next": link, "previous": link, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}


class DeclaredFilters(DjangoFilterBackend):
    """The filters that a list declares; 400 for values that make no sense, and for everything else in the query."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        """The rows that are asked for."""
        filters: type[FilterSet] | None = self.get_filterset_class(view, queryset)
        known = {*(filters.base_filters if filters else ()), "page", "page_size"}
        refuse_unknown(request, known)
        try:
            return super().filter_queryset(request, queryset, view)
        except ValidationError as error:
            told: Any = error.detail
            raise MalformedQuery([FieldError(name, " ".join(map(str, said))) for name, said in told.items()]) from None


def refuse_unknown(request: Request, known: Collection[str]) -> None:
    """Raise MalformedQuery for parts of a query that nothing would read."""
    unknown = [name for name in request.query_params if name not in known]
    if unknown:
        raise MalformedQuery([FieldError(name, "Nothing of this name can be asked for here.") for name in unknown])


class Listing(ListModelMixin, GenericAPIView[Any]):
    """A list of what the user may see: ``rows`` finds it, ``shown`` prepares one page of it for the serializer."""

    pagination_class = Pages
    filter_backends = (DeclaredFilters,)

    def rows(self) -> QuerySet[Any]:
        """All that the user may see here, in a stable order."""
        raise NotImplementedError

    def shown(self, page: Sequence[Any]) -> Sequence[Any]:
        """The rows of a page as the serializer takes them."""
        return page

    def get_queryset(self) -> QuerySet[Any]:
        """What is filtered and paged."""
        return self.rows()

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self.get_serializer(self.shown(page or []), many=True).data)
