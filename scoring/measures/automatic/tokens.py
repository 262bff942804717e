"""The words of texts for measures that neither stem words nor leave any out. Their parameters are ``tok`` (the
tokenizer) and ``case``.

``case:keep`` changes nothing after the tokenizer; some tokenizers return lower case.
"""

from annotator.texts.words.tokenizers import TOKENIZERS
from scoring.measures.automatic.parameters import Parameter, Parameters, choice
from scoring.measures.automatic.topic_texts import Text, TopicTexts
from scoring.measures.automatic.words import EncodedTexts, encode


def tokenizer(default: str) -> Parameter:
    return choice("tok", default, *(name for name in TOKENIZERS if name != default))


def sentences_of_words(parameters: Parameters, text: Text) -> list[list[str]]:
    """Returns the words of each sentence, by ``tok`` and ``case``."""
    tokenize = TOKENIZERS[parameters["tok"]]
    sentences = [tokenize(sentence) for sentence in text.sentences]
    return sentences if parameters["case"] == "keep" else [[word.lower() for word in words] for words in sentences]


def encoded_words(parameters: Parameters, topic: TopicTexts) -> EncodedTexts:
    """Returns the words of the peers, then those of the models."""
    texts = (*topic.peers, *topic.models)
    return topic.compute_once(
        ("words", parameters["tok"], parameters["case"]),
        lambda: encode([sentences_of_words(parameters, text) for text in texts]),
    )
