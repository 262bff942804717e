"""Counts transitions and pairs of roles in a discourse role matrix.

A transition chooses one role from each of several consecutive cells of a column: ``Comp.Arg2 -> Exp.Arg2``. The role of
an empty cell is nil. A pair consists of two roles of the same cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np

from scoring.measures.coherence.matrix import RoleMatrix
from scoring.stats.arrays import Floats, Ints

BLOCK = 2_000
"""How many groups of consecutive cells are counted at once; this bounds the memory."""


def transition_shares(matrix: RoleMatrix, roles: Sequence[str], length: int) -> Floats:
    """Returns the share of each transition among all transitions of this length: float64[len(roles) + 1, ...] with
    ``length`` dimensions. Index 0 is nil, the index of a role is one more than its place in ``roles``. Other roles of
    the matrix are left out. All shares are 0 if there are fewer sentences than ``length``.
    """
    groups, kinds_of_cells = _groups_of_cells(matrix, roles, length)
    group_count = max(matrix.sentence_count - length + 1, 0) * len(matrix.columns)
    counts = np.zeros((len(roles) + 1,) * length)
    if len(groups):
        distinct, repetitions = np.unique(groups, axis=0, return_counts=True)
        for first in range(0, len(distinct), BLOCK):
            counts += _counts(distinct[first : first + BLOCK], repetitions[first : first + BLOCK], kinds_of_cells)
    counts[(0,) * length] += group_count - len(groups)
    shares: Floats = counts / max(counts.sum(), 1)
    return shares


def _groups_of_cells(matrix: RoleMatrix, roles: Sequence[str], length: int) -> tuple[Ints, Floats]:
    """Returns the groups of ``length`` consecutive cells with at least one role: int64[groups, length], a number for
    each kind of cell. Cells with the same roles are of the same kind; 0 is the empty cell. And for each kind, which
    roles it has: float64[kinds, len(roles) + 1] of 0 and 1; the empty cell has the role nil.
    """
    index_of_role = {role: index for index, role in enumerate(roles, 1)}
    number_of_kind: dict[frozenset[int], int] = {frozenset({0}): 0}
    groups = []
    for cells in matrix.columns.values():
        kinds = {}
        for sentence, cell_roles in cells.items():
            if indexes := frozenset(index_of_role[role] for role in cell_roles if role in index_of_role):
                kinds[sentence] = number_of_kind.setdefault(indexes, len(number_of_kind))
        groups += [
            [kinds.get(sentence, 0) for sentence in range(start, start + length)]
            for start in _starts(kinds, matrix.sentence_count, length)
        ]
    has_role = np.zeros((len(number_of_kind), len(roles) + 1))
    for kind, number in number_of_kind.items():
        has_role[number, list(kind)] = 1
    return np.array(groups, np.int64).reshape(-1, length), has_role


def _starts(sentences: Iterable[int], sentence_count: int, length: int) -> list[int]:
    """Returns where groups of ``length`` consecutive sentences start that contain one of these sentences."""
    return sorted(
        {
            start
            for sentence in sentences
            for start in range(max(sentence - length + 1, 0), min(sentence, sentence_count - length) + 1)
        }
    )


def _counts(groups: Ints, repetitions: Ints, has_role: Floats) -> Floats:
    """Returns how often each transition occurs in these groups: float64 with a dimension for each cell of a group."""
    role_count = has_role.shape[1]
    earlier = repetitions[:, None].astype(np.float64)  # a column for each choice of roles of the cells so far
    for cell in range(groups.shape[1] - 1):
        earlier = (earlier[:, :, None] * has_role[groups[:, cell], None, :]).reshape(len(groups), -1)
    counts: Floats = (earlier.T @ has_role[groups[:, -1]]).reshape((role_count,) * groups.shape[1])
    return counts


def pair_shares(matrix: RoleMatrix, roles: Sequence[str]) -> Floats:
    """Returns the share of each unordered pair of roles among all pairs of all cells, in the order of
    ``combinations(roles, 2)``. All shares are 0 if no cell has two roles.
    """
    index_of_role = {role: index for index, role in enumerate(roles)}
    counts = np.zeros((len(roles), len(roles)))
    for indexes in _cells(matrix, index_of_role):
        for first, second in combinations(indexes, 2):
            counts[first, second] += 1
    pairs = counts[np.triu_indices(len(roles), 1)]
    shares: Floats = pairs / max(pairs.sum(), 1)
    return shares


def _cells(matrix: RoleMatrix, index_of_role: dict[str, int]) -> Iterator[list[int]]:
    """Yields the sorted indexes of the roles of each cell."""
    for cells in matrix.columns.values():
        for cell_roles in cells.values():
            yield sorted(index_of_role[role] for role in cell_roles if role in index_of_role)
