"""What a form that carries peer annotations over sends."""

import re

from django.http import QueryDict

from annotator.services.carry_over_page import DECISION

ANSWER = re.compile("[0-9a-z-]{1,36}")
SCU = re.compile("[0-9a-f-]{36}")


def sent_decisions(posted: QueryDict) -> dict[str, str]:
    """The decisions of the form by SCU; anything else that was sent is left out, as decisions go into the log."""
    fields = {name.removeprefix(DECISION): str(value) for name, value in posted.items() if name.startswith(DECISION)}
    return {scu: said for scu, said in fields.items() if SCU.fullmatch(scu) and ANSWER.fullmatch(said)}
