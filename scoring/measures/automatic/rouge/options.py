"""The parameters of all ROUGE measures, and the words that they compare. "155" stands for ROUGE-1.5.5, the script."""

import re
from collections.abc import Callable, Mapping, Sequence

from annotator.texts.words.lists import irregular_forms_name, smart_name, smart_stop_words
from annotator.texts.words.stemmer import stem
from annotator.texts.words.tokenizers import TOKENIZERS
from scoring.measures.automatic.parameters import Parameter, Parameters, choice, number, resource
from scoring.measures.automatic.references import COUNT_REFERENCES
from scoring.measures.automatic.topic_texts import Text, TopicTexts
from scoring.measures.automatic.words import EncodedTexts, encode

LIMIT = re.compile(r"([1-9][0-9]{0,6})([wb])")  # a number of words or bytes
SPACES = re.compile(r"[ \t\n\r\f\v]+")


def _name_of_irregular_forms(chosen: Mapping[str, str]) -> str:
    return "no" if chosen["stem"] == "no" else irregular_forms_name()


def _limit(text: str) -> str:
    """Returns the text if it is a value of ``limit``, else raises ValueError."""
    if text != "no" and not LIMIT.fullmatch(text):
        raise ValueError
    return text


# tok: the tokenizer; exc: the list of irregular word forms, which the stemmer replaces; stop: the list of stop words to
# leave out; sent: whether the lines of a text are its sentences
WORD_OPTIONS: tuple[Parameter, ...] = (
    choice("tok", "155", *(name for name in TOKENIZERS if name != "155")),
    choice("stem", "155", "no"),
    resource("exc", _name_of_irregular_forms),
    choice("stop", "no", smart_name(), aliases={"smart": smart_name()}),
    choice("sent", "stored", "lines"),
    Parameter("limit", "no", "no, a number of words such as 100w, or of bytes such as 665b", _limit),
)
OPTIONS: tuple[Parameter, ...] = (*WORD_OPTIONS, *COUNT_REFERENCES, number("alpha", 0.5, 0, 1))


def topic_words(parameters: Parameters, topic: TopicTexts) -> EncodedTexts:
    """Returns the words of the peers, then those of the models."""
    options = tuple(parameters[option.name] for option in WORD_OPTIONS)
    return topic.compute_once(("ROUGE words", options), lambda: _encode(parameters, (*topic.peers, *topic.models)))


def _encode(parameters: Parameters, texts: Sequence[Text]) -> EncodedTexts:
    tokenize = TOKENIZERS[parameters["tok"]]
    stop_words: frozenset[str] = frozenset() if parameters["stop"] == "no" else smart_stop_words()
    cut = limiter(parameters["limit"])
    tokens = []
    for text in texts:
        sentences = text.sentences if parameters["sent"] == "stored" or text.lines is None else text.lines
        words_by_sentence = [tokenize(sentence) for sentence in cut(sentences)]
        if stop_words:
            words_by_sentence = [[word for word in words if word not in stop_words] for words in words_by_sentence]
        tokens.append(words_by_sentence)
    return encode(tokens, stem if parameters["stem"] == "155" else str)


def limiter(limit: str) -> Callable[[Sequence[str]], Sequence[str]]:
    """Returns a function that cuts a text, given by its sentences, after a number of words or bytes."""
    parts = LIMIT.fullmatch(limit)
    if parts is None:
        return lambda sentences: sentences
    shorten = _first_words if parts[2] == "w" else _first_bytes

    def cut(sentences: Sequence[str]) -> Sequence[str]:
        remaining, shortened = int(parts[1]), []
        for sentence in sentences:
            if remaining <= 0:
                break
            start, length = shorten(sentence, remaining)
            shortened.append(start)
            remaining -= length
        return shortened

    return cut


def _first_words(sentence: str, limit: int) -> tuple[str, int]:
    """Returns the first ``limit`` words of the sentence, and how many there are.

    Words are separated by white space. White space at the start makes an empty word, as in the script.
    """
    words = SPACES.split(sentence)
    if not words[-1]:
        words.pop()
    return " ".join(words[:limit]), min(len(words), limit)


def _first_bytes(sentence: str, limit: int) -> tuple[str, int]:
    """Returns the first ``limit`` bytes of the sentence in UTF-8 without a character that is cut, and how many bytes
    were taken, those of the cut character included.
    """
    start = sentence.encode("utf-8", "surrogatepass")[:limit]
    return start.decode("utf-8", "ignore"), len(start)
