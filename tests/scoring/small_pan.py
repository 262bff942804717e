"""Small peer annotations for tests: what the SCUs hold is made of words that stand in the texts."""

from collections.abc import Mapping, Sequence

from annotator.duc.compose import compose_text
from annotator.duc.documents import Contributor, ModelSpan, Part, PeerDocument, PyramidDocument, Scu
from annotator.duc.xml_output import write_pan

WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]


def small_pyramid(scus: Mapping[int, Sequence[int]], models: int = 3) -> PyramidDocument:
    """A pyramid whose SCU ``uid`` has one contributor for each model (0-based) that is named for it, in order.

    A model named twice has two contributors, as only faulty files have.
    """
    composed = compose_text([(f"M.{number}", f"{' '.join(WORDS)}.\n") for number in range(1, models + 1)])
    return PyramidDocument(
        text=composed.text,
        regex=composed.regex,
        num_models=None,
        models=composed.models,
        scus=tuple(_scu(composed.text, composed.models, uid, members) for uid, members in scus.items()),
    )


def small_peer(pyramid: PyramidDocument, units: Sequence[int], text: str | None = None) -> PeerDocument:
    """A peer whose n-th unit, its n-th word, is matched to the n-th uid of ``units`` (0: to none)."""
    text = " ".join(WORDS) + ".\n" if text is None else text
    matches = {uid: [_word(text, n) for n, unit in enumerate(units) if unit == uid] for uid in units}
    listed = [scu.uid for scu in pyramid.scus]
    uids = [*listed, *(uid for uid in dict.fromkeys(units) if uid not in listed and uid), 0]
    scus = tuple(Scu(uid, f"SCU {uid}", "", tuple(matches.get(uid, ()))) for uid in uids)
    return PeerDocument(pyramid, text, scus)


def pan_bytes(document: PeerDocument) -> bytes:
    """The file that DUCView would write."""
    return write_pan(document).encode()


def _scu(text: str, spans: Sequence[ModelSpan], uid: int, members: Sequence[int]) -> Scu:
    contributors = []
    for n, model in enumerate(members):
        start = text.index(WORDS[(uid + n) % len(WORDS)], spans[model].start)
        contributors.append(_contributor(text, start, start + len(WORDS[(uid + n) % len(WORDS)])))
    return Scu(uid, f"SCU {uid}", "", tuple(contributors))


def _word(text: str, number: int) -> Contributor:
    word = text.split()[number].rstrip(".")
    start = text.index(word)
    return _contributor(text, start, start + len(word))


def _contributor(text: str, start: int, end: int) -> Contributor:
    return Contributor(text[start:end], "", (Part(start, end, text[start:end]),))
