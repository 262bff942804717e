"""What all answers under ``/api/`` have in common: who may keep them, and entity tags for asking again."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers, set_response_etag

API = "/api/"


class ApiAnswers:
    """``Cache-Control: private, no-cache``, ``Vary``, and 304 for a GET whose ``If-None-Match`` still holds.

    The tag is made of the content, so that it is as good for the routes of one app as for those of another. The page of
    the documentation has none: its nonce is new each time.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer with its headers, or 304 in its place."""
        answer = self._get_response(request)
        if not request.path.startswith(API):
            return answer
        patch_vary_headers(answer, ("Accept", "Cookie", "Authorization"))
        if "Cache-Control" not in answer:
            patch_cache_control(answer, private=True, no_cache=True)
        if request.method not in ("GET", "HEAD") or answer.status_code != 200 or not isinstance(answer, HttpResponse):
            return answer
        if answer.headers["Content-Type"].startswith("text/html"):
            return answer
        if "ETag" not in answer:
            set_response_etag(answer)
        return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer
