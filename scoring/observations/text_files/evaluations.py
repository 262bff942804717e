"""What all readers of this package return: topics with named texts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from annotator.texts.cleaning import printable
from scoring.measures.automatic.topic_texts import Text, TopicTexts, WordFrequencies

MAX_MESSAGE = 1_000
"""The most characters of a message: names in files may be much longer."""


class TextFilesRefused(ValueError):
    """Files of texts cannot be used. The message is one line for people: the file, if known, and the reason."""

    def __init__(self, why: str, path: Path | str | None = None) -> None:
        message = why if path is None else f"{path}: {why}"
        if len(message) > MAX_MESSAGE:
            message = f"{message[: MAX_MESSAGE // 2]} ... {message[-MAX_MESSAGE // 2 :]}"
        super().__init__(printable(message).replace("\n", "?"))


class Kind(StrEnum):
    """Peers are scored by comparison with models. Models can be scored against each other, too."""

    PEER = "peer"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text and its summarizer. ``file``: the path of its file; a file with its elements or parse has the same
    name. In JSON Lines, ``file`` is "topic.summarizer". ``content``: the text without markup, to align parses with.
    """

    summarizer: str
    kind: Kind
    text: Text
    file: str
    content: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Peers that are compared with the same models. ``topic``: its name; in a ROUGE settings file, the ID of the EVAL.

    A topic may have several evaluations, for example to compare each model summary, as a peer, with the others.
    ``documents``: the texts that the summaries are written from, if the files have them.
    """

    topic: str
    peers: tuple[NamedText, ...]
    models: tuple[NamedText, ...]
    documents: tuple[Text, ...] = ()

    @property
    def texts(self) -> tuple[NamedText, ...]:
        return (*self.peers, *self.models)

    def topic_texts(self, frequencies: tuple[WordFrequencies, ...] = (), corpus: tuple[Text, ...] = ()) -> TopicTexts:
        peers, models = (tuple(named.text for named in texts) for texts in (self.peers, self.models))
        return TopicTexts(self.topic, peers, models, self.documents, frequencies=frequencies, corpus=corpus)

    def with_texts(self, texts: Sequence[NamedText]) -> "Evaluation":
        """Returns the same evaluation with other texts, which have the order of the property ``texts``."""
        count = len(self.peers)
        return replace(self, peers=tuple(texts[:count]), models=tuple(texts[count:]))


def all_texts(evaluations: Iterable[Evaluation]) -> Iterator[NamedText]:
    """Yields the texts of all evaluations; a text that is in several evaluations is repeated."""
    for evaluation in evaluations:
        yield from evaluation.texts
