"""Beginning a pyramid."""

import pytest

from annotator.pyramids.models import pyramids
from annotator.pyramids.services import start_pyramid
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.factories import make_member, make_summary, make_topic

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
    assert not pyramids().exists()


def test_there_is_no_pyramid_of_peers_alone() -> None:
    topic = make_topic()
    make_summary(topic, "peer")
    with pytest.raises(ServiceRefused, match="Add the model summaries first"):
        start_pyramid(topic=topic, owner=make_member(topic.project))
