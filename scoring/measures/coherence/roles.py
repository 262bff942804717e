"""The roles that discourse relations give to the words of their arguments (Lin et al. 2011; 2012, section 4).

A role names the sense of a relation and the argument that holds the word: ``Comp.Arg2``. The models with the letter E
add a second role, which begins with ``E.`` if a connective expresses the relation and with ``N.`` if not. Relations
without a sense, EntRel and NoRel, have no connective.
"""

from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense

ARGUMENTS = ("Arg1", "Arg2")
NIL = "nil"
"""Stands for the empty cell of a word without a role in a sentence."""

SENSES_WITHOUT_CONNECTIVE = frozenset({Sense.ENTITY, Sense.NONE})

PLAIN_ROLES = tuple(sorted(f"{sense}.{argument}" for sense in Sense for argument in ARGUMENTS))
"""The 12 roles of LIN and LIN+C, sorted as strings."""

ALL_ROLES = tuple(
    sorted(
        [
            *PLAIN_ROLES,
            *(f"N.{role}" for role in PLAIN_ROLES),
            *(f"E.{sense}.{argument}" for sense in set(Sense) - SENSES_WITHOUT_CONNECTIVE for argument in ARGUMENTS),
        ]
    )
)
"""The 32 roles of LIN+E and DICOMER, sorted as strings."""


def roles_of_argument(relation: DiscourseRelation, argument: str) -> tuple[str, str]:
    """Returns the roles of the words in an argument: the plain role, and the role that begins with ``E.`` or ``N.``"""
    role = f"{relation.sense}.{argument}"
    has_connective = relation.is_explicit and relation.sense not in SENSES_WITHOUT_CONNECTIVE
    return role, f"{'E' if has_connective else 'N'}.{role}"
