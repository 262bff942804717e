"""The pages of a large team, in fewer statements than it has people, topics or peers of a topic."""

import pytest
from django.utils import timezone

from annotator.projects.models import Membership
from bench.big_team import BigTeam, TeamSize
from tests.scenes import signed_in, statements

pytestmark = pytest.mark.django_db
MOST = 15


@pytest.fixture
def people() -> list[Membership]:
    """A manager and an annotator of the project."""
    size = TeamSize(annotators=MOST + 1, topics=MOST + 1, peers=MOST + 1, words=20, scus=3, builders=1, matchers=1)
    team = BigTeam(size=size, now=timezone.now())
    return [team.manager, team.annotators[0]]


def test_its_overview_progress_and_plan_take_few_statements(people: list[Membership]) -> None:
    counted = {
        (member.role, page): statements(signed_in(member), f"/p/big-team/{page}")
        for member in people
        for page in ("", "progress/", "progress.csv", *(["assignments/", "team/"] if member.role == "manager" else []))
    }
    assert {where: number for where, number in counted.items() if number > MOST} == {}
