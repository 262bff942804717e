"""Sentences that warn people about values that may mislead."""

from collections.abc import Iterable, Sequence

from annotator.texts.words.tokenizers import LARGEST_SHARE_LOST, loses_letters
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.topic_texts import Text


def may_lose_letters(measure: Measure) -> bool:
    """Whether the measure's tokenizer reads only ASCII letters."""
    return ("tok", "155") in measure.parameters.items


def lost_letters_warning(measures: Sequence[Measure], texts: Iterable[Text]) -> str:
    """Returns a sentence if tokenizers of the measures lose letters of some of these texts; otherwise ""."""
    names = list(dict.fromkeys(measure.name for measure in measures if may_lose_letters(measure)))
    if not names:
        return ""
    losses = [loses_letters(" ".join(text.sentences)) for text in texts]
    if not any(losses):
        return ""
    return (
        f"With tok:155, only ASCII letters are read ({', '.join(names)}): over {LARGEST_SHARE_LOST:.0%} of the "
        f"letters are lost in {sum(losses):,} of {len(losses):,} texts. tok:unicode1 reads all letters."
    )
