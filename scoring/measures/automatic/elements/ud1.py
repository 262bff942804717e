"""The rules ``be:ud1``, which make Basic Elements from a parse. A change of the rules is another name.

Each edge gives ``lemma(head)|lemma(dependent)|relation``, except edges to punctuation, determiners, auxiliaries, case
markers, and further words of fixed expressions ("of" in "because of"). The root gives ``lemma(root)|nil|nil``. An
oblique has its case marker as relation. A conjunct has the edge of the first conjunct.
"""

from collections.abc import Sequence

from scoring.measures.automatic.elements.be_files import NIL
from scoring.measures.automatic.topic_texts import Element, ParsedWord

LEFT_OUT = frozenset({"punct", "det", "aux", "cop", "case", "fixed"})
"""Relations of dependents that give no element. A copula is an auxiliary."""


def elements_of_parse(parse: Sequence[Sequence[ParsedWord]]) -> tuple[Element, ...]:
    """The elements of a text, whose sentences are trees."""
    return tuple(element for sentence in parse for element in _elements_of_sentence(sentence))


def _elements_of_sentence(words: Sequence[ParsedWord]) -> list[Element]:
    children: dict[int, list[int]] = {}
    for number, word in enumerate(words, 1):
        children.setdefault(word.head, []).append(number)

    def marker(number: int) -> str:
        """The case marker of a word: "in", "because of"; "" if there is none."""
        cases = [child for child in children.get(number, ()) if _base(words[child - 1]) == "case"]
        fixed = [part for case in cases for part in children.get(case, ()) if _base(words[part - 1]) == "fixed"]
        return " ".join(words[part - 1].word for part in sorted(cases + fixed))

    elements = []
    for number, word in enumerate(words, 1):
        first = number
        while _base(words[first - 1]) == "conj" and words[first - 1].head:
            first = words[first - 1].head
        edge = words[first - 1]
        if LEFT_OUT.isdisjoint({_base(word), _base(edge)}) and word.upos != "PUNCT":
            if edge.head == 0:
                elements.append(Element(word.lemma, NIL, NIL))
            else:
                case = (marker(number) or marker(first)) if _base(edge) == "obl" else ""
                elements.append(Element(words[edge.head - 1].lemma, word.lemma, case or edge.relation))
    return elements


def _base(word: ParsedWord) -> str:
    """The relation without its subtype."""
    return word.relation.partition(":")[0].lower()
