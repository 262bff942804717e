"""Short ways to score texts."""

from collections.abc import Iterable

from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.topic_texts import Text, TopicTexts


def text(*sentences: str) -> Text:
    return Text(sentences)


def topic(peers: Iterable[Text], models: Iterable[Text]) -> TopicTexts:
    return TopicTexts("D1", tuple(peers), tuple(models))


def values(name: str, peer: Text, *models: Text, **chosen: str) -> list[float]:
    """Recall, precision and F of one peer."""
    row: list[float] = definition(name).measure(chosen).score(topic([peer], models)).values[0].tolist()
    return row


def recall(name: str, peer: str, model: str, **chosen: str) -> float:
    return values(name, text(peer), text(model), **chosen)[0]
