"""Topics with rated peers: the more comparisons between the sentences of a peer, the better its rating."""

import random

from scoring.measures.automatic.model_training import RatedTopic
from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense, SentencePart, Text, TopicTexts

WORDS = ["dam", "town", "valley", "copper", "mine", "japan", "river", "flood", "engineer", "friday", "collapse"]
SCALE = (1.0, 5.0)


def text_with_relations(rng: random.Random, share_of_comparisons: float) -> Text:
    """Five sentences of six words. Neighbours are related by a comparison or by an entity."""
    sentences = tuple(" ".join(rng.choices(WORDS, k=6)) for _ in range(5))
    wholes = [(SentencePart(number, 0, len(sentence)),) for number, sentence in enumerate(sentences)]
    relations = tuple(
        DiscourseRelation(Sense.COMPARISON, True, wholes[first], wholes[first + 1])
        if rng.random() < share_of_comparisons
        else DiscourseRelation(Sense.ENTITY, False, wholes[first], wholes[first + 1])
        for first in range(len(sentences) - 1)
    )
    return Text(sentences, discourse=relations)


def rated_topics(*, topics: int = 4, peers: int = 5, seed: int = 1) -> list[RatedTopic]:
    rng = random.Random(seed)
    rated = []
    for topic in range(topics):
        ratings = [float(rng.randint(1, 5)) for _ in range(peers)]
        texts = tuple(text_with_relations(rng, (rating - 1) / 4) for rating in ratings)
        models = tuple(text_with_relations(rng, 1) for _ in range(2))
        names = tuple(f"s{number}" for number in range(peers))
        rated.append(RatedTopic(TopicTexts(f"D{topic}", texts, models), names, tuple(ratings), SCALE))
    return rated
