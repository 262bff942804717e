"""Answers for load balancers and containers: is the process up, can it serve."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; touches no database."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if the database answers and no migration waits, else 503 with the reason."""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "detail": "The database does not answer."}, status=503)
    if waiting:
        return JsonResponse({"status": "unavailable", "detail": "Migrations are waiting."}, status=503)
    return JsonResponse({"status": "ok"})
