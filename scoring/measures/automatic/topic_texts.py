"""The input of measures (the texts of one topic) and their output (values)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

import numpy as np

from scoring.measures.trained.model import TrainedModel
from scoring.stats.arrays import Floats, Ints

Result = TypeVar("Result")


class Element(NamedTuple):
    """A Basic Element. ``modifier`` and ``relation`` are "nil" if there is none."""

    head: str
    modifier: str
    relation: str


class ParsedWord(NamedTuple):
    """A word of a parse in Universal Dependencies. ``upos``: its part of speech, such as "DET". ``head``: the number
    of its head in the sentence, from 1; 0 for the root. ``relation``: its relation to the head, such as "nsubj:pass".
    """

    word: str
    lemma: str
    upos: str
    head: int
    relation: str


class Sense(StrEnum):
    """The sense of a discourse relation: a class of level 1 of the Penn Discourse Treebank, or no sense."""

    TEMPORAL = "Temp"
    CONTINGENCY = "Cont"
    COMPARISON = "Comp"
    EXPANSION = "Exp"
    ENTITY = "EntRel"
    NONE = "NoRel"


class SentencePart(NamedTuple):
    """The characters ``start`` to ``end`` (not included) of a sentence. ``sentence``: its number in the text, from 0;
    the characters are counted from the beginning of the sentence.
    """

    sentence: int
    start: int
    end: int


class DiscourseRelation(NamedTuple):
    """A relation between two parts of a text. ``is_explicit``: whether a connective, such as "but", expresses it."""

    sense: Sense
    is_explicit: bool
    arg1: tuple[SentencePart, ...]
    arg2: tuple[SentencePart, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A summary or document.

    ``elements`` (Basic Elements), ``parse`` (the parsed words of each sentence) and ``discourse`` (its discourse
    relations) come from files; None without a file. ``lines``: the lines of the text, for the parameter ``sent:lines``;
    None if the lines are the sentences. ``extract``: the numbers, from 0, of the sentences of the topic's documents of
    which the text consists (see `JudgedExtracts`); None if it is not an extract.
    """

    sentences: tuple[str, ...]
    elements: tuple[Element, ...] | None = None
    parse: tuple[tuple[ParsedWord, ...], ...] | None = None
    lines: tuple[str, ...] | None = None
    discourse: tuple[DiscourseRelation, ...] | None = None
    extract: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class JudgedExtracts:
    """The sentences that judges chose from the documents of a topic. ``sentence_count``: of all its documents.
    ``judges``: the numbers, from 0, of the sentences that each judge chose.
    """

    sentence_count: int
    judges: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class WordFrequencies:
    """In how many of ``text_count`` texts each word occurs. ``tok``, ``case``: the tokenizer and case of the words."""

    tok: str
    case: str
    text_count: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class QueryCounts:
    """How often the documents and summaries of all topics have the words of a topic's statement (see `relevance`).

    ``tok``, ``case``: the tokenizer and case of the words. ``has_documents``: whether the topic of the statement has
    documents. ``query``: int64[words], how often the statement has each of its distinct words. ``documents``:
    int64[topics, words + 1], how often the documents of each topic have these words, and in the last column how many
    words the documents have. ``summaries``: int64[texts, topics, words + 1], for each peer and then each model, the
    same counts for the summaries by its summarizer; -1 for a topic that the summarizer has not summarized.
    """

    tok: str
    case: str
    has_documents: bool
    query: Ints
    documents: Ints
    summaries: Ints


@dataclass(frozen=True, slots=True)
class TopicTexts:
    """What measures may read of a topic. ``key``: the key of the topic. ``statement``: the question that the summaries
    answer. ``frequencies``: how many texts of the project have each word, for each tokenizer and case that a measure
    needs. ``judged``: the extracts of the judges; None without judges. ``corpus``: the documents of all topics of the
    project, if a measure needs them. ``trained``: the models of trained measures. ``query_counts``: how often all
    topics have the words of the statement, for each tokenizer and case that a measure needs.

    Measures share the results of common steps through `compute_once`. These results live as long as this object. They
    are neither compared nor pickled.
    """

    key: str
    peers: tuple[Text, ...]
    models: tuple[Text, ...] = ()
    documents: tuple[Text, ...] = ()
    statement: str = ""
    frequencies: tuple[WordFrequencies, ...] = ()
    judged: JudgedExtracts | None = None
    corpus: tuple[Text, ...] = ()
    trained: tuple[TrainedModel, ...] = ()
    query_counts: tuple[QueryCounts, ...] = field(default=(), compare=False)
    _shared: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def compute_once(self, key: object, compute: Callable[[], Result]) -> Result:
        """Returns the result of ``compute``, which is called once for each ``key``. The key names the step and
        everything that it depends on.
        """
        if key not in self._shared:
            self._shared[key] = compute()
        result: Result = self._shared[key]
        return result

    def __reduce__(self) -> tuple[type["TopicTexts"], tuple[object, ...]]:
        texts = (self.key, self.peers, self.models, self.documents, self.statement)
        project = (self.frequencies, self.judged, self.corpus, self.trained, self.query_counts)
        return TopicTexts, (*texts, *project)


class Need(StrEnum):
    """What a measure reads besides the text of the peers. ``JUDGES``: the extracts of judges, but not those of peers;
    a measure with this need has some values without them.
    """

    MODELS = "models"
    ELEMENTS = "elements"
    PARSE = "parse"
    DOCUMENTS = "documents"
    STATEMENT = "statement"
    EXTRACT = "extract"
    JUDGES = "judges’ extracts"
    DISCOURSE = "discourse relations"
    TRAINED = "trained model"
    PROJECT_TEXTS = "project texts"
    PROJECT_DOCUMENTS = "project documents"
    COLLECTION = "documents and summaries of several topics"


class Undefined(StrEnum):
    """Why a value is undefined."""

    EMPTY = "empty"
    NO_MODELS = "no models"
    NO_PARSE = "no parse"
    NO_DOCUMENTS = "no documents"
    NO_STATEMENT = "no statement"
    NO_EXTRACT = "no extract"
    CONSTANT = "constant"
    NO_PROJECT_TEXTS = "no project texts"
    SMALL_CORPUS = "only one document"
    LARGE_CORPUS = "too many documents for SVD"
    NO_TRAINED_MODEL = "no trained model"
    NO_TRANSITIONS = "no transitions"
    TOO_FEW_TOPICS = "fewer than two topics"


@dataclass(frozen=True, slots=True)
class Scored:
    """The values of the scored texts of a topic (the peers, or the models), in their order.

    ``values``: float64[texts, values], NaN if undefined. ``reasons``: for each text an `Undefined`, or "" if defined.
    """

    values: Floats
    reasons: tuple[str, ...]

    def undefined_where(self, is_removed: Sequence[bool], reason: Undefined) -> "Scored":
        """Returns the values, undefined for each text where ``is_removed`` is true. A text that has no value already
        keeps its reason.
        """
        values = np.where(np.array(is_removed, np.bool_)[:, None], np.nan, self.values)
        reasons = tuple(
            reason if is_undefined and not earlier else earlier
            for is_undefined, earlier in zip(is_removed, self.reasons, strict=True)
        )
        return Scored(values, reasons)
