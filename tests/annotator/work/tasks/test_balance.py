"""Sharing items out: k distinct people each, as evenly as can be."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.work.tasks.balance import distribute_evenly

Pairs = list[tuple[int, str]]


def _loads(people: list[str], pairs: Pairs, before: dict[str, int]) -> dict[str, int]:
    got = Counter(person for _, person in pairs)
    return {person: got[person] + before.get(person, 0) for person in people}


def test_each_item_goes_to_so_many_and_all_get_as_many() -> None:
    pairs = distribute_evenly(
        range(6), ["a", "b", "c", "d"], people_per_item=2, assigned={}, excluded={}, loads={}, seed=1
    )
    assert Counter(item for item, _ in pairs) == dict.fromkeys(range(6), 2)
    assert Counter(person for _, person in pairs) == dict.fromkeys("abcd", 3)


def test_what_is_held_stays_and_counts() -> None:
    pairs = distribute_evenly(
        [1, 2], ["a", "b"], people_per_item=1, assigned={1: {"a"}}, excluded={}, loads={"a": 1}, seed=1
    )
    assert pairs == [(2, "b")]


def test_nobody_gets_what_is_barred_to_them() -> None:
    pairs = distribute_evenly(
        [1, 2], ["a", "b"], people_per_item=1, assigned={}, excluded={1: {"a"}, 2: {"a"}}, loads={}, seed=1
    )
    assert pairs == [(1, "b"), (2, "b")]


def test_with_too_few_people_an_item_gets_those_there_are() -> None:
    assert distribute_evenly([1], ["a"], people_per_item=3, assigned={}, excluded={}, loads={}, seed=1) == [(1, "a")]


def test_an_item_is_for_one_person_at_least() -> None:
    with pytest.raises(ValueError, match="one person"):
        distribute_evenly([1], ["a"], people_per_item=0, assigned={}, excluded={}, loads={}, seed=1)


@given(st.integers(0, 30), st.integers(1, 8), st.integers(1, 8), st.integers(0, 99))
def test_without_a_past_loads_differ_by_one_at_most(items: int, number: int, each: int, seed: int) -> None:
    people = [f"p{n}" for n in range(number)]
    pairs = distribute_evenly(range(items), people, people_per_item=each, assigned={}, excluded={}, loads={}, seed=seed)
    loads = _loads(people, pairs, {}).values()
    assert max(loads) - min(loads) <= 1
    assert len(set(pairs)) == len(pairs) == items * min(each, number)
    assert pairs == distribute_evenly(
        range(items), people, people_per_item=each, assigned={}, excluded={}, loads={}, seed=seed
    )


CASES = st.fixed_dictionaries(
    {
        "items": st.integers(1, 4),
        "people_per_item": st.integers(1, 2),
        "assigned": st.dictionaries(st.integers(0, 3), st.sets(st.sampled_from("abx"), max_size=2), max_size=2),
        "excluded": st.dictionaries(st.integers(0, 3), st.sets(st.sampled_from("abc"), max_size=2), max_size=4),
        "loads": st.dictionaries(st.sampled_from("abc"), st.integers(0, 4)),
        "seed": st.integers(0, 9),
    }
)


@settings(deadline=None)
@given(CASES)
def test_no_plan_is_more_even(case: dict) -> None:
    items, people = list(range(case["items"])), list("abc")
    given_to = {name: case[name] for name in ("people_per_item", "assigned", "excluded", "loads", "seed")}
    pairs = distribute_evenly(items, people, **given_to)
    choices = []
    for item in items:
        able = [
            p for p in people if p not in case["assigned"].get(item, ()) and p not in case["excluded"].get(item, ())
        ]
        wanted = max(0, case["people_per_item"] - len(case["assigned"].get(item, ())))
        choices.append([[(item, p) for p in some] for some in combinations(able, min(wanted, len(able)))])
    plans = [[pair for some in chosen for pair in some] for chosen in product(*choices)]
    assert sorted(pairs) in [sorted(plan) for plan in plans]
    cost = {id(plan): sum(n * n for n in _loads(people, plan, case["loads"]).values()) for plan in plans}
    assert sum(n * n for n in _loads(people, pairs, case["loads"]).values()) == min(cost.values())
