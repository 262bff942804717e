"""The features of LIN, LIN+C, LIN+E and DICOMER: named numbers that describe the coherence of a text.

A feature is the share of a transition of length 2 or 3, or of a pair of roles in one cell. Features are in a fixed
order: transitions of length 2, transitions of length 3, then pairs. In each group, nil is first and the other roles are
sorted as strings; the last role changes fastest. The transitions that consist only of nil are not features, but they
count in the total from which the shares are computed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from types import MappingProxyType

import numpy as np

from annotator.texts.words.lists import function_words_name, irregular_forms_name
from scoring.measures.automatic.parameters import choice, resource
from scoring.measures.automatic.topic_texts import DiscourseRelation, Text
from scoring.measures.coherence.connectives import connective_relations, connectives_name
from scoring.measures.coherence.matrix import RoleMatrix, role_matrix
from scoring.measures.coherence.roles import ALL_ROLES, NIL, PLAIN_ROLES
from scoring.measures.coherence.transitions import pair_shares, transition_shares
from scoring.stats.arrays import Floats

PARSE = choice("parse", "file", connectives_name(), aliases={"connectives-en1": connectives_name()})
"""The parameter that says where discourse relations come from. ``file``: from `Text.discourse`, which a parser
made; ``connectives-en1`` with the hash of the list: from `connective_relations`.
"""

TERM_PARAMETERS = (
    resource("function", lambda _: function_words_name()),
    resource("exc", lambda _: irregular_forms_name()),
)
"""The lists of words on which the columns of role matrices depend, for the signatures of measures."""

LENGTHS = (2, 3)
"""The lengths of transitions."""


@dataclass(frozen=True, slots=True)
class _Model:
    """``roles``: the roles that count. ``has_pairs``: whether pairs of roles in a cell are features."""

    roles: tuple[str, ...]
    has_pairs: bool


_MODELS = MappingProxyType(
    {
        "lin": _Model(PLAIN_ROLES, has_pairs=False),
        "lin-c": _Model(PLAIN_ROLES, has_pairs=True),
        "lin-e": _Model(ALL_ROLES, has_pairs=False),
        "dicomer": _Model(ALL_ROLES, has_pairs=True),
    }
)

FEATURE_MODELS = tuple(_MODELS)
"""The names that `features` accepts. They have 2,364, 2,430, 37,024 and 37,520 features."""


@cache
def feature_names(name: str) -> tuple[str, ...]:
    """Returns the names of the features, such as ``Comp.Arg2->Exp.Arg2`` and ``Comp.Arg2<->Exp.Arg1``, in their order.
    ``name``: one of FEATURE_MODELS.
    """
    model = _MODELS[name]
    transitions = [
        "->".join(chosen)
        for length in LENGTHS
        for chosen in product((NIL, *model.roles), repeat=length)
        if set(chosen) != {NIL}
    ]
    pairs = ["<->".join(pair) for pair in combinations(model.roles, 2)] if model.has_pairs else []
    return (*transitions, *pairs)


def features(name: str, text: Text, parse: str) -> Floats | None:
    """Returns the features of a text in the order of `feature_names`: float64[features], shares from 0 to 1.

    ``name``: one of FEATURE_MODELS. ``parse``: where the discourse relations come from, a value of PARSE. Returns None
    if the text has no relations from there.
    """
    relations = discourse_relations(text, parse)
    return None if relations is None else features_of_matrix(name, role_matrix(text.sentences, relations))


def discourse_relations(text: Text, parse: str) -> Sequence[DiscourseRelation] | None:
    """Returns the discourse relations of a text; None if it has none from this source. ``parse``: a value of PARSE."""
    if parse == "file":
        return text.discourse
    if parse == connectives_name():
        return connective_relations(text.sentences)
    raise ValueError(f"There is no source of discourse relations named {parse}.")


def features_of_matrix(name: str, matrix: RoleMatrix) -> Floats:
    """Returns the features of a text with this discourse role matrix, in the order of `feature_names`."""
    model = _MODELS[name]
    shares = [transition_shares(matrix, model.roles, length).reshape(-1)[1:] for length in LENGTHS]
    pairs = [pair_shares(matrix, model.roles)] if model.has_pairs else []
    return np.concatenate([*shares, *pairs])
