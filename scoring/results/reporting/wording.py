"""Numbers, and the words that agree with them, in sentences for papers."""

from scoring.stats.arrays import Interval


def is_or_are(number: int) -> str:
    return "is" if number == 1 else "are"


def was_or_were(number: int) -> str:
    return "was" if number == 1 else "were"


def differs_or_differ(number: int) -> str:
    return "differs" if number == 1 else "differ"


def counted(number: int, noun: str, plural: str = "") -> str:
    """The number with its noun, such as "1,326 words". ``plural``: of the noun; by default the noun with an s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def two_decimals(value: float | None) -> str:
    """The value with two decimals; "undefined" for None."""
    return "undefined" if value is None else f"{value:.2f}"


def in_brackets(interval: Interval) -> str:
    """The interval with two decimals and a space before it; "" if there is none."""
    return f" [{interval[0]:z.2f}, {interval[1]:z.2f}]" if interval else ""
