"""The sentences from which a baseline chooses, and the dates of the documents."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise

from annotator.texts.words.tokenizers import unicode_words

_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_]?)(\d\d)\2(\d\d)(?!\d)")  # NYT19981125.0057, XIN_ENG_20050113.0100
_SHORT_DAY = re.compile(r"(?:AP|WSJ)(\d\d)(\d\d)(\d\d)(?!\d)")  # AP880911-0016, WSJ911016-0124


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document of a topic. ``key``: such as "AP880911-0016"."""

    key: str
    sentences: tuple[str, ...]

    @property
    def date(self) -> date | None:
        """The date in the key, as in the keys of news agencies; None if it has none."""
        if match := _DAY.search(self.key):
            year, month, day = int(match[1]), int(match[3]), int(match[4])
        elif match := _SHORT_DAY.match(self.key):
            year, month, day = 1900 + int(match[1]), int(match[2]), int(match[3])
        else:
            return None
        try:
            return date(year, month, day)
        except ValueError:
            return None


@dataclass(frozen=True)
class TopicDocuments:
    """The documents of a topic in their order. Their sentences are numbered from 0 through all documents."""

    key: str
    documents: tuple[SourceDocument, ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return tuple(sentence for document in self.documents for sentence in document.sentences)

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each sentence, case-folded."""
        return [unicode_words(sentence) for sentence in self.sentences]

    @cached_property
    def word_counts(self) -> list[int]:
        return [len(words) for words in self.words]

    @cached_property
    def numbers(self) -> list[range]:
        """The numbers of the sentences of each document."""
        starts = [0]
        for document in self.documents:
            starts.append(starts[-1] + len(document.sentences))
        return [range(start, end) for start, end in pairwise(starts)]

    def by_document(self, sentences: Sequence[int]) -> Iterator[tuple[SourceDocument, list[int]]]:
        """Yields each document that has some of these sentences, with their numbers in the document, from 1."""
        for document, numbers in zip(self.documents, self.numbers, strict=True):
            if chosen := [sentence - numbers.start + 1 for sentence in sentences if sentence in numbers]:
                yield document, chosen
