"""The tag `{% import_map %}`: the import map of the page's ES modules.

Modules import each other by names such as `pyramidion/work/edits/group.js`. The map resolves that to the URL of
static/js/work/edits/group.js: with the hashed file name in production, with the plain one in debug mode.
"""

import json
from collections.abc import Iterable
from functools import cache

from django import template
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import HashedFilesMixin, staticfiles_storage
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

FOLDER = "js/"
PREFIX = "pyramidion/"

register = template.Library()


@register.simple_tag(takes_context=True)
def import_map(context: template.Context) -> SafeString:
    """Returns the map as an inline script with the page's CSP nonce; put it before the first module script."""
    imports = _imports() if settings.DEBUG else _cached_imports()
    text = json.dumps({"imports": imports}, separators=(",", ":")).replace("<", "\\u003c")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        getattr(context.get("request"), "csp_nonce", ""),  # error pages are rendered without a request
        mark_safe(text),  # noqa: S308  # JSON of our own file names with "<" escaped; HTML escapes would break it
    )


def _imports() -> dict[str, str]:
    if isinstance(staticfiles_storage, HashedFilesMixin):
        paths: Iterable[str] = getattr(staticfiles_storage, "hashed_files", {})
    else:
        paths = (path for finder in get_finders() for path, _ in finder.list([]))
    modules = sorted(path for path in paths if path.startswith(FOLDER) and path.endswith(".js"))
    return {PREFIX + path.removeprefix(FOLDER): staticfiles_storage.url(path) for path in modules}


_cached_imports = cache(_imports)
