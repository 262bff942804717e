"""A topic's words and what each annotator's SCUs touch of them, put together summary by summary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.core.codings import CodedTopic
from scoring.inputs.word_units import sentence_numbers


@dataclass(frozen=True, slots=True)
class TopicCodings:
    """The codings of a topic. ``unaligned``: for each annotator in how many words the own copy of the text differs
    from the one that the words are taken from (a word that is replaced counts once).
    """

    key: str
    coded: CodedTopic
    unaligned: Mapping[str, int]


@dataclass(slots=True)
class TopicWords:
    """The words of a topic's model summaries, numbered through; ``first`` is the number of each summary's first."""

    first: list[int] = field(default_factory=list)
    bounds: list[Sequence[int]] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)

    def add(self, bounds: Sequence[int], sentences: Sequence[int]) -> None:
        """The next summary: bounds of its words and of its sentences, both flat."""
        self.first.append(len(self.blocks))
        self.bounds.append(bounds)
        self.blocks += sentence_numbers(bounds, sentences, (self.blocks[-1] if self.blocks else -1) + 1)

    @property
    def count(self) -> int:
        """Words in all."""
        return len(self.blocks)
