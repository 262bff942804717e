"""Fleiss' kappa and nominal alpha without each group of items, against computing them from the other items."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.stats.kappa import fleiss_kappa, nominal_alpha
from scoring.stats.kappa_jackknife import leave_one_group_out

ITEM = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda counts: sum(counts) >= 2)
GROUPS = st.lists(st.lists(ITEM, max_size=5), min_size=2, max_size=6)


@given(GROUPS)
def test_a_group_is_left_out_as_if_it_had_never_been_there(items) -> None:
    groups = [np.array(group, dtype=np.int64).reshape(-1, 2) for group in items]
    left_out = leave_one_group_out(groups)
    for number in range(len(groups)):
        others = np.concatenate(groups[:number] + groups[number + 1 :])
        for coefficient, value in ((fleiss_kappa, left_out.kappa[number]), (nominal_alpha, left_out.alpha[number])):
            expected = coefficient(others)
            assert value == pytest.approx(np.nan if expected is None else expected, abs=1e-9, nan_ok=True)
