"""`/healthz` and `/readyz`, for load balancers and containers: whether the process is up, and whether it can serve."""

from collections.abc import Callable
from functools import cache

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.utils import ProgrammingError
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

PATHS = frozenset(["/healthz", "/readyz"])


class HealthChecks:
    """Answers health checks before other middleware can redirect them to HTTPS or refuse their host name.

    A proxy requests them over plain HTTP and by IP address. This is safe: the responses contain no links.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        _migrations_on_disk()  # fills the cache when the process starts

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info not in PATHS:
            return self._get_response(request)
        request.resolver_match = match = resolve(request.path_info)
        response: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        return response


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Returns 200 as long as the process answers; does not use the database."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Returns 200 if the database answers and no migration is pending; else 503 with the reason."""
    try:
        if _migrations_on_disk() <= _applied_migrations():
            return JsonResponse({"status": "ok"})
        detail = "Migrations are waiting."
    except ProgrammingError:  # the table django_migrations does not exist yet
        detail = "Migrations are waiting."
    except Error:
        detail = "The database does not answer."
    return JsonResponse({"status": "unavailable", "detail": detail}, status=503)


@cache
def _migrations_on_disk() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)


def _applied_migrations() -> frozenset[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return frozenset(cursor.fetchall())
