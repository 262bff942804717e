"""Features against the example of Lin et al. 2012 and against the enumeration of all transitions."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense, SentencePart, Text
from scoring.measures.coherence.features import (
    FEATURE_MODELS,
    feature_names,
    features,
    features_of_matrix,
)
from scoring.measures.coherence.matrix import RoleMatrix, role_matrix, terms_of_sentence
from scoring.measures.coherence.roles import ALL_ROLES, PLAIN_ROLES
from scoring.measures.coherence.transitions import transition_shares
from tests.scoring.measures.coherence.highland_valley import RELATIONS, SENTENCES, TEXT

TABLE_2 = ("copper", "cananea", "oper", "depend")  # the paper's stemmer leaves "operat"
COMP_1, COMP_2, EXP_1, EXP_2 = "Comp.Arg1", "Comp.Arg2", "Exp.Arg1", "Exp.Arg2"


def table_2() -> RoleMatrix:
    matrix = role_matrix(SENTENCES, RELATIONS)
    return RoleMatrix(matrix.sentence_count, {term: matrix.columns[term] for term in TABLE_2})


def named(name: str, matrix: RoleMatrix) -> dict[str, float]:
    """The features that are not 0."""
    values = features_of_matrix(name, matrix).tolist()
    return {feature: value for feature, value in zip(feature_names(name), values, strict=True) if value}


def test_the_matrix_has_the_cells_of_table_2() -> None:
    plain = {
        term: {row: sorted(roles & set(PLAIN_ROLES)) for row, roles in cells.items()}
        for term, cells in table_2().columns.items()
    }
    assert plain == {
        "copper": {1: [COMP_1, COMP_2]},
        "cananea": {0: [COMP_1], 2: [COMP_2, EXP_1, "Temp.Arg1"], 3: [EXP_2]},
        "oper": {2: [COMP_2, EXP_1, "Temp.Arg1"], 3: [EXP_1, EXP_2]},
        "depend": {0: [COMP_1]},
    }


def test_the_cell_of_cananea_has_the_roles_and_pairs_of_section_4_2() -> None:
    # The paper: "The cell now contains Comp.Arg2, Temp.Arg1, Exp.Arg1, E.Comp.Arg2, E.Temp.Arg1, and N.Exp.Arg1";
    # 3 pairs of plain roles, 15 of all (definitions.md, section 7), among them E.Comp.Arg2 and Temp.Arg1.
    cell = table_2().columns["cananea"][2]
    assert cell == {COMP_2, "Temp.Arg1", EXP_1, "E.Comp.Arg2", "E.Temp.Arg1", "N.Exp.Arg1"}
    alone = RoleMatrix(1, {"cananea": {0: cell}})
    assert named("lin-c", alone) == {
        f"{COMP_2}<->{EXP_1}": 1 / 3,
        f"{COMP_2}<->Temp.Arg1": 1 / 3,
        f"{EXP_1}<->Temp.Arg1": 1 / 3,
    }
    pairs = named("dicomer", alone)
    assert (len(pairs), set(pairs.values()), "E.Comp.Arg2<->Temp.Arg1" in pairs) == (15, {1 / 15}, True)


def test_shares_of_transitions_in_table_2() -> None:
    # The paper, section 4.1: the probability of Comp.Arg2 -> Exp.Arg2 is 2/25; there are 21 transitions of length 3.
    shares = named("lin", table_2())
    assert shares[f"{COMP_2}->{EXP_2}"] == 0.08
    # By hand from Table 2: cananea and depend have Comp.Arg1 in S1 and nothing in S2; only cananea goes on in S3.
    assert shares[f"{COMP_1}->nil"] == 3 / 25  # copper has it between S2 and S3
    assert shares[f"{COMP_1}->nil->Temp.Arg1"] == 1 / 21
    pair_total = sum(value for feature, value in shares.items() if feature.count("->") == 1)
    assert pair_total == pytest.approx(1 - 4 / 25)  # nil -> nil: depend twice, operat and copper once
    # With E. and N. copper has 4 + 4 + 1 transitions of length 2; cananea 2 + 6 + 6 * 3, as its Exp.Arg2 in S4 has both
    # versions; operat 1 + 6 + 6 * 4; depend 2 + 1 + 1.
    assert named("lin-e", table_2())[f"{COMP_2}->{EXP_2}"] == 2 / (9 + 26 + 31 + 4)


def test_names_are_in_a_fixed_order() -> None:
    assert [len(feature_names(name)) for name in FEATURE_MODELS] == [
        13**2 + 13**3 - 2,
        13**2 + 13**3 - 2 + 66,
        33**2 + 33**3 - 2,
        33**2 + 33**3 - 2 + 496,
    ]
    assert feature_names("lin")[:2] == ("nil->Comp.Arg1", "nil->Comp.Arg2")
    assert feature_names("lin")[168] == "nil->nil->Comp.Arg1"
    assert feature_names("lin-c")[-1] == "Temp.Arg1<->Temp.Arg2"
    assert list(ALL_ROLES) == sorted(ALL_ROLES)
    assert not any(role.startswith(("E.EntRel", "E.NoRel")) for role in ALL_ROLES)
    for name in FEATURE_MODELS:
        assert len(set(feature_names(name))) == len(feature_names(name))


CELLS = st.sets(st.sampled_from(["Comp.Arg1", "Exp.Arg2", "NoRel.Arg1", "E.Comp.Arg1", "N.Exp.Arg2"]), max_size=4)


@settings(max_examples=40)
@given(
    columns=st.integers(1, 5).flatmap(lambda rows: st.lists(st.lists(CELLS, min_size=rows, max_size=rows), max_size=3))
)
def test_shares_are_those_of_the_enumeration(columns: list[list[set[str]]]) -> None:
    row_count = len(columns[0]) if columns else 0
    cells = {
        str(number): {row: frozenset(roles) for row, roles in enumerate(column) if roles}
        for number, column in enumerate(columns)
    }
    for name, kept in (("lin-c", PLAIN_ROLES), ("dicomer", ALL_ROLES)):
        kept_columns = [[sorted(roles & set(kept)) for roles in column] for column in columns]
        expected = {}
        for length in (2, 3):
            counted = Counter(
                "->".join(chosen)
                for column in kept_columns
                for start in range(row_count - length + 1)
                for chosen in product(*(roles or ["nil"] for roles in column[start : start + length]))
            )
            expected.update({key: count / counted.total() for key, count in counted.items()})
        pairs = Counter(
            "<->".join(pair) for column in kept_columns for roles in column for pair in combinations(roles, 2)
        )
        expected.update({key: count / pairs.total() for key, count in pairs.items()})
        expected = {key: value for key, value in expected.items() if set(key.split("->")) != {"nil"}}
        assert named(name, RoleMatrix(row_count, cells)) == expected


def test_blocks_do_not_change_the_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = role_matrix(SENTENCES, RELATIONS)
    whole = transition_shares(matrix, ALL_ROLES, 3)
    monkeypatch.setattr("scoring.measures.coherence.transitions.BLOCK", 2)
    assert np.array_equal(transition_shares(matrix, ALL_ROLES, 3), whole)


def test_columns_are_stems_of_open_class_words() -> None:
    terms = [term for term, _, _ in terms_of_sentence("They’re Japan’s mines; the DOGS' dam isn't Japan's.")]
    assert terms == ["japan", "mine", "dog", "dam", "japan"]
    assert [term for term, _, _ in terms_of_sentence("The 1989 dam, 東京.")] == ["1989", "dam", "東京"]


def test_a_term_has_the_roles_of_all_parts_that_touch_it() -> None:
    relation = DiscourseRelation(Sense.ENTITY, True, (SentencePart(0, 0, 5),), (SentencePart(0, 4, 9),))
    cells = role_matrix(["dams broke towns"], [relation]).columns
    assert cells["dam"] == {0: {"EntRel.Arg1", "N.EntRel.Arg1"}}  # a connective of EntRel is not believed
    assert cells["break"] == {0: {"EntRel.Arg2", "N.EntRel.Arg2"}}
    assert cells["town"] == {}


def test_texts_without_relations() -> None:
    assert features("lin", Text(SENTENCES), "file") is None
    no_relations = features("dicomer", Text(SENTENCES, discourse=()), "file")
    assert no_relations is not None
    assert not no_relations.any()
    for text in (Text((), discourse=()), Text((SENTENCES[0],), discourse=()), Text(("", " "), discourse=())):
        assert not np.any(features("dicomer", text, "file"))
    with pytest.raises(ValueError, match="no source of discourse relations named minds"):
        features("lin", TEXT, "minds")
