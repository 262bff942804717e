"""Makes Basic Elements from a parse, by the rules named ``be:ud1``. If the rules change, they get another name.

Each dependent gives the element ``lemma(head)|lemma(dependent)|relation``, except punctuation, determiners,
auxiliaries, case markers, and further words of fixed expressions ("of" in "because of"). The root gives
``lemma(root)|nil|nil``. For an oblique (``obl``) its case marker, such as "in", replaces the relation. A conjunct gets
the head and the relation of the first conjunct.
"""

from collections.abc import Sequence

from scoring.measures.automatic.elements.be_files import NIL
from scoring.measures.automatic.topic_texts import Element, ParsedWord

LEFT_OUT = frozenset({"punct", "det", "aux", "cop", "case", "fixed"})
"""Relations of dependents that give no element. A copula (``cop``) counts as an auxiliary."""


def elements_of_parse(parse: Sequence[Sequence[ParsedWord]]) -> tuple[Element, ...]:
    """Returns the elements of a text. ``parse``: the words of each sentence."""
    return tuple(element for sentence in parse for element in _elements_of_sentence(sentence))


def _elements_of_sentence(words: Sequence[ParsedWord]) -> list[Element]:
    children: dict[int, list[int]] = {}  # by the number of the head, from 1
    for number, word in enumerate(words, 1):
        children.setdefault(word.head, []).append(number)

    def case_marker(number: int) -> str:
        """Returns the case marker of a word, such as "in" or "because of"; "" if there is none."""
        cases = [child for child in children.get(number, ()) if _relation(words[child - 1]) == "case"]
        fixed = [part for case in cases for part in children.get(case, ()) if _relation(words[part - 1]) == "fixed"]
        return " ".join(words[part - 1].word for part in sorted(cases + fixed))

    first_numbers = _first_conjuncts(words)
    elements = []
    for number, word in enumerate(words, 1):
        first_number = first_numbers[number]
        first_conjunct = words[first_number - 1]  # the word itself if it is not a conjunct
        if LEFT_OUT.isdisjoint({_relation(word), _relation(first_conjunct)}) and word.upos != "PUNCT":
            if first_conjunct.head == 0:
                elements.append(Element(word.lemma, NIL, NIL))
            else:
                is_oblique = _relation(first_conjunct) == "obl"
                case = (case_marker(number) or case_marker(first_number)) if is_oblique else ""
                head = words[first_conjunct.head - 1]
                elements.append(Element(head.lemma, word.lemma, case or first_conjunct.relation))
    return elements


def _first_conjuncts(words: Sequence[ParsedWord]) -> dict[int, int]:
    """Maps each word's number to the number of its first conjunct, or to itself if the word is not a conjunct."""
    first_numbers: dict[int, int] = {}
    for start in range(1, len(words) + 1):
        chain, number = [], start
        while number not in first_numbers and _relation(words[number - 1]) == "conj" and words[number - 1].head:
            chain.append(number)
            number = words[number - 1].head
        first = first_numbers.get(number, number)
        first_numbers.update(dict.fromkeys([*chain, number], first))
    return first_numbers


def _relation(word: ParsedWord) -> str:
    """Returns the relation of a word to its head, without the subtype: "nsubj" for "nsubj:pass"."""
    return word.relation.partition(":")[0].lower()
