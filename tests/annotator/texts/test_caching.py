"""The cache that is limited by bytes."""

from typing import Any

from annotator.texts.caching import BYTES_PER_PICKLED_BYTE, cache_by_bytes

ROOM = 100 * 1_000 * BYTES_PER_PICKLED_BYTE  # for fewer than a hundred results of a thousand characters


def made(max_bytes: int) -> tuple[list[int], Any]:
    """The numbers for which the function was called, and the function."""
    called: list[int] = []

    @cache_by_bytes(max_bytes)
    def text(number: int, *, length: int = 1_000) -> str:
        called.append(number)
        return chr(97 + number % 26) * length

    return called, text


def test_a_result_is_computed_once() -> None:
    called, text = made(ROOM)
    assert [text(1), text(2), text(1)] == ["b" * 1_000, "c" * 1_000, "b" * 1_000]
    assert called == [1, 2]


def test_what_was_used_longest_ago_goes_first() -> None:
    called, text = made(ROOM)
    for number in range(60):
        text(number)
    text(0)
    for number in range(60, 120):
        text(number)
    called.clear()
    text(0), text(1), text(119)
    assert called == [1]


def test_a_result_that_is_too_large_is_not_kept_and_drives_nothing_out() -> None:
    called, text = made(ROOM)
    text(1), text(2, length=200_000), text(2, length=200_000), text(1)
    assert called == [1, 2, 2]
