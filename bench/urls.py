"""The site's URLs and one more: a bare update of one row, with which benchmarks compare edits."""

from django.db import connection
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in


class BareUpdate(APIView):
    """Does the least that a saving request must do: parse, authenticate, update one row, answer with a little JSON."""

    def post(self, request: Request, pk: int) -> Response:
        """Executes one SQL query after authentication."""
        user = signed_in(request)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE annotator_work SET next_position = next_position + 1 WHERE id = %s", [pk])
        return Response({"by": user.pk, "fields": len(request.data)})


urlpatterns = [
    path("bench/pyramids/<int:pk>/", BareUpdate.as_view()),
    path("", include("config.urls")),
]
