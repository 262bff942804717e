"""What a request to a route may cost. Each route declares one of three classes, which limits the body of its requests.

URL configurations use `short`, `texts` and `files` in place of Django's ``path``.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from typing import Any

from django.urls import URLPattern, URLResolver, path

MEGABYTE = 1024 * 1024


class Cost(Enum):
    """A class of routes; its value is the largest body of a request in bytes."""

    SHORT = MEGABYTE
    """No body, or one without texts. The limit also holds for everybody who is not signed in."""
    TEXTS = 12 * MEGABYTE
    """JSON with texts or edits."""
    FILES = 110 * MEGABYTE
    """A form with files: those of a form (annotator/web/forms.py) and the multipart text around them."""


def declare(cost: Cost, patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Declare the class of all these routes, such as those of a library."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            declare(cost, pattern.url_patterns)
        else:
            # A method takes no attributes of its own.
            function: Any = getattr(pattern.callback, "__func__", pattern.callback)
            function.cost = cost


def cost_of(view: Callable[..., Any]) -> Cost | None:
    """Return the class of the view of a URL pattern; None if it declares none."""
    return getattr(view, "cost", None)


def _route(cost: Cost, route: str, view: Callable[..., Any], *, name: str) -> URLPattern:
    pattern: URLPattern = path(route, view, name=name)
    declare(cost, [pattern])
    return pattern


short = partial(_route, Cost.SHORT)
texts = partial(_route, Cost.TEXTS)
files = partial(_route, Cost.FILES)
