"""Takes sentences in an order until an extract is long enough."""

from collections.abc import Callable, Iterable

from scoring.measures.extracts.baselines.documents import TopicDocuments
from scoring.measures.extracts.baselines.options import Size, Unit


def take(
    order: Iterable[int], topic: TopicDocuments, size: Size, accepts: Callable[[int], bool] = lambda _: True
) -> tuple[tuple[int, ...], bool]:
    """Returns the chosen sentences in document order, and whether they reach the size.

    They are the first sentences of ``order``, without those that ``accepts`` refuses. There is at least one, if any is
    accepted. A percentage of the sentences is rounded up. A number of words is approximated as MEAD does it
    (bin/default-reranker.pl): the sentence that would pass the number is the last one if the extract is then nearer to
    the number than without it; otherwise it is left out.
    """
    chosen: list[int] = []
    word_count = 0
    sentence_limit = size.number if size.unit is Unit.SENTENCES else -(-len(topic.sentences) * size.number // 100)
    for sentence in order:
        new_word_count = word_count + topic.word_counts[sentence]
        if size.unit is Unit.WORDS:
            overshoot = new_word_count - size.number
            is_full = bool(chosen) and overshoot > 0 and overshoot >= size.number - word_count
        else:
            is_full = len(chosen) >= sentence_limit
        if is_full:
            return tuple(sorted(chosen)), True
        if accepts(sentence):
            chosen.append(sentence)
            word_count = new_word_count
    has_size = word_count >= size.number if size.unit is Unit.WORDS else len(chosen) >= sentence_limit
    return tuple(sorted(chosen)), has_size
