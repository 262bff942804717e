"""Limits the size of request bodies: each route declares one of three costs, by the largest body that it accepts.

URL configurations use `short`, `texts` and `files` in place of Django's ``path``.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from typing import Any

from django.urls import URLPattern, URLResolver, path

MEGABYTE = 1024 * 1024


class Cost(Enum):
    """The cost of a route; its value is the size of the largest request body that the route accepts, in bytes."""

    SHORT = MEGABYTE
    """No body, or a body without texts. This limit also applies to requests of users who are not signed in."""
    TEXTS = 12 * MEGABYTE
    """JSON with texts or edits."""
    FILES = 110 * MEGABYTE
    """A form with files of at most `LARGEST_UPLOAD_TOTAL` bytes, and the multipart text around them."""


def declare_cost(cost: Cost, patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Declare the cost of all these routes, for example of the routes of a library."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            declare_cost(cost, pattern.url_patterns)
        else:
            # Attributes of a method can only be set on its function.
            function: Any = getattr(pattern.callback, "__func__", pattern.callback)
            function.cost = cost


def cost_of(view: Callable[..., Any]) -> Cost | None:
    """Return the cost declared for the view of a URL pattern; None if there is none."""
    return getattr(view, "cost", None)


def _route(cost: Cost, route: str, view: Callable[..., Any], *, name: str) -> URLPattern:
    pattern: URLPattern = path(route, view, name=name)
    declare_cost(cost, [pattern])
    return pattern


short = partial(_route, Cost.SHORT)
texts = partial(_route, Cost.TEXTS)
files = partial(_route, Cost.FILES)
