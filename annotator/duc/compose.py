"""Composes the text of a pyramid file from separate summaries, with headers and a regex that matches only them."""

import re
from collections.abc import Sequence

from annotator.duc.documents import ModelSpan, PyramidDocument

_DASHES = re.compile(r"-+")
_FEWEST_DASHES = 10


def compose_text(summaries: Sequence[tuple[str, str]]) -> PyramidDocument:
    """The document of a pyramid file with these summaries in DUCView's usual layout, without SCUs. ``summaries``: the
    name and text of each model summary; a text may or may not end with a newline.

    A header is a line of dashes, the name, a line of dashes and an empty line. The lines of dashes are longer than any
    run of dashes in a summary, because otherwise the regex could match inside a summary.
    """
    longest_run = max((len(run) for _, text in summaries for run in _DASHES.findall(text)), default=0)
    width = max(_FEWEST_DASHES, longest_run + 1)
    dashes = "-" * width
    pieces: list[str] = []
    models: list[ModelSpan] = []
    offset = 0
    for name, text in summaries:
        header = f"{dashes}\n {_header_name(name)}\n{dashes}\n\n"
        body = text if text.endswith("\n") else f"{text}\n"
        start = offset + len(header)
        models.append(ModelSpan(_header_name(name), start, start + len(text)))
        pieces += [header, body, "\n"]
        offset = start + len(body) + 1
    regex = rf"[-]{{{width}}}\n [^\n]+\n[-]{{{width}}}\n"
    return PyramidDocument("".join(pieces), regex, None, tuple(models), ())


def _header_name(name: str) -> str:
    """The name on one line, without dashes and plus signs at its ends: `headers_of` would drop these."""
    return " ".join(name.split()).strip("-+ ") or "summary"
