"""Indexes the words of a topic: their stems, how rare each is, and how similar their spelling is."""

from collections.abc import Mapping, Sequence

import numpy as np

from annotator.texts.similarity.spelling import Floats, Ints, Spelling
from annotator.texts.similarity.tokens import TokenText


class TopicIndex:
    """The model summaries of a topic, prepared for comparison. Immutable; ten of 400 words take 50 ms and 5 MB.

    ``texts``: the texts by the summaries' primary keys, in the order that decides ties. ``stems``: the distinct stems.
    ``stem_of_word``, ``summary_of_word``, ``sentence_of_word`` and ``ends_clause`` have an entry for each word of all
    texts: the index of its stem, summary and sentence, and whether it ends a clause.
    """

    def __init__(self, texts: Mapping[int, TokenText]) -> None:
        self.texts = dict(texts)
        self.keys = list(self.texts)
        token_texts = list(self.texts.values())
        self.stems = list(dict.fromkeys(stem for text in token_texts for stem in text.stems))
        self.stem_ids = {stem: number for number, stem in enumerate(self.stems)}
        self.stem_of_word: Ints = _ints([self.stem_ids[stem] for text in token_texts for stem in text.stems])
        word_counts = _ints([len(text.stems) for text in token_texts])
        self.summary_of_word: Ints = np.repeat(np.arange(len(token_texts)), word_counts)
        self.ends_clause = np.array([end for text in token_texts for end in text.clause_ends], dtype=bool)
        first_sentences = np.cumsum([0, *(len(text.sentence_stems) for text in token_texts)])  # of each text
        texts_and_firsts = zip(token_texts, first_sentences, strict=False)
        self.sentence_of_word: Ints = _ints(
            [first + number for text, first in texts_and_firsts for number in text.sentence_of]
        )
        self._sentences = [stems for text in token_texts for stems in text.sentence_stems]
        pairs = [(number, self.stem_ids[stem]) for number, stems in enumerate(self._sentences) for stem in stems]
        self._sentence_stems: Ints = _ints(pairs).reshape(-1, 2)  # rows of (index of a sentence, index of a stem in it)
        self.rarity = self._rarities()
        self.spelling = Spelling(self.stems)

    def _rarities(self) -> Floats:
        """Inverse document frequency of each stem; the documents are the topic's sentences."""
        sentence_counts = np.bincount(self._sentence_stems[:, 1], minlength=len(self.stems))
        return np.asarray(np.log1p(len(self._sentences) / np.maximum(sentence_counts, 1)), dtype=np.float64)

    def rarities(self, stems: Sequence[str]) -> Floats:
        """Inverse document frequency of any stems; an unknown stem counts as if it were in one sentence."""
        default_rarity = float(np.log1p(max(1, len(self._sentences))))
        rarities = [self.rarity[self.stem_ids[stem]] if stem in self.stem_ids else default_rarity for stem in stems]
        return np.array(rarities, dtype=np.float64)

    def context_likeness(self, context: Sequence[str]) -> Floats:
        """The cosine (0 to 1) of each sentence with ``context``, as vectors of the rarities of their distinct stems."""
        rarities = self.rarities(context)
        weights = np.zeros(len(self.stems))
        for stem, rarity in zip(context, rarities, strict=True):
            if stem in self.stem_ids:
                weights[self.stem_ids[stem]] = rarity
        sentences, stems = self._sentence_stems[:, 0], self._sentence_stems[:, 1]
        count = len(self._sentences)
        products = np.bincount(sentences, weights=weights[stems] * self.rarity[stems], minlength=count)
        lengths = np.sqrt(np.bincount(sentences, weights=self.rarity[stems] ** 2, minlength=count))
        lengths *= float(np.sqrt((rarities**2).sum()))
        return np.divide(products, lengths, out=np.zeros(count), where=lengths > 0)


def _ints(values: Sequence[object]) -> Ints:
    return np.array(values, dtype=np.intp)
