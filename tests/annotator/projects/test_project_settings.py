"""The rules of a project."""

import pytest

from tests.scenes import Scene, signed_in

ADDRESS = "/p/p/settings/"
GIVEN = {
    "name": "New name",
    "guidelines": "Be fair.",
    "overlap_models": "warn",
    "overlap_peers": "forbid",
    "non_matching": "skip",
    "live_scores": "hide",
    "rounding": "floor",
    "suggestions": "off",
    "blind": True,
    "mask_summarizers": True,
    "shuffle_peers": True,
    "anonymous_owners": True,
}


def test_a_manager_changes_every_rule(scene: Scene) -> None:
    answer = signed_in(scene.manager).post(ADDRESS, GIVEN)
    assert answer.headers["Location"] == "/p/p/"
    scene.project.refresh_from_db()
    assert {name: getattr(scene.project, name) for name in GIVEN} == GIVEN


def test_the_form_shows_what_stands(scene: Scene) -> None:
    signed_in(scene.manager).post(ADDRESS, GIVEN)
    form = signed_in(scene.manager).get(ADDRESS).context["form"]
    assert {name: form[name].value() for name in GIVEN} == GIVEN


@pytest.mark.parametrize("field", ["overlap_models", "non_matching", "live_scores", "rounding"])
def test_a_rule_that_does_not_exist_is_refused_and_nothing_changes(scene: Scene, field: str) -> None:
    answer = signed_in(scene.manager).post(ADDRESS, {**GIVEN, field: "sometimes"})
    assert answer.status_code == 400
    assert "Select a valid choice." in answer.content.decode()
    scene.project.refresh_from_db()
    assert (scene.project.name, getattr(scene.project, field)) != ("New name", "sometimes")
    assert scene.project.name == "P"


def test_the_address_of_a_project_stays(scene: Scene) -> None:
    signed_in(scene.manager).post(ADDRESS, {**GIVEN, "slug": "other"})
    scene.project.refresh_from_db()
    assert scene.project.slug == "p"


@pytest.mark.parametrize(
    ("was_blind", "was", "given", "then"),
    [
        (False, "show", "show", "after_submit"),
        (False, "show", "hide", "hide"),
        (False, "hide", "show", "show"),
        (True, "show", "show", "show"),
    ],
)
def test_scores_wait_where_a_project_turns_blind_unless_said_otherwise(
    scene: Scene, was_blind: bool, was: str, given: str, then: str
) -> None:
    scene.project.blind, scene.project.live_scores = was_blind, was
    scene.project.save()
    signed_in(scene.manager).post(ADDRESS, {**GIVEN, "live_scores": given})
    scene.project.refresh_from_db()
    assert (scene.project.blind, scene.project.live_scores) == (True, then)
