"""Refuses requests that no view should see: bodies that are too large, and URLs with a NUL character."""

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch

LARGEST = 110 * 1024 * 1024
"""Bytes: all files of a form (annotator/forms) and the multipart text around them."""
LARGEST_ANONYMOUS = 1024 * 1024
"""Bytes of a request without a signed-in user. The API checks its own, smaller, limit after its token."""


class RequestLimits:
    """Refuses a body by its Content-Length, before a byte of it is read, and a URL with NUL by 404.

    Django limits the fields of a form, but writes files of any size to disk for anybody. It must come after the
    authentication middleware, which knows the user, and it runs before any middleware or view reads the form.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Raises RequestDataTooBig, which Django answers with 400. A body without a length is never read."""
        header = str(request.META.get("CONTENT_LENGTH", ""))
        length = int(header) if header.isascii() and header.isdecimal() and len(header) < 20 else 0
        if length > LARGEST or (length > LARGEST_ANONYMOUS and _is_anonymous(request)):
            raise RequestDataTooBig
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> None:
        """Raises Http404 for NUL in the path or query, which Postgres cannot store or compare.

        It runs after URL resolution, so that the site's own error page is shown.
        """
        match: ResolverMatch | None = request.resolver_match
        arguments = match.kwargs.values() if match else []
        if any("\0" in str(text) for text in [*arguments, *request.GET, *request.GET.values()]):
            raise Http404


def _is_anonymous(request: HttpRequest) -> bool:
    return not request.path.startswith("/api/") and not request.user.is_authenticated
