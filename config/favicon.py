"""The site's picture for tabs, at the address that browsers try by themselves (the admin names none)."""

from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles.finders import find
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(public=True, max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # as Django calls views
    """The pyramidion."""
    return HttpResponse(_picture(), content_type="image/svg+xml")


@lru_cache(maxsize=1)
def _picture() -> bytes:
    return Path(str(find("img/pyramidion.svg"))).read_bytes()
