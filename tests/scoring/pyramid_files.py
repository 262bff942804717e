"""DUCView files of pyramids and peers, written from who expresses which SCU."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from annotator.duc.compose import compose_text
from annotator.duc.documents import Contributor, Part, PeerDocument, PyramidDocument, Scu
from annotator.duc.xml_output import write_pan, write_pyr


def pyramid_document(models: Sequence[AbstractSet[int]], scus: int) -> PyramidDocument:
    """SCUs 1, 2, ... by the models that are sets of them; each is the word of its number."""
    text = " ".join(f"word{number}" for number in range(1, scus + 1)) + ".\n"
    composed = compose_text([(f"Writer{n}", text) for n in range(1, len(models) + 1)])
    found = []
    for number in range(1, scus + 1):
        at, word = text.index(f"word{number}"), f"word{number}"
        said = [
            Contributor(word, "", (Part(span.start + at, span.start + at + len(word), word),))
            for span, model in zip(composed.models, models, strict=True)
            if number in model
        ]
        found.append(Scu(number, f"SCU {number}", "", tuple(said)))
    return PyramidDocument(composed.text, composed.regex, None, composed.models, tuple(found))


def pyr_text(models: Sequence[AbstractSet[int]], scus: int) -> str:
    """The text of a ``.pyr``."""
    return write_pyr(pyramid_document(models, scus))


def pan_text(models: Sequence[AbstractSet[int]], scus: int, said: Sequence[int], unmatched: int = 0) -> str:
    """The text of a ``.pan`` of a peer that expresses the SCUs ``said`` and ``unmatched`` more."""
    units = [*said, *([0] * unmatched)]
    text = " ".join(f"unit{place:02}" for place in range(len(units) + 1))
    found: dict[int, list[Contributor]] = {}
    for place, uid in enumerate(units):
        start = text.index(f"unit{place:02}")
        part = Part(start, start + 6, text[start : start + 6])
        found.setdefault(uid, []).append(Contributor(part.label, "", (part,)))
    scus_ = tuple(Scu(uid, f"SCU {uid}", "", tuple(own)) for uid, own in found.items())
    return write_pan(PeerDocument(pyramid_document(models, scus), text, scus_))
