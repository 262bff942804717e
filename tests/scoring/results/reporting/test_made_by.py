"""The results of the API carry what made them: the version, the day, the settings, and what was drawn at random."""

import pytest

from annotator.projects.models import Membership
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(settings):
    settings.PYRAMIDION_VERSION = "9.8.7"
    project = make_project("p")
    manager = manager_of(project)
    for key in ("D1", "D2"):
        release = released_topic(project, key, manager)
        for peer, units in {"1": [1, 2], "2": [1], "3": [3]}.items():
            matched_peer(release, peer, units)
    return signed_in(make_member(project, Membership.Role.VIEWER))


@pytest.mark.parametrize(
    ("result", "query", "expected"),
    [
        ("scores", "", {"score": "modified", "rounding": "half-up", "exact": True, "draws": None, "seed": None}),
        (
            "scores",
            "score=recall&rounding=floor&common=on&sort=mean",
            {"score": "recall", "rounding": "floor", "common": True},
        ),
        ("agreement", "uncovered=missing&topic=D1", {"uncovered": "missing", "topic": "D1", "squares": 1}),
        (
            "stability",
            "threshold=0.2&topic=D1&topic=D2",
            {"threshold": 0.2, "topic": ["D1", "D2"], "rounding": "half-up", "sampled": False, "seed": None},
        ),
        ("enough", "difference=0.2&matcher=ann", {"difference": 0.2, "matcher": "ann", "score": "modified"}),
        ("diagnosis", "", {"score": "modified", "rounding": "half-up", "drafts": False, "matcher": None}),
    ],
)
def test_every_result_has_its_settings(client, result, query, expected) -> None:
    made_by = client.get(f"/api/projects/p/{result}/?{query}").json()["made_by"]
    assert (made_by["program"], made_by["version"]) == ("Pyramidion", "9.8.7")
    assert list(made_by) == ["program", "version", "date", "settings"]
    assert {name: made_by["settings"][name] for name in expected} == expected
    assert not {"sort", "order", "highlight"} & set(made_by["settings"])
