"""Bodies that are refused by their size before a byte of them is read.

Django bounds the fields of a form, but writes files of any size to the disk, for whoever sends them.
"""

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.http.response import HttpResponseBase

API = "/api/"
LARGEST = 110 * 1024 * 1024
"""Bytes: all files of a form (annotator/forms) and what stands around them."""
LARGEST_OF_STRANGERS = 1024 * 1024
"""Bytes, of who is not signed in. The API asks for a token itself, and takes less than this site in all."""


class BodySize:
    """400 for a body that is too large, by what it says of itself; without a length nothing of it is read at all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Raises RequestDataTooBig; behind the middleware that knows who asks, before the one that reads forms."""
        said = str(request.META.get("CONTENT_LENGTH", ""))
        length = int(said) if said.isascii() and said.isdecimal() and len(said) < 20 else 0
        if length > LARGEST or (length > LARGEST_OF_STRANGERS and self._is_strange(request)):
            raise RequestDataTooBig
        return self._get_response(request)

    def _is_strange(self, request: HttpRequest) -> bool:
        return not request.path.startswith(API) and not request.user.is_authenticated
