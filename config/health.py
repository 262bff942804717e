"""Answers for load balancers and containers: is the process up, can it serve."""

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

from config.run_folder import draining

ASKED_BY_MACHINES = frozenset(["/healthz", "/readyz", "/metrics"])


class AskedByMachines:
    """Answers probes whatever they call the host: they ask a process by its address, over plain HTTP.

    It stands before what would redirect them or refuse the name. Their answers hold no link.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        _needed()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer of the view at once, or what the others say."""
        if request.path_info not in ASKED_BY_MACHINES:
            return self._get_response(request)
        request.resolver_match = match = resolve(request.path_info)
        answer: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        return answer


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; touches no database."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if the database answers, no migration waits and the process will go on; else 503 with the reason."""
    if draining():
        return _unavailable("This process is about to stop.")
    try:
        waiting = _needed() - _applied()
    except ProgrammingError:  # no table yet
        return _unavailable("Migrations are waiting.")
    except Error:
        return _unavailable("The database does not answer.")
    if waiting:
        return _unavailable("Migrations are waiting.")
    return JsonResponse({"status": "ok"})


def _unavailable(detail: str) -> JsonResponse:
    return JsonResponse({"status": "unavailable", "detail": detail}, status=503)


@cache
def _needed() -> frozenset[tuple[str, str]]:
    """The migrations that this version comes with; read once, being asked every second."""
    return frozenset(MigrationLoader(None).disk_migrations)


def _applied() -> frozenset[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return frozenset(cursor.fetchall())
