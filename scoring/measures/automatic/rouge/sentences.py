"""The sentences of one model and of all peers. The distinct words of the model are numbered as columns."""

from dataclasses import dataclass

import numpy as np

from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class ModelWords:
    """The words of a model. ``distinct``: its distinct words, as numbers of the vocabulary; a column is an index of
    ``distinct``. ``sentences``: the columns of the words of each sentence.
    """

    distinct: Ints
    sentences: tuple[Ints, ...]


@dataclass(frozen=True, slots=True)
class PeerSentences:
    """The sentences of peers, without empty sentences.

    ``text_count``: the number of peers. Arrays by sentence: ``texts`` (the index of its peer, ascending) and
    ``lengths`` (its number of words). Arrays by word: ``columns`` (-1 if the model lacks the word),
    ``sentence_of_word`` (the index of its sentence), and ``places`` (the index of the word in its sentence).
    ``counts``: int64[peers, columns], how often each peer has each word of the model.
    """

    text_count: int
    texts: Ints
    lengths: Ints
    columns: Ints
    counts: Ints

    @property
    def sentence_of_word(self) -> Ints:
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @property
    def places(self) -> Ints:
        starts = np.cumsum(self.lengths) - self.lengths  # the index of the first word of each sentence
        return np.arange(len(self.columns)) - np.repeat(starts, self.lengths)

    def split(self) -> list[Ints]:
        """Returns the columns of each sentence."""
        return np.split(self.columns, np.cumsum(self.lengths)[:-1]) if len(self.lengths) else []

    def subset(self, chosen: Bools) -> "PeerSentences":
        """Returns the sentences where ``chosen`` is true. The counts remain those of all sentences."""
        columns = self.columns[np.repeat(chosen, self.lengths)]
        return PeerSentences(self.text_count, self.texts[chosen], self.lengths[chosen], columns, self.counts)


def model_words(encoded: EncodedTexts, text: int) -> ModelWords:
    """Returns the words of a model. ``text``: the index of its text."""
    starts = encoded.sentence_starts[encoded.text_sentences[text] : encoded.text_sentences[text + 1] + 1]
    distinct, columns = np.unique(encoded.words[starts[0] : starts[-1]], return_inverse=True)
    return ModelWords(distinct, tuple(np.split(columns, starts[1:-1] - starts[0])))


def peer_sentences(encoded: EncodedTexts, peer_count: int, model: ModelWords) -> PeerSentences:
    """Returns the sentences of the first ``peer_count`` texts."""
    column_of_word = np.full(len(encoded.vocabulary), -1)
    column_of_word[model.distinct] = np.arange(len(model.distinct))
    sentence_count = encoded.text_sentences[peer_count]
    lengths = np.diff(encoded.sentence_starts[: sentence_count + 1])
    texts = np.repeat(np.arange(peer_count), np.diff(encoded.text_sentences[: peer_count + 1]))
    columns = column_of_word[encoded.words[: encoded.sentence_starts[sentence_count]]]
    in_model = columns >= 0
    cells = encoded.text_of_word[: len(columns)][in_model] * len(model.distinct) + columns[in_model]
    counts = np.bincount(cells, minlength=peer_count * len(model.distinct)).reshape(peer_count, len(model.distinct))
    return PeerSentences(peer_count, texts[lengths > 0], lengths[lengths > 0], columns, counts)
