"""The texts of one topic, which measures score, and the values that they give."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

import numpy as np

from scoring.stats.arrays import Floats

Result = TypeVar("Result")


class Element(NamedTuple):
    """A Basic Element. ``modifier`` and ``relation`` are "nil" if there is none."""

    head: str
    modifier: str
    relation: str


class ParsedWord(NamedTuple):
    """A word of a parse in Universal Dependencies. ``upos``: its part of speech, such as "DET". ``head``: the number
    of its head in the sentence, from 1; 0 for the root. ``relation``: to the head, such as "nsubj:pass".
    """

    word: str
    lemma: str
    upos: str
    head: int
    relation: str


@dataclass(frozen=True, slots=True)
class Text:
    """A summary or document.

    ``elements`` and ``parse`` (by sentence) come from files; None if there is no file. ``lines``: the lines of the
    text, for ``sent:lines``; None if they are the sentences.
    """

    sentences: tuple[str, ...]
    elements: tuple[Element, ...] | None = None
    parse: tuple[tuple[ParsedWord, ...], ...] | None = None
    lines: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class WordFrequencies:
    """In how many of ``text_count`` texts each word is. The words are those of a tokenizer and a choice of case."""

    tok: str
    case: str
    text_count: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TopicTexts:
    """What measures may read of a topic. ``statement``: the question that the summaries answer. ``frequencies``: those
    of words in the texts of the project, for each tokenizer and case that a measure needs.

    Measures share the steps that they have in common through `compute_once`; the results go with the object. They are
    not compared, and not pickled.
    """

    key: str
    peers: tuple[Text, ...]
    models: tuple[Text, ...] = ()
    documents: tuple[Text, ...] = ()
    statement: str = ""
    frequencies: tuple[WordFrequencies, ...] = ()
    _shared: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def compute_once(self, key: object, compute: Callable[[], Result]) -> Result:
        """The result of ``compute`` for these texts. ``key`` names the step and everything that it depends on."""
        if key not in self._shared:
            self._shared[key] = compute()
        result: Result = self._shared[key]
        return result

    def __reduce__(self) -> tuple[type["TopicTexts"], tuple[object, ...]]:
        return TopicTexts, (self.key, self.peers, self.models, self.documents, self.statement, self.frequencies)


class Need(StrEnum):
    """What a measure needs besides the text of the peers."""

    MODELS = "models"
    ELEMENTS = "elements"
    PARSE = "parse"
    DOCUMENTS = "documents"
    STATEMENT = "statement"
    EXTRACT = "extract"
    PROJECT_TEXTS = "project texts"


class Undefined(StrEnum):
    """Why a value is undefined."""

    EMPTY = "empty"
    NO_MODELS = "no models"
    NO_PARSE = "no parse"
    CONSTANT = "constant"
    NO_PROJECT_TEXTS = "no project texts"


@dataclass(frozen=True, slots=True)
class Scored:
    """The values of the peers of a topic, in their order.

    ``values``: float64[peers, values], NaN if undefined. ``reasons``: for each peer an `Undefined`, or "" if defined.
    """

    values: Floats
    reasons: tuple[str, ...]

    def undefined_where(self, peers: Sequence[bool], reason: Undefined) -> "Scored":
        """The same without the values of some peers. A peer that is undefined already keeps its reason."""
        values = np.where(np.array(peers, np.bool_)[:, None], np.nan, self.values)
        reasons = tuple(
            reason if undefined and not known else known for undefined, known in zip(peers, self.reasons, strict=True)
        )
        return Scored(values, reasons)
