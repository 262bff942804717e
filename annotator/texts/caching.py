"""A cache of results that is limited by their size in bytes, not by their number."""

import pickle
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
Result = TypeVar("Result")

BYTES_PER_PICKLED_BYTE = 10
"""Short strings and numbers, of which most results consist, take about this many times their size in a pickle."""


def cache_by_bytes(max_bytes: int) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Decorate a function of hashable arguments: its last results are kept, as long as they fit into ``max_bytes``.

    The size of an entry, arguments included, is estimated from its pickle. A larger one than ``max_bytes`` is not kept.
    """

    def decorate(function: Callable[P, Result]) -> Callable[P, Result]:
        entries: OrderedDict[Any, tuple[Result, int]] = OrderedDict()
        lock = Lock()
        total = 0

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> Result:
            nonlocal total
            key = (args, *kwargs.items())
            with lock:
                if key in entries:
                    entries.move_to_end(key)
                    return entries[key][0]
            result = function(*args, **kwargs)
            size = len(pickle.dumps((key, result))) * BYTES_PER_PICKLED_BYTE
            with lock:
                if size <= max_bytes and key not in entries:
                    entries[key] = result, size
                    total += size
                    while total > max_bytes:
                        total -= entries.popitem(last=False)[1][1]
            return result

        return cached

    return decorate
