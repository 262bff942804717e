"""A cache of results that is limited by their size in bytes, not by their number."""

import pickle
from collections import OrderedDict
from collections.abc import Callable
from functools import partial, update_wrapper
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
Result = TypeVar("Result")

BYTES_PER_PICKLED_BYTE = 10
"""Short strings and numbers, of which most results consist, take about this many times their size in a pickle."""


class CachedFunction(Generic[P, Result]):
    """A function of hashable arguments whose last results are kept, as long as they fit into ``max_bytes``.

    The size of an entry, arguments included, is estimated from its pickle. An entry larger than ``max_bytes`` is not
    kept.
    """

    def __init__(self, function: Callable[P, Result], *, max_bytes: int) -> None:
        self._function = function
        self._max_bytes = max_bytes
        self._entries: OrderedDict[Any, tuple[Result, int]] = OrderedDict()
        self._total_size = 0
        self._lock = Lock()
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Result:
        key = (args, *kwargs.items())
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key][0]
        result = self._function(*args, **kwargs)
        size = len(pickle.dumps((key, result))) * BYTES_PER_PICKLED_BYTE
        with self._lock:
            if size <= self._max_bytes and key not in self._entries:
                self._entries[key] = result, size
                self._total_size += size
                while self._total_size > self._max_bytes:
                    _, (_, oldest_size) = self._entries.popitem(last=False)
                    self._total_size -= oldest_size
        return result

    def cache_clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._total_size = 0


def cache_by_bytes(max_bytes: int) -> Callable[[Callable[P, Result]], CachedFunction[P, Result]]:
    """Decorate a function; see `CachedFunction`."""
    return partial(CachedFunction, max_bytes=max_bytes)
