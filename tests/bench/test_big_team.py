"""The generated project of a large team."""

import pytest
from django.utils import timezone

from annotator.matching.models import matchings
from annotator.projects.models import Project
from annotator.pyramids.models import pyramids
from annotator.work.models import Release, Work
from annotator.work.tasks.models import Assignment
from bench.big_team import TeamSize, make_big_team

pytestmark = pytest.mark.django_db

SMALL = TeamSize(annotators=4, topics=3, peers=2)


def test_it_is_of_the_size_asked_for() -> None:
    team = make_big_team(size=SMALL, now=timezone.now())
    assert len(team.annotators) == 4
    assert team.project.topics.count() == 3
    assert pyramids().filter(topic__project=team.project).count() == 3 * (2 + 1)
    assert Release.objects.filter(pyramid__owner__name="consensus").count() == 3
    assert Assignment.objects.count() == 3 * 2 + 3 * 2 * 2
    assert 0 < matchings().count() <= 3 * 2 * 2
    assert all(work.edits.count() == work.revision for work in Work.objects.all())


def test_the_same_seed_makes_the_same_work() -> None:
    now = timezone.now()
    for slug in ("one", "two"):
        make_big_team(size=SMALL, now=now, slug=slug)
    one, two = (
        list(
            matchings()
            .filter(owner__project=project)
            .values_list("units__scu__uid", "state")
            .order_by("topic__key", "summary__position", "owner__pk", "units__position")
        )
        for project in Project.objects.order_by("slug")
    )
    assert one == two
