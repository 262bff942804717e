"""Beginning a pyramid and saying who edits it."""

import pytest

from annotator.models import Membership, Pyramid
from annotator.permissions import NotAllowed
from annotator.services.pyramids import add_editor, start_pyramid
from annotator.services.refused import ServiceRefused
from tests.factories import make_member, make_project, make_pyramid, make_summary, make_topic

pytestmark = pytest.mark.django_db


def test_a_member_begins_one_pyramid_of_a_topic() -> None:
    topic = make_topic()
    make_summary(topic)
    owner = make_member(topic.project)
    pyramid = start_pyramid(topic=topic, owner=owner)
    assert (pyramid.owner, pyramid.revision, pyramid.next_uid, pyramid.state) == (owner, 0, 1, "in_progress")
    assert start_pyramid(topic=topic, owner=owner) == pyramid
    assert start_pyramid(topic=topic, owner=make_member(topic.project)) != pyramid


def test_a_viewer_begins_none() -> None:
    topic = make_topic()
    make_summary(topic)
    with pytest.raises(NotAllowed):
        start_pyramid(topic=topic, owner=make_member(topic.project, "viewer"))
    assert not Pyramid.objects.exists()


def test_there_is_no_pyramid_of_peers_alone() -> None:
    topic = make_topic()
    make_summary(topic, "peer")
    with pytest.raises(ServiceRefused, match="Add the model summaries first"):
        start_pyramid(topic=topic, owner=make_member(topic.project))


@pytest.mark.parametrize(
    ("by", "editor", "allowed"),
    [
        ("manager", "annotator", True),
        ("manager", "manager", True),
        ("manager", "viewer", False),
        ("annotator", "annotator", False),
        ("viewer", "annotator", False),
    ],
)
def test_managers_make_annotators_editors(by, editor, allowed) -> None:
    project = make_project()
    pyramid = make_pyramid(make_topic(project))
    boss, helper = make_member(project, by), make_member(project, editor)
    if allowed:
        add_editor(pyramid=pyramid, editor=helper, by=boss)
    else:
        with pytest.raises(NotAllowed):
            add_editor(pyramid=pyramid, editor=helper, by=boss)
    assert list(pyramid.editors.all()) == ([helper] if allowed else [])


def test_members_of_another_project_are_no_editors() -> None:
    pyramid = make_pyramid(make_topic())
    stranger = make_member(make_project())
    with pytest.raises(ServiceRefused, match="Only members of the project"):
        add_editor(pyramid=pyramid, editor=stranger, by=make_member(pyramid.topic.project, Membership.Role.MANAGER))
    assert not pyramid.editors.exists()
