"""Topics from texts, cut into words and sentences as on import."""

from annotator.texts.segmentation import segment
from annotator.texts.similarity.tokens import Bag, TokenText
from annotator.texts.similarity.topic import TopicIndex

# Written for these tests: four reports of one event, the second and the fourth with other words for it.
STORM = (
    "A storm closed the harbour of Port Amley on Monday. Two ferries were cancelled. Nobody was hurt.",
    "Ferry traffic stopped for a day. The harbour was closed by the storm, and the mayor thanked the crews.",
    "Prices of fish rose. On Monday the storm had closed Port Amley's harbours.",
    "Schools opened late.",
)


def token_text(text: str) -> TokenText:
    """A text with its words and sentences."""
    cut = segment(text)
    return TokenText(text, cut.words, cut.sentences)


def topic_of(*texts: str) -> TopicIndex:
    """A topic of these summaries, with keys from 10 upwards."""
    return TopicIndex({key: token_text(text) for key, text in enumerate(texts, start=10)})


def bag_of(topic: TopicIndex, key: int, quote: str) -> Bag:
    """The words of a quotation from a summary."""
    start = topic.texts[key].text.index(quote)
    return topic.texts[key].bag([(start, start + len(quote))])
