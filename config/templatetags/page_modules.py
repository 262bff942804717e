"""`{% import_map %}`: tells the browser where the page's ES modules are.

Modules import each other as `pyramidion/work/edits/group.js` (static/js/work/edits/group.js), which leads to
the hashed file of the manifest, and to the plain file where there is no manifest. Paths are not in the map: it comes
with every page.
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
    """The import map as an inline script with the page's CSP nonce; put it before the first module script."""
    imports = _listed() if settings.DEBUG else _remembered()
    text = json.dumps({"imports": imports}, separators=(",", ":")).replace("<", "\\u003c")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        getattr(context.get("request"), "csp_nonce", ""),  # a page of an error handler has no request
        mark_safe(text),  # noqa: S308  # JSON of our own file names with "<" escaped; HTML escapes would break it
    )


@cache
def _remembered() -> dict[str, str]:
    return _listed()


def _listed() -> dict[str, str]:
    return {PREFIX + path.removeprefix(FOLDER): staticfiles_storage.url(path) for path in sorted(_module_paths())}


def _module_paths() -> Iterable[str]:
    if isinstance(staticfiles_storage, HashedFilesMixin):
        known: Iterable[str] = getattr(staticfiles_storage, "hashed_files", {})
    else:
        known = (path for finder in get_finders() for path, _ in finder.list([]))
    return (path for path in known if path.startswith(FOLDER) and path.endswith(".js"))
