"""Scores of a set of DUCView files."""

from pathlib import Path

import pytest

from scoring.measures.pyramid_scores import Undefined, XCount
from scoring.observations.files import FileRefused, FileSettings, NonMatching, WeightSource, score_files
from tests.scoring.small_pan import pan_bytes, small_peer, small_pyramid

PYRAMID = small_pyramid({1: [0, 1, 2], 2: [0, 1], 3: [2]})


@pytest.fixture
def written(tmp_path):
    """Writes one file for each list of units and gives their paths."""

    def write(*peers, pyramid=PYRAMID) -> list[Path]:
        paths = [tmp_path / f"100.D0601.M.250.A.{n}.pan" for n in range(1, len(peers) + 1)]
        for path, units in zip(paths, peers, strict=True):
            path.write_bytes(pan_bytes(small_peer(pyramid, units)))
        return paths

    return write


def test_names_come_from_the_file_name(written) -> None:
    (scored,) = score_files(written([1, 0]), FileSettings())
    assert (scored.annotator, scored.topic, scored.peer) == ("100", "D0601", "1")


def test_a_file_without_non_matching_units_in_a_set_with_some_has_an_original_score(written) -> None:
    first, second = score_files(written([1, 2], [1, 0]), FileSettings())
    assert (first.scores.original.score, second.scores.original.score) == (1.0, 3 / 5)


def test_a_set_without_any_non_matching_unit_has_no_original_score_and_says_why(written) -> None:
    for scored in score_files(written([1, 2], [2]), FileSettings()):
        assert scored.scores.original.reason is Undefined.NON_MATCHING_NOT_MARKED
        assert any("No file of this matcher" in warning for warning in scored.warnings)
        assert scored.scores.modified.score is not None
        assert scored.settings["non_matching"] == "skip"


def test_a_file_alone_without_non_matching_units_is_unknown(written) -> None:
    plain, marking = written([1, 2], [1, 0])
    (scored,) = score_files([plain], FileSettings())
    assert scored.scores.original.reason is Undefined.NON_MATCHING_UNKNOWN
    assert scored.settings["non_matching"] == "unknown"
    assert any("--non-matching mark or skip" in warning for warning in scored.warnings)
    (alone,) = score_files([marking], FileSettings())
    assert (alone.scores.original.score, alone.settings["non_matching"]) == (3 / 5, "mark")


@pytest.mark.parametrize(
    "name", ["200.D0601.M.250.A.9.pan", "100.D0602.M.250.A.9.pan", "other/100.D0601.M.250.A.9.pan"]
)
def test_files_of_another_matcher_topic_or_folder_change_nothing(written, tmp_path, name) -> None:
    (plain,) = written([1, 2])
    marking = tmp_path / name
    marking.parent.mkdir(exist_ok=True)
    marking.write_bytes(pan_bytes(small_peer(PYRAMID, [1, 0])))
    scored, _ = score_files([plain, marking], FileSettings())
    assert scored.settings["non_matching"] == "unknown"


def test_files_with_another_pyramid_change_nothing(written, tmp_path) -> None:
    (plain,) = written([1, 2])
    marking = tmp_path / "100.D0601.M.250.A.9.pan"
    marking.write_bytes(pan_bytes(small_peer(small_pyramid({1: [0, 1, 2], 2: [0, 1], 3: [1]}), [1, 0])))
    scored, _ = score_files([plain, marking], FileSettings())
    assert scored.settings["non_matching"] == "unknown"


def test_told_that_text_was_marked_the_same_set_has_original_scores(written) -> None:
    first, second = score_files(written([1, 2], [2]), FileSettings(non_matching=NonMatching.MARK))
    assert (first.scores.original.score, second.scores.original.score) == (1.0, 2 / 3)
    assert first.warnings == []


def test_told_that_text_was_not_marked_no_file_has_an_original_score(written) -> None:
    (scored,) = score_files(written([1, 0]), FileSettings(non_matching=NonMatching.SKIP))
    assert scored.scores.original.score is None
    assert scored.warnings == ["No original score: Text that matches no SCU was not marked, so X is not known."]


def test_nothing_marked_at_all_is_a_finished_zero_without_an_original_score(written) -> None:
    (scored, _) = score_files(written([], [0]), FileSettings())
    assert (scored.scores.modified.score, scored.scores.recall.score) == (0, 0)
    assert scored.scores.original.reason is Undefined.NO_UNITS
    assert scored.warnings == ["No original score: The peer has no units, so X is 0."]


def test_repetitions_are_told_and_left_out_if_asked(written) -> None:
    paths = written([1, 1, 0])
    (ducview,) = score_files(paths, FileSettings())
    (distinct,) = score_files(paths, FileSettings(x=XCount.DISTINCT))
    assert (ducview.scores.original.x, distinct.scores.original.x) == (3, 2)
    assert ducview.warnings == ["X of the original score counts 1 repeated mention of SCUs."]
    assert distinct.warnings == ["X of the original score leaves out 1 repeated mention of SCUs."]


def test_weights_by_summaries_change_the_scores_of_a_faulty_file(written) -> None:
    paths = written([1, 0], pyramid=small_pyramid({1: [0, 0, 1], 2: [2]}))
    (by_contributors,) = score_files(paths, FileSettings())
    (by_summaries,) = score_files(paths, FileSettings(weights=WeightSource.SUMMARIES))
    assert (by_contributors.scores.weight_sum, by_summaries.scores.weight_sum) == (3, 2)


def test_a_file_that_is_no_pan_is_refused_by_name(tmp_path) -> None:
    path = tmp_path / "broken.pan"
    path.write_text("<peerAnnotation>")
    with pytest.raises(FileRefused, match=r"broken\.pan: "):
        score_files([path], FileSettings())


@pytest.mark.parametrize("name", ["absent.pan", "."])
def test_a_file_that_is_not_there_is_refused_by_name(tmp_path, name) -> None:
    with pytest.raises(FileRefused, match="cannot be read"):
        score_files([tmp_path / name], FileSettings())


def test_without_files_there_are_no_scores() -> None:
    assert score_files([], FileSettings()) == []
