"""Lists of words from files of this package, each with a name that changes with its content.

The signatures of measures contain these names. A signature is a line of text that states all that could change a
measure's values.
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType

PARTS_OF_SPEECH = ("adj", "adv", "noun", "verb")
"""WordNet's files of irregular forms, in the order in which they are read: of two entries the later wins."""


@cache
def smart_stop_words() -> frozenset[str]:
    """The stop words of the SMART system, with those that ROUGE added for news texts."""
    return frozenset(_read("smart.txt").decode().split())


@cache
def irregular_forms() -> MappingProxyType[str, str]:
    """The base form of each irregular form in WordNet 2.0: "mice" is "mouse". Further base forms are left out."""
    entries = (line.split() for part in PARTS_OF_SPEECH for line in _read(f"wordnet/{part}.exc").decode().splitlines())
    return MappingProxyType({fields[0]: fields[1] for fields in entries})


@cache
def function_words() -> frozenset[str]:
    """English words of closed classes: determiners, pronouns, prepositions, conjunctions, auxiliaries, particles.

    In lower case, with straight apostrophes.
    """
    return frozenset(_read("function_en1.txt").decode().split())


@cache
def function_words_name() -> str:
    """The name of the list of function words in signatures."""
    return f"list-en1-{_hash(_read('function_en1.txt'))}"


@cache
def smart_name() -> str:
    """The name of the list of stop words in signatures."""
    return f"smart-{_hash(_read('smart.txt'))}"


@cache
def irregular_forms_name() -> str:
    """The name of the list of irregular forms in signatures."""
    return f"wn20-{_hash(b''.join(_read(f'wordnet/{part}.exc') for part in PARTS_OF_SPEECH))}"


def _read(name: str) -> bytes:
    return (files(__package__) / name).read_bytes()


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()[:4]
