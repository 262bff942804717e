"""Carrying a peer annotation over to a later release."""

from uuid import UUID

import pytest
from django.utils import timezone

from annotator.matching.models import peer_annotations
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.edits.request import parse_request
from annotator.work.kinds import kind_named
from annotator.work.log.editing import apply_groups
from annotator.work.log.locking import lock
from annotator.work.models import Work
from annotator.work.release_models import Release
from tests.factories import EDIT_IDS, GROUP_IDS, SCU_IDS, client_id, make_peer_annotation, make_topic, unit_snapshot
from tests.scenes import Scene, add_models, add_peers, add_pyramid, released, signed_in, statements

ADDRESS = "/p/p/t/D1/peers/7/ann/carry-over/"
KEPT, MERGED, DELETED, INTO = (client_id(SCU_IDS, number) for number in (1, 2, 3, 4))


def edited(pyramid: Work, scene: Scene, *edits: dict[str, object]) -> Release:
    """The release after these edits."""
    number = pyramid.releases.count()
    body = {
        "base": 0,
        "groups": [
            {
                "group": client_id(GROUP_IDS, number),
                "edits": [{"id": client_id(EDIT_IDS, number * 10 + at), **edit} for at, edit in enumerate(edits)],
            }
        ],
    }
    base, groups = parse_request(body, PYRAMID_VERBS)
    assert scene.manager.user is not None
    locked = lock(pyramid.pk, kind=kind_named("pyramid"), user=scene.manager.user)
    answer = apply_groups(locked=locked, base=base, groups=groups, by=scene.manager.user, now=timezone.now())
    assert answer.refused is None
    return released(pyramid)


@pytest.fixture
def old(scene: Scene) -> Work:
    """Matched to SCUs 1, 2 and 3 (once each) of release 1, and a non-matching unit; 2 and 3 are then no more."""
    topic = make_topic(scene.project, "D1")
    add_models(topic, 2)
    pyramid = add_pyramid(topic, scene.manager, 4)
    (peer,) = add_peers(topic, ["7"])
    units = [unit_snapshot(n, n if n < 4 else None, (n, 0, 3) if n < 4 else (n, 4, 7)) for n in range(1, 5)]
    annotation = make_peer_annotation(released(pyramid), scene.manager, units, summary=peer)
    edited(
        pyramid,
        scene,
        {"verb": "merge_scus", "into": INTO, "scus": [MERGED]},
        {"verb": "delete_scu", "scu": DELETED},
    )
    return annotation


def matches(annotation: Work) -> list[UUID | None]:
    """The SCUs of an annotation's units, in order."""
    return list(annotation.units.order_by("position").values_list("scu__uuid", flat=True))


def test_the_page_asks_only_about_matches_that_are_lost(scene: Scene, old: Work) -> None:
    answer = signed_in(scene.manager).get(ADDRESS)
    plan = answer.context["plan"]
    assert [(d["change"].scu_id, d["default"], d["quotes"]) for d in plan["decisions"]] == [
        (MERGED, INTO, ["One"]),
        (DELETED, "", ["One"]),
    ]
    assert dict(plan["counts"])["merged into another"] == 1
    assert dict(plan["counts"])["deleted"] == 1
    assert "merged into “SCU 4”" in answer.content.decode()


def test_decisions_are_followed_and_the_old_annotation_stays(scene: Scene, old: Work) -> None:
    given = {"to": "2", f"decision-{MERGED}": INTO, f"decision-{DELETED}": "non-matching"}
    answer = signed_in(scene.manager).post(ADDRESS, given)
    assert answer.headers["Location"] == "/p/p/t/D1/peers/7/ann/?release=2&pyramid=ann"
    new = peer_annotations().get(derived_from=old)
    assert new.release.number == 2
    assert matches(new) == [UUID(KEPT), UUID(INTO), None, None]
    assert matches(old) == [UUID(KEPT), UUID(MERGED), UUID(DELETED), None]


