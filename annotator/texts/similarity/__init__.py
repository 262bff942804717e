"""Text that is worded alike: passages of other summaries, and SCUs, for a stretch of text or an SCU.

Pure: numpy alone, no Django, no database, nothing learnt. Words are weighted by how rare they are among the topic's
sentences (TF-IDF) and compared by their character n-grams, so inflected and compound words, and languages without
spaces, need no list of their own. The constants were chosen on two annotators' pyramids of one topic, which `python -m
bench "similar text"` measures on a third's; results change little around them.
"""

from annotator.texts.similarity.passages import Passage, best_passages
from annotator.texts.similarity.scus import RankedScu, ScuTexts, rank_scus
from annotator.texts.similarity.tokens import Bag, TokenText, bag_of_label, joined
from annotator.texts.similarity.topic import TopicIndex

__all__ = [
    "Bag",
    "Passage",
    "RankedScu",
    "ScuTexts",
    "TokenText",
    "TopicIndex",
    "bag_of_label",
    "best_passages",
    "joined",
    "rank_scus",
]
