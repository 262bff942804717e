"""`/metrics`: the figures, for whoever has the token."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from config import metrics


@never_cache
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """404 where no token is set, 401 without it; sessions do not count."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(
            "The token is missing or wrong.\n", "text/plain", 401, headers={"WWW-Authenticate": "Bearer"}
        )
    return HttpResponse(metrics.collected(), CONTENT_TYPE_LATEST)
