"""The names of the columns of studies.

``pyramid.KIND``  a pyramid score
``given.NAME``  a given score: imported from a table
``judgments.INSTRUMENT.SCORE``  a score computed from judgments
``rouge-2:stem=no``  a measure, written as on the command line
"""

import re

MAX_NAME = 100
GIVEN, JUDGMENTS = "given.", "judgments."
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def name_refusal(name: str) -> str:
    """Returns a sentence on why a given score cannot have this name; "" if it can."""
    if not name:
        return "The name of a score is missing."
    if len(name) > MAX_NAME:
        return f"“{name[:30]}…” is longer than {MAX_NAME} characters."
    if _CONTROL.search(name):
        return f"{name!r} cannot be the name of a score: it contains a control character."
    return ""
