"""Documents as DUCView could have written them: every part labelled by its text, offsets anywhere in it."""

from __future__ import annotations

from hypothesis import strategies as st

from annotator.duc.compose import compose_text
from annotator.duc.documents import Contributor, Part, PeerDocument, PyramidDocument, Scu

CHARACTERS = st.sampled_from("ab cd.,-'\"<>&é\u0301漢😀𝒳\u200f\ufffd]\t\n")
words = st.text(CHARACTERS, max_size=40)
comments = st.text(CHARACTERS, max_size=12)
labels = words.map(lambda text: text.replace("\n", "").replace("\t", " "))


def flat(text: str) -> str:
    return text.replace("\n", "")


@st.composite
def scus(draw: st.DrawFn, text: str, uids: list[int]) -> tuple[Scu, ...]:
    spots = [
        (start, end) for start in range(len(text)) for end in (start + 1, start + 3, start + 17) if end <= len(text)
    ]
    spots = [spot for spot in spots if flat(text[slice(*spot)]).strip()]
    parts = st.sampled_from(spots).map(lambda spot: Part(*spot, flat(text[slice(*spot)])))
    contributors = st.builds(Contributor, labels, comments, st.lists(parts, min_size=1, max_size=3).map(tuple))
    several = st.lists(contributors, max_size=3).map(tuple) if spots else st.just(())
    return tuple(draw(st.builds(Scu, st.just(uid), labels, comments, several)) for uid in uids)


@st.composite
def pyramids(draw: st.DrawFn) -> PyramidDocument:
    texts = draw(st.lists(words.map(lambda text: f"w{text}w"), min_size=1, max_size=3))
    composed = compose_text([(f"M{number}", text) for number, text in enumerate(texts, start=1)])
    uids = draw(st.lists(st.integers(1, 99), unique=True, max_size=3))
    number = draw(st.none() | st.just(len(texts)))
    return PyramidDocument(composed.text, composed.regex, number, composed.models, draw(scus(composed.text, uids)))


@st.composite
def peers(draw: st.DrawFn) -> PeerDocument:
    pyramid = draw(pyramids())
    text = draw(words.map(lambda text: f"{text}\n" if text else ""))
    return PeerDocument(pyramid, text, draw(scus(text, [*(scu.uid for scu in pyramid.scus), 0])))
