"""The site's URLs and one more: a bare update of one row, with which benchmarks compare edits."""

from django.db import connection
from django.urls import include, path
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.accounts.authentication import signed_in_user


@api_view(["POST"])
def update_row(request: Request, pk: int) -> Response:
    """Does the least that a saving request must do: parse, authenticate, update one row, answer with a little JSON."""
    user = signed_in_user(request)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE annotator_work SET next_position = next_position + 1 WHERE id = %s", [pk])
    return Response({"by": user.pk, "fields": len(request.data)})


urlpatterns = [
    path("bench/pyramids/<int:pk>/", update_row),
    path("", include("config.urls")),
]
