"""DUCView files as core values."""

from dataclasses import replace

import pytest

from annotator.duc.documents import Contributor, Part, Reading, Repair, Scu
from scoring.measures.pyramid_scores import Peer
from scoring.observations.files import PeerFile, WeightSource, file_pyramid, model_count, peer_file
from tests.scoring.small_pan import small_peer, small_pyramid


def read(document, weights=WeightSource.CONTRIBUTORS, repairs=()) -> PeerFile:
    return peer_file(Reading(document, repairs), weights)


def test_a_weight_is_the_number_of_contributors() -> None:
    pyramid, _ = file_pyramid(small_pyramid({4: [0, 1, 2], 7: [1]}), WeightSource.CONTRIBUTORS)
    assert (dict(pyramid.weights), pyramid.model_count) == ({4: 3, 7: 1}, 3)


@pytest.mark.parametrize(("weights", "expected"), [(WeightSource.CONTRIBUTORS, 3), (WeightSource.SUMMARIES, 2)])
def test_two_contributors_of_one_summary_count_as_asked_and_are_told(weights, expected) -> None:
    pyramid, warnings = file_pyramid(small_pyramid({1: [0, 0, 1], 2: [2]}), weights)
    assert dict(pyramid.weights) == {1: expected, 2: 1}
    assert warnings == (f"SCU 1 has weight 3 by contributors, 2 by summaries; {expected} is used.",)


def test_the_number_an_old_file_states_serves_where_no_model_was_found() -> None:
    pyramid = small_pyramid({1: [0]})
    assert model_count(replace(pyramid, num_models=7)) == 3
    assert model_count(replace(pyramid, models=(), num_models=7)) == 7
    assert model_count(replace(pyramid, models=())) == 0


def test_each_contributor_of_a_peer_scu_is_a_unit_and_uid_0_is_none() -> None:
    assert read(small_peer(small_pyramid({1: [0], 2: [1]}), [2, 2, 0])).peer == Peer((2, 2, None))


def test_a_uid_that_the_pyramid_does_not_have_counts_as_non_matching_but_not_as_marked_so() -> None:
    found = read(small_peer(small_pyramid({1: [0]}), [1, 99]))
    assert found.peer == Peer((1, None))
    assert not found.marks_non_matching


def test_a_non_matching_unit_that_holds_the_whole_peer_is_not_taken_for_marking() -> None:
    whole = Contributor("x", "", (Part(5, 11, "words."), Part(0, 4, "Few,")))
    document = replace(
        small_peer(small_pyramid({1: [0]}), []), text="Few, words.\n", scus=(Scu(0, "none", "", (whole,)),)
    )
    assert not read(document).marks_non_matching


def test_a_non_matching_unit_that_leaves_a_word_out_is_marking() -> None:
    document = small_peer(small_pyramid({1: [0]}), [0])
    assert read(document).marks_non_matching


def test_repairs_become_sentences_with_their_scu() -> None:
    repairs = (Repair(3, "a part was dropped"), Repair(None, "Two documents."))
    assert read(small_peer(small_pyramid({1: [0]}), []), repairs=repairs).warnings == (
        "SCU 3: a part was dropped.",
        "Two documents.",
    )


def test_more_pyramids_than_are_remembered_are_each_read_right() -> None:
    documents = [small_peer(small_pyramid({uid: [0]}), []) for uid in range(1, 150)]
    found = [read(document) for document in (*documents, *documents)]
    assert [min(one.pyramid.weights) for one in found] == [*range(1, 150)] * 2
