"""Addresses that nothing can have."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch


class NoNul:
    """404 for a NUL in an address or its query: nothing is called so, and Postgres cannot even be asked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing to do before the address is resolved."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> None:
        """After the address is resolved, so that the error page is the site's own."""
        match: ResolverMatch | None = request.resolver_match
        steps = match.kwargs.values() if match else []
        if any("\0" in str(step) for step in [*steps, *request.GET, *request.GET.values()]):
            raise Http404
