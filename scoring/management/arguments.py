"""Values of command line flags."""

from argparse import ArgumentTypeError

LATEST = "latest"


def positive(text: str) -> int:
    """A whole number above 0 with at most five digits. Raises ArgumentTypeError."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a positive whole number")
    return number


def release(text: str) -> int | None:
    """The number of a release, None for “latest”. Raises ArgumentTypeError."""
    if text == LATEST:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise ArgumentTypeError(f"{text!r} is neither a release number nor “latest”")
    return int(text)
