"""WhiteNoise that also finds what another version has collected since this process started (docs/adr/0126)."""

import os
import re

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


class StaticServing(WhiteNoiseMiddleware):
    """Looks once more into the folder for a hashed name that was not there at the start.

    While two versions run side by side, a page of the newer one may ask the older one for its files.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The file, or what the others say."""
        url = request.path_info
        if not self.autorefresh and url.startswith(self.static_prefix) and url not in self.files:
            self._look_again(url)
        answer: HttpResponseBase = super().__call__(request)
        return answer

    def _look_again(self, url: str) -> None:
        if not (HASHED.search(url) and self.url_is_canonical(url)):
            return
        root = os.path.join(os.path.abspath(settings.STATIC_ROOT), "")  # noqa: PTH100, PTH118  # as WhiteNoise has it
        path = os.path.join(root, url[len(self.static_prefix) :])  # noqa: PTH118
        if self.path_is_child_of(path, root) and os.path.isfile(path):  # noqa: PTH113
            self.add_file_to_dictionary(url, path)
