"""Measures of shared words and elements of two texts, from the definitions, with dictionaries and loops."""

from collections import Counter
from collections.abc import Sequence

Triple = tuple[str, str, str]
MODES = {
    "be-h": lambda head, modifier, relation: (head,) if modifier == "nil" else None,
    "be-hm": lambda head, modifier, relation: (head, modifier) if modifier != "nil" else None,
    "be-hmr": lambda head, modifier, relation: (head, modifier, relation) if relation != "nil" else None,
    "be-hm1": lambda head, modifier, relation: (head, modifier),
    "be-hmr1": lambda head, modifier, relation: (head, modifier, relation) if modifier != "nil" else None,
    "be-hmr2": lambda head, modifier, relation: (head, modifier, relation),
}


def basic_element_counts(mode: str, peer: Sequence[Triple], model: Sequence[Triple]) -> tuple[int, int, int]:
    """Shared, in the model, in the peer."""

    def counted(elements: Sequence[Triple]) -> Counter[tuple[str, ...]]:
        keys = (MODES[mode](*element) for element in elements)
        return Counter(key for key in keys if key)

    return (counted(peer) & counted(model)).total(), counted(model).total(), counted(peer).total()
