"""The words of a topic: their stems, how rare each is, and how similar their spelling is."""

from collections.abc import Mapping, Sequence

import numpy as np

from annotator.texts.similarity.spelling import Floats, Ints, Spelling
from annotator.texts.similarity.tokens import TokenText


class TopicIndex:
    """The model summaries of a topic, joined end to end, ready to compare. Immutable; 10 summaries of 400 words take
    about 50 ms and 5 MB.

    Arrays over words have one entry a word, in the order of ``texts``; ``type`` numbers the distinct stems.
    """

    def __init__(self, texts: Mapping[int, TokenText]) -> None:
        """``texts`` by the summaries' keys, in the order that decides ties."""
        self.texts = dict(texts)
        self.keys = list(self.texts)
        token_texts = list(self.texts.values())
        self.stems = list(dict.fromkeys(word for text in token_texts for word in text.stems))
        self.types = {word: number for number, word in enumerate(self.stems)}
        self.type: Ints = _ints([self.types[word] for text in token_texts for word in text.stems])
        self.summary: Ints = np.repeat(np.arange(len(token_texts)), _ints([len(text.stems) for text in token_texts]))
        self.ends_clause = np.array([end for text in token_texts for end in text.clause_ends], dtype=bool)
        first = np.cumsum([0, *(len(text.sentence_stems) for text in token_texts)])
        self.sentence: Ints = _ints(
            [first[at] + sentence for at, text in enumerate(token_texts) for sentence in text.sentence_of]
        )
        self._sentences = [stems for text in token_texts for stems in text.sentence_stems]
        sentence_types = [(at, self.types[word]) for at, stems in enumerate(self._sentences) for word in stems]
        self._sentence_types: Ints = _ints(sentence_types).reshape(-1, 2)
        self.rarity = self._rarities()
        self.spelling = Spelling(self.stems)

    def _rarities(self) -> Floats:
        """Inverse document frequency of each stem; the documents are the topic's sentences."""
        holding = np.bincount(self._sentence_types[:, 1], minlength=len(self.stems))
        return np.asarray(np.log1p(len(self._sentences) / np.maximum(holding, 1)), dtype=np.float64)

    def rarities(self, words: Sequence[str]) -> Floats:
        """Inverse document frequency of any words; an unknown word counts as in one sentence."""
        unseen = float(np.log1p(max(1, len(self._sentences))))
        return np.array([self.rarity[self.types[w]] if w in self.types else unseen for w in words], dtype=np.float64)

    def context_likeness(self, context: Sequence[str]) -> Floats:
        """Cosine of each sentence of the topic with ``context``: rarities of the distinct stems. 0 to 1."""
        rarities = self.rarities(context)
        weights = np.zeros(len(self.stems))
        for word, rarity in zip(context, rarities, strict=True):
            if word in self.types:
                weights[self.types[word]] = rarity
        sentence, kind = self._sentence_types[:, 0], self._sentence_types[:, 1]
        count = len(self._sentences)
        shared = np.bincount(sentence, weights=weights[kind] * self.rarity[kind], minlength=count)
        own = np.sqrt(np.bincount(sentence, weights=self.rarity[kind] ** 2, minlength=count))
        length = float(np.sqrt((rarities**2).sum()))
        return np.divide(shared, own * length, out=np.zeros(count), where=own * length > 0)


def _ints(values: Sequence[object]) -> Ints:
    return np.array(values, dtype=np.intp)
