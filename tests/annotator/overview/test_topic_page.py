"""A topic's page: its texts, pyramids and peer annotations."""

import pytest
from django.urls import reverse

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership
from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from tests.factories import (
    make_member,
    make_peer_annotation,
    make_pyramid,
    make_release,
    make_sources,
    make_topic,
    scu_snapshot,
)
from tests.scenes import (
    Scene,
    add_models,
    add_peers,
    add_pyramid,
    annotated_topic,
    released,
    signed_in,
    statements,
)

ADDRESS = "/p/p/t/D1/"


def test_it_shows_statement_texts_pyramids_and_peers(scene: Scene, annotation: Work) -> None:
    answer = signed_in(scene.viewer).get(ADDRESS)
    page = answer.content.decode()
    assert "What happened?" in page
    assert page.count("One two three four.") == 3
    (pyramid,) = answer.context["overview"]["pyramids"]
    assert (pyramid.status.owner, pyramid.status.scu_count, pyramid.covered_words, pyramid.words) == ("ann", 3, 2, 8)
    assert pyramid.percent == 25  # the first of four words, in each of two models
    (peer,) = answer.context["overview"]["peer_lines"]
    shown = [(listed.work.owner.name, listed.work.newer_release) for listed in peer.annotations]
    assert shown == [("ann", None)]
    assert reverse("peer", args=["p", "D1", "7", "ann"]) in page


@pytest.mark.parametrize(("parts", "percent"), [([], 0), ([(1, 0, 19)], 100), ([(1, 0, 13)], 75), ([(1, 1, 2)], 25)])
def test_coverage_counts_the_words_that_a_part_touches(
    scene: Scene, parts: list[tuple[int, int, int]], percent: int
) -> None:
    topic = make_topic(scene.project, "D1")
    (model,) = add_models(topic, 1)
    make_pyramid(topic, scene.manager, [scu_snapshot(1, (model.pk, parts))] if parts else [])
    (pyramid,) = signed_in(scene.viewer).get(ADDRESS).context["overview"]["pyramids"]
    assert pyramid.percent == percent


def test_an_annotation_of_an_older_release_says_so_and_can_be_carried_over(scene: Scene, annotation: Work) -> None:
    pyramid = annotation.release.pyramid
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    released(pyramid)
    page = signed_in(scene.manager).get(ADDRESS).content.decode()
    assert "release 2 is available" in page
    assert reverse("peer-carry-over", args=["p", "D1", "7", "ann"]) in page
    other = signed_in(scene.viewer).get(ADDRESS).content.decode()
    assert "release 2 is available" in other
    assert reverse("peer-carry-over", args=["p", "D1", "7", "ann"]) not in other


def test_what_is_matched_to_a_source_of_the_consensus_can_be_carried_over_to_it(scene: Scene, annotation: Work) -> None:
    consensus = Membership.objects.create(project=scene.project, name="consensus")
    agreed = add_pyramid(annotation.summary.topic, consensus, 2)
    make_sources(agreed, annotation.release.pyramid)
    way = reverse("peer-carry-over", args=["p", "D1", "7", "ann"])
    assert way not in signed_in(scene.manager).get(ADDRESS).content.decode()  # nothing of it is released
    make_release(agreed)
    latest = make_release(agreed)
    page = signed_in(scene.manager).get(ADDRESS).content.decode()
    assert page.count(f'"{way}?to={latest.pk}"') == 1
    assert signed_in(scene.manager).get(f"{way}?to={latest.pk}").context["plan"]["target"] == latest
    peer_annotations().filter(pk=annotation.pk).delete()
    make_peer_annotation(annotation.release, scene.annotator, summary=annotation.summary)
    theirs = f"{reverse('peer-carry-over', args=['p', 'D1', '7', scene.annotator.name])}?to={latest.pk}"
    for member, number in ((scene.annotator, 1), (scene.manager, 1), (scene.viewer, 0)):
        assert signed_in(member).get(ADDRESS).content.decode().count(f'"{theirs}"') == number, member.role
    make_peer_annotation(latest, scene.annotator, summary=annotation.summary)
    assert theirs not in signed_in(scene.annotator).get(ADDRESS).content.decode()  # it is done


def test_of_an_owners_annotations_the_one_of_the_newest_release_is_shown(scene: Scene, annotation: Work) -> None:
    pyramid = annotation.release.pyramid
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    newer = make_peer_annotation(released(pyramid), scene.manager, summary=annotation.summary)
    (peer,) = signed_in(scene.viewer).get(ADDRESS).context["overview"]["peer_lines"]
    assert [listed.work for listed in peer.annotations] == [newer]


