"""Deleting a project for good."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotator.matching.models import Unit
from annotator.projects.invitation_models import Invitation
from annotator.projects.invitations import make_invitation
from annotator.projects.models import Membership, Project, Summary
from annotator.projects.services import delete_project
from annotator.pyramids.models import pyramids
from annotator.web.refusals import NotAllowed
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from tests.factories import client_id, make_peer_annotation, use_up
from tests.scenes import Scene, annotated_topic, make_scene, released, signed_in

ADDRESS = "/p/p/delete/"
TEAM = (Assignment, Invitation, Note, TopicRole)


def _fill(scene: Scene) -> Work:
    """Something of everything: releases, a carried-over annotation, used-up ids, editors."""
    annotation = annotated_topic(scene.project, scene.manager)
    pyramid = annotation.release.pyramid
    pyramid.editors.add(scene.annotator)
    use_up(pyramid, [client_id(1, 99)])
    use_up(annotation, [client_id(5, 99)])
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    make_peer_annotation(released(pyramid), scene.manager, summary=annotation.summary, derived_from=annotation)
    _fill_team(scene, annotation)
    return annotation


def _fill_team(scene: Scene, annotation: Work) -> None:
    """Tasks, a role, a link and a note."""
    peer, now = annotation.summary, timezone.now()
    for own in ({"kind": "pyramid"}, {"kind": "match", "summary": peer, "release": annotation.release}):
        Assignment.objects.create(topic=peer.topic, member=scene.annotator, created_by=scene.manager.user, **own)
    TopicRole.objects.create(topic=peer.topic, member=scene.annotator, role="reviewer")
    make_invitation(project=scene.project, role="viewer", max_uses=1, days=1, by=scene.manager, now=now)
    thread = NoteThread.objects.create(work=annotation)
    Note.objects.create(thread=thread, author=scene.annotator, at=now, text="Why?")


def test_it_goes_with_all_that_is_in_it_and_nothing_else(scene: Scene) -> None:
    _fill(scene)
    other = make_scene("other")
    kept = _fill(other)
    models = (Membership, Summary, Release, Work, Unit, UsedId, Edit, *TEAM)
    before = [model._default_manager.count() for model in models]
    answer = signed_in(scene.manager).post(ADDRESS, {"name": " P "}, follow=True)
    assert "The project “P” is deleted." in answer.content.decode()
    assert list(Project.objects.all()) == [other.project]
    assert [model._default_manager.count() * 2 for model in models] == before
    assert Edit.objects.filter(work=kept.release.pyramid).exists()


@pytest.mark.parametrize("name", ["", "p", "P2", "other"])
def test_another_name_deletes_nothing(scene: Scene, annotation: Work, name: str) -> None:
    answer = signed_in(scene.manager).post(ADDRESS, {"name": name})
    assert answer.status_code == 400
    assert Project.objects.filter(slug="p").exists()
    if name:
        assert "This is not the name of the project." in answer.content.decode()


def test_the_page_tells_what_goes(scene: Scene, annotation: Work) -> None:
    page = signed_in(scene.manager).get(ADDRESS).content.decode()
    assert "3 summaries" in page
    assert "1 peer annotation<" in page
    assert ADDRESS in signed_in(scene.manager).get("/p/p/settings/").content.decode()


def test_only_a_manager_deletes(scene: Scene, annotation: Work) -> None:
    with pytest.raises(NotAllowed):
        delete_project(project=scene.project, by=scene.annotator)
    assert Project.objects.filter(slug="p").exists()


def test_history_stands_again_afterwards(scene: Scene) -> None:
    """In the same transaction too."""
    kept = _fill(make_scene("other"))
    delete_project(project=scene.project, by=scene.manager)
    with pytest.raises(IntegrityError), transaction.atomic():
        kept.release.delete()
