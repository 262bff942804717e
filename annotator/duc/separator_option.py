"""The option `--separator`. Its values often begin with a dash, so that argparse treats them as options."""

import argparse
from typing import NoReturn

HELP = "what separates model summaries without headers; a REGEX that begins with a dash needs --separator=REGEX"
_NO_VALUE = "argument --separator: expected one argument"


def explain_leading_dash(parser: argparse.ArgumentParser) -> None:
    """Make the usage error of ``--separator -+`` say how to write it."""
    report = parser.error

    def error(message: str) -> NoReturn:
        if message == _NO_VALUE:
            message += "; if it begins with a dash, write --separator=REGEX"
        report(message)

    parser.error = error  # type: ignore[method-assign]  # Django makes the parser, so it cannot be of our subclass
