"""SCUs that are worded like a selection in a peer, on demand. Nothing is written."""

from collections.abc import Sequence
from typing import Any, cast

from annotator.pyramids.similar import MOST_SCUS, check_inside, ranked, scu_texts, topic_index
from annotator.pyramids.store import released_scus
from annotator.texts.similarity.scus import rank_scus
from annotator.texts.similarity.tokens import TokenText
from annotator.texts.spans import Span
from annotator.work.models import Work


def similar_in_release(*, annotation: Work, spans: Sequence[Span]) -> dict[str, Any]:
    """SCUs of the annotation's release like some words of its peer. Two statements.

    ``annotation`` comes with its summary. Raises MalformedQuery for spans outside the peer's text.
    """
    peer = annotation.summary
    text = TokenText(peer.text, peer.words, peer.sentences)
    check_inside(spans, text)
    topic = topic_index(peer.topic_id)
    scus = [scu_texts(image, topic) for image in released_scus(cast("int", annotation.release_id))]
    return {"scus": ranked(rank_scus(text.bag(spans), scus, topic, MOST_SCUS))}
