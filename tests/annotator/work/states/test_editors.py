"""Who edits a pyramid or peer annotation besides its owner."""

import pytest

from annotator.projects.models import Membership
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.states.services import possible_editors, set_editors
from tests.factories import make_member, make_peer_annotation, make_project, make_pyramid, make_release, make_topic

pytestmark = pytest.mark.django_db


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
        set_editors(work=pyramid, editors=[helper], by=boss)
    else:
        with pytest.raises(NotAllowed):
            set_editors(work=pyramid, editors=[helper], by=boss)
    assert list(pyramid.editors.all()) == ([helper] if allowed else [])


def test_members_of_another_project_are_no_editors() -> None:
    pyramid = make_pyramid(make_topic())
    stranger = make_member(make_project())
    with pytest.raises(ServiceRefused, match="Only members of the project"):
        set_editors(work=pyramid, editors=[stranger], by=make_member(pyramid.topic.project, "manager"))
    assert not pyramid.editors.exists()


def test_the_list_is_set_as_a_whole_for_peers_too() -> None:
    topic = make_topic()
    boss, first, second = (make_member(topic.project, role) for role in ("manager", "annotator", "annotator"))
    annotation = make_peer_annotation(make_release(make_pyramid(topic)), first)
    for editors in ([second, boss], [boss], []):
        set_editors(work=annotation, editors=editors, by=boss)
        assert set(annotation.editors.all()) == set(editors)


def test_who_may_be_named_has_an_account_and_may_annotate() -> None:
    project = make_project()
    owner, helper = make_member(project), make_member(project, "manager")
    make_member(project, "viewer")
    Membership.objects.create(project=project, name="imported")
    make_member(make_project())
    assert list(possible_editors(project=project.pk, owner=owner.pk)) == [helper]
