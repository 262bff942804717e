"""Refuses requests with too large a body or with a NUL character in the URL before they reach a view."""

import re
from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch

LARGEST_BODY = 110 * 1024 * 1024
"""Bytes: enough for all files of a form (annotator/web/forms.py) and the multipart text around them."""
LARGEST_ANONYMOUS_BODY = 1024 * 1024
"""Bytes, for a request without a signed-in user."""


class RequestLimits:
    """Refuses too large a Content-Length before the body is read, and answers 404 to a URL with NUL.

    Django limits the fields of a form, but writes uploaded files of any size to disk. This middleware must come after
    the authentication middleware, because it needs the user, and before any other middleware reads the form.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Raises RequestDataTooBig, which Django answers with 400. The server never reads a body without a length."""
        header = str(request.META.get("CONTENT_LENGTH", ""))
        length = int(header) if re.fullmatch("[0-9]{1,19}", header) else 0  # int() of a long text would be slow
        if length > LARGEST_BODY or (length > LARGEST_ANONYMOUS_BODY and _is_anonymous(request)):
            raise RequestDataTooBig
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> None:
        """Raises Http404 for NUL in the path or query, which Postgres cannot store or compare.

        It runs after URL resolution, so that the site's own 404 page is shown.
        """
        match: ResolverMatch | None = request.resolver_match
        arguments = match.kwargs.values() if match else []
        if any("\0" in str(text) for text in [*arguments, *request.GET, *request.GET.values()]):
            raise Http404


def _is_anonymous(request: HttpRequest) -> bool:
    # API requests authenticate later, by token, and have a smaller limit (annotator/web/serializers.py).
    return not request.path.startswith("/api/") and not request.user.is_authenticated
