"""Sentences that warn people about values that may mislead."""

from collections.abc import Iterable

from annotator.texts.words.tokenizers import LARGEST_SHARE_LOST, loses_letters
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.topic_texts import Text


def lost_letters_warning(measure: Measure, texts: Iterable[Text]) -> str:
    """A sentence if the measure's tokenizer loses letters of some of these texts; "" if it does not."""
    if ("tok", "155") not in measure.parameters.items:
        return ""
    loses = [loses_letters(" ".join(text.sentences)) for text in texts]
    if not any(loses):
        return ""
    return (
        f"{measure.name} with tok:155 reads only ASCII letters, so it loses over {LARGEST_SHARE_LOST:.0%} of the "
        f"letters of {sum(loses)} of {len(loses)} texts. tok:unicode1 reads all letters."
    )
