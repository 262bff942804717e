"""Pyramids of one topic by three people, and twenty peers matched to the first: what people say says the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from annotator.duc.documents import PyramidDocument
from annotator.duc.live import live_scus, live_units
from annotator.duc.pan_xml import read_pan
from annotator.duc.pyr_xml import read_pyr
from annotator.texts.alignment import align
from annotator.texts.segmentation import segment
from annotator.texts.similarity.tokens import TokenText
from annotator.texts.similarity.topic import TopicIndex

FOLDER = Path(__file__).parent.parent / ".." / "shared" / "data" / "matter"
ANNOTATORS = (1, 2, 3)

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class HumanScu:
    """An SCU: its label, and (number of the summary, its parts) for each contributor."""

    label: str
    contributors: tuple[tuple[int, Spans], ...]


@dataclass(frozen=True, slots=True)
class MatchedPeer:
    """A peer's text, the pyramid it was matched to, and (index of the SCU, parts) for each matched unit."""

    text: TokenText
    topic: TopicIndex
    scus: tuple[HumanScu, ...]
    units: tuple[tuple[int, Spans], ...]


def available() -> bool:
    """Whether the data is there: it is no part of the project."""
    return FOLDER.is_dir()


@cache
def topic() -> TopicIndex:
    """The five model summaries as the first annotator's file has them."""
    document = _document(1)
    return _topic(tuple(document.model_text(number) for number in range(len(document.models))))


@cache
def pyramid(annotator: int) -> tuple[HumanScu, ...]:
    """An annotator's SCUs, in the offsets of `topic`'s texts."""
    document = _document(annotator)
    aligned = [align(text.text, document.model_text(number)) for number, text in topic().texts.items()]
    return tuple(
        HumanScu(
            scu.label,
            tuple(
                (one.model, _pairs([aligned[one.model].span(*part) for part in one.parts])) for one in scu.contributors
            ),
        )
        for scu in live_scus(document)[0]
    )


@cache
def peers() -> tuple[MatchedPeer, ...]:
    """The peers by name, each with the copy of the pyramid in its own file."""
    return tuple(_peer(path) for path in sorted((FOLDER / "peers").glob("*.pan")))


def _peer(path: Path) -> MatchedPeer:
    document = read_pan(path.read_bytes()).document
    scus = live_scus(document.pyramid)[0]
    place = {scu.uid: index for index, scu in enumerate(scus)}
    units = [unit for unit in live_units(document)[0] if unit.uid is not None]
    return MatchedPeer(
        text=token_text(document.text),
        topic=_topic(tuple(document.pyramid.model_text(n) for n in range(len(document.pyramid.models)))),
        scus=tuple(
            HumanScu(scu.label, tuple((one.model, _pairs(one.parts)) for one in scu.contributors)) for scu in scus
        ),
        units=tuple((place[unit.uid], _pairs(unit.parts)) for unit in units if unit.uid is not None),
    )


def token_text(text: str) -> TokenText:
    """A text cut into words and sentences as on import."""
    cut = segment(text)
    return TokenText(text, cut.words, cut.sentences)


@cache
def _topic(texts: tuple[str, ...]) -> TopicIndex:
    return TopicIndex({number: token_text(text) for number, text in enumerate(texts)})


@cache
def _document(annotator: int) -> PyramidDocument:
    return read_pyr((FOLDER / f"annotator{annotator}.pyr").read_bytes()).document


def _pairs(parts: Sequence[tuple[int, int]]) -> Spans:
    return tuple((start, end) for start, end in parts)
