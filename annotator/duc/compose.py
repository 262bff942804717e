"""The whole text of a file from separate summaries, with headers and a regex that matches only these."""

import re
from collections.abc import Sequence

from annotator.duc.documents import ModelSpan, PyramidDocument

_DASHES = re.compile(r"-+")
_FEWEST_DASHES = 10


def compose_text(summaries: Sequence[tuple[str, str]]) -> PyramidDocument:
    """The pyramid file of these summaries in DUCView's usual form, without SCUs.

    Args:
        summaries: (name, text) of each model summary; a text may or may not end with a newline.

    A header is a line of dashes, the name, a line of dashes and an empty line. The lines of dashes are longer than any
    run of dashes in a summary, so that the regex matches in no summary.
    """
    longest = max((len(run) for _, text in summaries for run in _DASHES.findall(text)), default=0)
    width = max(_FEWEST_DASHES, longest + 1)
    rule = "-" * width
    pieces: list[str] = []
    models: list[ModelSpan] = []
    length = 0
    for name, text in summaries:
        header = f"{rule}\n {_one_line(name)}\n{rule}\n\n"
        body = text if text.endswith("\n") else f"{text}\n"
        start = length + len(header)
        models.append(ModelSpan(_one_line(name), start, start + len(text)))
        pieces += [header, body, "\n"]
        length = start + len(body) + 1
    regex = rf"[-]{{{width}}}\n [^\n]+\n[-]{{{width}}}\n"
    return PyramidDocument("".join(pieces), regex, None, tuple(models), ())


def _one_line(name: str) -> str:
    """A name as a header can hold it: one line, no dashes at its ends (they would join the lines of dashes)."""
    return " ".join(name.split()).strip("-+ ") or "summary"