def test_the_older_annotation_that_still_scores_is_shown_until_the_newer_is_finished(
    scene: Scene, annotation: Work
) -> None:
    pyramid = annotation.release.pyramid
    peer_annotations().filter(pk=annotation.pk).update(state="submitted")
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    release = released(pyramid)
    newer = make_peer_annotation(release, scene.manager, summary=annotation.summary, derived_from=annotation)
    answer = signed_in(scene.manager).get(ADDRESS)
    (peer,) = answer.context["overview"]["peer_lines"]
    said = [(listed.work, listed.work.carried_from, listed.replaced_by) for listed in peer.annotations]
    assert said == [(newer, 1, None), (annotation, None, 2)]
    page = answer.content.decode()
    assert "carried over from 1" in page
    assert "counts for scores until the annotation of release 2 is finished" in page
    assert "/p/p/t/D1/peers/7/ann/?release=1&amp;pyramid=ann" in page
    assert "Peers are matched to different releases" in page
    peer_annotations().filter(pk=newer.pk).update(state="submitted")
    (peer,) = signed_in(scene.manager).get(ADDRESS).context["overview"]["peer_lines"]
    assert [listed.work for listed in peer.annotations] == [newer]


def test_what_others_have_matched_can_be_matched_too(scene: Scene, annotation: Work) -> None:
    page = signed_in(scene.annotator).get(ADDRESS).content.decode()
    assert "Match it too" in page
    assert "Start<" not in page


def test_who_has_no_pyramid_may_start_one_unless_a_viewer(scene: Scene, annotation: Work) -> None:
    shown = {
        member: "Start my pyramid" in signed_in(member).get(ADDRESS).content.decode()
        for member in (scene.manager, scene.annotator, scene.viewer)
    }
    assert shown == {scene.manager: False, scene.annotator: True, scene.viewer: False}


def test_who_has_not_annotated_a_peer_may_start_unless_a_viewer(scene: Scene, annotation: Work) -> None:
    start = f'action="{reverse("peer-start", args=["p", "D1", "7"])}"'
    shown = {
        member: start in signed_in(member).get(ADDRESS).content.decode()
        for member in (scene.manager, scene.annotator, scene.viewer)
    }
    assert shown == {scene.manager: False, scene.annotator: True, scene.viewer: False}


def test_with_pyramids_of_several_owners_starting_asks_for_the_release(scene: Scene, annotation: Work) -> None:
    topic = annotation.summary.topic
    released(make_pyramid(topic, scene.annotator, [scu_snapshot(1, (topic.summaries.all()[0].pk, [(1, 0, 3)]))]))
    page = signed_in(scene.annotator).get(ADDRESS).content.decode()
    assert f'href="{reverse("peer-start", args=["p", "D1", "7"])}"' in page
    assert f'action="{reverse("peer-start", args=["p", "D1", "7"])}"' not in page


def test_without_a_release_peers_cannot_be_started(scene: Scene) -> None:
    topic = make_topic(scene.project, "D1")
    add_models(topic, 1)
    add_peers(topic, ["7"])
    page = signed_in(scene.annotator).get(ADDRESS).content.decode()
    assert "there is none yet" in page
    assert reverse("peer-start", args=["p", "D1", "7"]) not in page


def test_an_empty_topic_invites_its_manager_to_fill_it(scene: Scene) -> None:
    make_topic(scene.project, "D1")
    assert "Add the model summaries" in signed_in(scene.manager).get(ADDRESS).content.decode()
    page = signed_in(scene.annotator).get(ADDRESS).content.decode()
    assert "A manager of the project must add them." in page
    assert "Start my pyramid" not in page


def test_texts_are_escaped(scene: Scene) -> None:
    topic = make_topic(scene.project, "D1", title="<b>bold</b>")
    topic.summaries.create(kind="model", summarizer="<i>", position=0, text="<script>", length=8, segmenter="none")
    page = signed_in(scene.viewer).get(ADDRESS).content.decode()
    assert "<b>bold" not in page
    assert "<i>" not in page
    assert "&lt;script&gt;" in page


def test_a_topic_of_another_project_is_not_found_under_ones_own(scene: Scene) -> None:
    make_topic(key="D9")
    assert signed_in(scene.manager).get("/p/p/t/D9/").status_code == 404


def test_its_statements_do_not_grow_with_summaries_scus_releases_or_members(scene: Scene) -> None:
    annotated_topic(scene.project, scene.manager, "D1")
    annotated_topic(scene.project, scene.manager, "D2", models=6, scus=12, peers=9)
    large = scene.project.topics.get(key="D2")
    for _ in range(3):
        owner = make_member(scene.project)
        pyramid = make_pyramid(large, owner, [scu_snapshot(1, (large.summaries.all()[0].pk, [(1, 0, 3)]))])
        pyramid.editors.add(scene.annotator, scene.manager)
        release = released(pyramid)
        for peer in large.summaries.peer_summaries():
            make_peer_annotation(release, owner, summary=peer)
    consensus = Membership.objects.create(project=scene.project, name="consensus")
    agreed = add_pyramid(large, consensus, 2)
    make_sources(agreed, *large.works.filter(kind="pyramid").exclude(pk=agreed.pk))
    make_release(agreed)
    client = signed_in(scene.manager)
    assert statements(client, "/p/p/t/D2/") == statements(client, "/p/p/t/D1/")
