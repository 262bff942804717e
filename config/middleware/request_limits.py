"""Refuses requests with too large a body or with a NUL character in the URL before they reach a view."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch
from rest_framework.exceptions import APIException

from annotator.accounts.authentication import PersonalToken
from annotator.web.costs import MEGABYTE, Cost, cost_of
from annotator.web.shares import WAITING_FOR_CLIENTS
from config.error_pages import TOO_MANY_UPLOADS, failure_response, too_large


class RequestLimits:
    """Refuses a Content-Length above the limit of the route's `Cost`, and answers 404 to a URL with NUL.

    Django limits the fields of a form, but writes uploaded files of any size to disk. In `MIDDLEWARE` it must come
    before Django's check of CSRF tokens, which reads the form. Its ``process_view`` may still use ``request.user``,
    which a later middleware sets: Django calls every ``__call__`` before any ``process_view``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # For each share of WAITING_FOR_CLIENTS (threads that may wait for slow clients) in use here: its account's id.
        request.large_body_accounts = []  # type: ignore[attr-defined]
        try:
            return self._get_response(request)
        finally:
            for account in request.large_body_accounts:  # type: ignore[attr-defined]
                WAITING_FOR_CLIENTS.release(account)

    def process_view(self, request: HttpRequest, view: Callable[..., object], *_: object) -> HttpResponseBase | None:
        """Returns a 413 response to a body that is too large, and a 503 response to a large body while the site
        receives as many large bodies as it can. A body without a length is never read.

        Raises Http404 for NUL in the path or query, which Postgres cannot store or compare. This is checked here, after
        URL resolution, because before it the site's own 404 page is not shown.
        """
        length = _length_of(request)
        limit = (cost_of(view) or Cost.SHORT).value
        if limit > Cost.SHORT.value and _is_anonymous(request):
            limit = Cost.SHORT.value
        if length > limit:
            return too_large(request, limit // MEGABYTE)
        # Without an account, only API calls get here. They are answered 401, and their large bodies are never read.
        if length > Cost.SHORT.value and (account := _account_of(request)) is not None:
            if not WAITING_FOR_CLIENTS.acquire(account):
                return failure_response(request, TOO_MANY_UPLOADS)
            request.large_body_accounts.append(account)  # type: ignore[attr-defined]
        match: ResolverMatch | None = request.resolver_match
        arguments = match.kwargs.values() if match else []
        if any("\0" in str(text) for text in [*arguments, *request.GET, *request.GET.values()]):
            raise Http404
        return None


def _length_of(request: HttpRequest) -> int:
    # As Django computes it, which reads no more bytes than this length. A header that is not a number, or has thousands
    # of digits, counts as 0.
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _account_of(request: HttpRequest) -> int | None:
    """Returns the id of the account that the API token, or else the session, belongs to; None without an account."""
    try:
        user_and_token = PersonalToken().authenticate(request)  # type: ignore[arg-type]  # reads only the header
    except APIException:
        return None
    return user_and_token[0].pk if user_and_token else request.user.pk


def _is_anonymous(request: HttpRequest) -> bool:
    # API requests authenticate later, by token, and before their body is read.
    return not request.path.startswith("/api/") and not request.user.is_authenticated
