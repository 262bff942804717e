"""The same scores from `score_files` alone, in company, and from the project (definitions §12)."""

from pathlib import Path

import pytest

from annotator.matching.models import peer_annotations
from scoring.observations.files import FileSettings, ScoredFile, score_files
from scoring.observations.pyramid_scores import ScoreSettings
from tests.annotator.interchange.duc_import import run_import
from tests.factories import make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of
from tests.scoring.seen import score_sheet
from tests.scoring.small_pan import pan_bytes, small_peer, small_pyramid

PYRAMID = small_pyramid({1: [0, 1, 2], 2: [0, 1], 3: [2]})
UNITS = {
    "100.D0601.M.250.A.1.pan": [1, 2],
    "100.D0601.M.250.A.2.pan": [1, 0],
    "200.D0601.M.250.A.1.pan": [1],
    "200.D0601.M.250.A.2.pan": [2],
}
ORIGINALS: dict[tuple[str | None, str], float | None] = {
    ("100", "1"): 1.0,
    ("100", "2"): 3 / 5,
    ("200", "1"): None,
    ("200", "2"): None,
}
"""By hand: D = 3 + 2 of Max 5; D = 3 of Max 5; matcher 200 marked nothing."""


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    for name, units in UNITS.items():
        (tmp_path / name).write_bytes(pan_bytes(small_peer(PYRAMID, units)))
    return [tmp_path / name for name in UNITS]


@pytest.fixture
def project(db: None, paths: list[Path]):
    project = make_project()
    assert run_import(project, {path.name: path.read_bytes() for path in paths}).refused == []
    return project


def by_peer(files: list[ScoredFile]) -> dict[tuple[str | None, str], dict[str, float | None]]:
    return {
        (file.annotator, file.peer): {kind: score.score for kind, score in file.scores.by_kind.items()}
        for file in files
    }


def test_scores_are_the_same_alone_in_company_and_in_the_project(project, paths) -> None:
    sheet = score_sheet(project=project, annotations=peer_annotations().all(), role="manager", settings=ScoreSettings())
    in_project = {
        (peer.origin.judge, peer.origin.subject.summarizer): {
            kind: getattr(peer.scores, kind).score for kind in ("original", "modified", "recall")
        }
        for peer in sheet.scored
    }
    assert {key: scores["original"] for key, scores in in_project.items()} == ORIGINALS
    assert by_peer(score_files(paths, FileSettings())) == in_project
    for path in paths:
        ((key, scores),) = by_peer(score_files([path], FileSettings())).items()
        assert scores["original"] in (None, ORIGINALS[key])
        assert {**scores, "original": ORIGINALS[key]} == in_project[key]


def test_the_page_of_a_peer_says_whether_text_was_marked(project) -> None:
    client = signed_in(manager_of(project))
    pages = [
        client.get(f"/p/{project.slug}/t/D0601/peers/1/{matcher}/score/").content.decode() for matcher in (100, 200)
    ]
    assert "Text that matches no SCU was marked." in pages[0]
    assert "Text that matches no SCU was not marked." in pages[1]