def test_a_mark_can_be_dropped(scene: Scene, old: Work) -> None:
    given = {"to": "2", f"decision-{MERGED}": "drop", f"decision-{DELETED}": KEPT}
    signed_in(scene.manager).post(ADDRESS, given)
    assert matches(peer_annotations().get(derived_from=old)) == [UUID(KEPT), UUID(KEPT), None]


@pytest.mark.parametrize("answer", ["", "somewhere", DELETED, "x\x00y", "' OR 1=1"])
def test_an_open_decision_is_asked_again_and_nothing_is_made(scene: Scene, old: Work, answer: str) -> None:
    given = {"to": "2", f"decision-{MERGED}": "drop", f"decision-{DELETED}": answer}
    page = signed_in(scene.manager).post(ADDRESS, given)
    assert page.status_code == 400
    assert "Decide for each SCU that was deleted" in page.content.decode()
    assert page.context["plan"]["decisions"][0]["default"] == "drop"
    assert peer_annotations().count() == 1


def test_what_else_is_sent_does_not_get_into_the_log(scene: Scene, old: Work) -> None:
    given = {"to": "2", f"decision-{MERGED}": "drop", f"decision-{DELETED}": "drop", "decision-x\x00": "y"}
    assert signed_in(scene.manager).post(ADDRESS, given).status_code == 302
    logged = peer_annotations().get(derived_from=old).edits.get().payload["decisions"]
    assert set(logged) == {MERGED, DELETED}


def test_where_non_matching_text_is_skipped_it_is_no_choice(scene: Scene, old: Work) -> None:
    scene.project.non_matching = "skip"
    scene.project.save()
    assert 'value="non-matching"' not in signed_in(scene.manager).get(ADDRESS).content.decode()


def test_with_nothing_newer_one_is_told_and_led_back(scene: Scene, annotation: Work) -> None:
    client = signed_in(scene.manager)
    answer = client.get(ADDRESS, follow=True)
    assert "Release 1 is the newest of its pyramid." in answer.content.decode()
    assert client.post(ADDRESS).headers["Location"] == "/p/p/t/D1/peers/7/ann/?release=1&pyramid=ann"


def test_a_second_time_is_refused_and_the_page_says_so_before(scene: Scene, old: Work) -> None:
    given = {"to": "2", f"decision-{MERGED}": "drop", f"decision-{DELETED}": "drop"}
    client = signed_in(scene.manager)
    client.post(ADDRESS, given)
    answer = client.post(f"{ADDRESS}?release=1", given)
    assert answer.status_code == 400
    assert "annotated against release 2 already" in answer.content.decode()
    assert peer_annotations().count() == 2
    assert "Decide …" not in client.get(f"{ADDRESS}?release=1").content.decode()


def test_of_several_later_releases_one_is_chosen(scene: Scene, old: Work) -> None:
    pyramid = old.release.pyramid
    edited(pyramid, scene, {"verb": "delete_scu", "scu": INTO})
    client = signed_in(scene.manager)
    assert client.get(ADDRESS).context["plan"]["target"].number == 3
    context = client.get(f"{ADDRESS}?release=1&to=2").context
    assert (context["plan"]["target"].number, [release.number for release in context["later_releases"]]) == (2, [3, 2])


def test_another_annotator_may_not_carry_it_over(scene: Scene, old: Work) -> None:
    client = signed_in(scene.annotator)
    assert client.get(ADDRESS).status_code == 403
    assert client.post(ADDRESS, {"to": "2"}).status_code == 403


def test_its_statements_do_not_grow_with_changes(scene: Scene, old: Work) -> None:
    client = signed_in(scene.manager)
    few = statements(client, f"{ADDRESS}?to=2")
    edited(
        old.release.pyramid,
        scene,
        {"verb": "delete_scu", "scu": INTO},
        {"verb": "delete_scu", "scu": KEPT},
        {"verb": "create_scu", "scu": client_id(SCU_IDS, 9), "label": "New"},
        {
            "verb": "add_part",
            "part": client_id(2, 9),
            "scu": client_id(SCU_IDS, 9),
            "summary": old.topic.summaries.model_summaries()[0].pk,
            "start": 0,
            "end": 3,
        },
    )
    assert statements(client, f"{ADDRESS}?to=3") == few
