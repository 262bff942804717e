"""The classes of the senses that discourse parsers write (Penn Discourse Treebank 2.0 and 3.0)."""

from types import MappingProxyType

from scoring.measures.automatic.topic_texts import Sense

_CLASSES = MappingProxyType(
    {
        "temporal": Sense.TEMPORAL,
        "contingency": Sense.CONTINGENCY,
        "comparison": Sense.COMPARISON,
        "expansion": Sense.EXPANSION,
        "temp": Sense.TEMPORAL,
        "cont": Sense.CONTINGENCY,
        "comp": Sense.COMPARISON,
        "exp": Sense.EXPANSION,
    }
)
_TYPES = MappingProxyType(
    {
        Sense.TEMPORAL: "asynchronous, synchrony, synchronous",
        Sense.CONTINGENCY: (
            "cause, pragmatic cause, condition, pragmatic condition, negative condition, negative cause, purpose"
        ),
        Sense.COMPARISON: "contrast, pragmatic contrast, concession, pragmatic concession, similarity",
        Sense.EXPANSION: (
            "conjunction, instantiation, restatement, alternative, exception, list, "
            "disjunction, equivalence, level of detail, manner, substitution"
        ),
    }
)
"""The types of level 2 in each class: those of the treebank's version 2.0, then those that version 3.0 added."""
_CLASS_OF_TYPE = MappingProxyType({name: sense for sense, names in _TYPES.items() for name in names.split(", ")})
_WITHOUT_SENSE = MappingProxyType({"entrel": Sense.ENTITY, "norel": Sense.NONE})


def class_of_sense(name: str) -> Sense:
    """Returns the class of level 1 of a sense: Cont for "Contingency.Cause.Reason", "Contingency" and "Cause".

    Case does not count; "_" and "-" are spaces. What follows "+" in a type ("Cause+Belief") and everything of level 3
    is ignored. Raises ValueError if the sense is unknown or a type is in the wrong class.
    """
    levels = [" ".join(level.lower().replace("_", " ").replace("-", " ").split()) for level in name.split(".")]
    first = levels[0].partition("+")[0]
    if len(levels) == 1:
        for known in (_CLASSES, _CLASS_OF_TYPE, _WITHOUT_SENSE):
            if first in known:
                return known[first]
    elif first in _CLASSES and _CLASS_OF_TYPE.get(levels[1].partition("+")[0]) is _CLASSES[first]:
        return _CLASSES[first]
    raise ValueError(f"“{name[:50]}” is not a sense of the Penn Discourse Treebank")
