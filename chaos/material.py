"""Adds seven signed-in people to the sample project: three edit two pyramids (one is shared), two edit a peer
annotation each, and two judge the sentences of documents.
"""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.interchange.sample import load_sample
from annotator.judgments.services.sessions import begin_session
from annotator.matching.services import start_peer_annotation
from annotator.projects.models import Membership, Project
from annotator.projects.services import add_member
from annotator.pyramids.services import start_pyramid
from annotator.work.models import Work
from annotator.work.release_models import Release
from bench.big_team import BigTeam, TeamSize
from bench.site import session_of

NAMES = ("ann", "ben", "cy", "dan", "eve", "fay", "gus")
MANY_SCORES = TeamSize(topics=40, peers=40, models=2, scus=4, builders=1, matchers=2)
"""The size of a project whose ranking takes minutes."""


def make_material() -> list[dict[str, Any]]:
    """Returns the people and what each of them edits, for `chaos.people.make_people`."""
    project = load_sample(by=User.objects.create_user("mia"), now=timezone.now())
    ann, ben, cy, dan, eve, fay, gus = (_member(project, name) for name in NAMES)
    topic = project.topics.get(key="mill")
    shared_pyramid = start_pyramid(topic=topic, owner=ann)
    shared_pyramid.editors.add(ben)
    works = [(ann, shared_pyramid), (ben, shared_pyramid), (cy, start_pyramid(topic=topic, owner=cy))]
    release = Release.objects.filter(pyramid__topic=topic).latest("number")
    peer = topic.summaries.filter(kind="peer")[0]
    works += [(owner, start_peer_annotation(summary=peer, release=release, owner=owner)) for owner in (dan, eve)]
    utility = project.instruments.get(key="utility")
    works += [(judge, begin_session(instrument=utility, topic=topic, judge=judge)[0]) for judge in (fay, gus)]
    return [_describe_person(member, work) for member, work in works]


def make_scores() -> dict[str, Any]:
    """Makes a project whose ranking takes long, for `chaos.pressure.Pressure`."""
    team = BigTeam(size=MANY_SCORES, now=timezone.now(), slug="scores")
    Work.objects.filter(topic__project=team.project, release__isnull=False).update(state="submitted")
    members = [team.manager, team.annotators[0]]
    return {"project": team.project.slug, "sessions": [session_of(member.user) for member in members]}


def _member(project: Project, name: str) -> Membership:
    return add_member(project=project, user=User.objects.create_user(name), role=Membership.Role.ANNOTATOR, by=None)


def _describe_person(member: Membership, work: Work) -> dict[str, Any]:
    texts = {text.pk: text.length for text in work.work_kind.annotated_summaries(work)}
    scus = [str(uuid) for uuid in work.release.scus.values_list("uuid", flat=True)] if work.release else []
    return {
        "name": member.name,
        "session": session_of(member.user),
        "api_path": work.api_url("edits"),
        "work": work.pk,
        "texts": list(texts.items()),
        "scus": scus,
        "judged_items": work.sheet.items.items.count() if work.kind == "sheet" and work.sheet.items else 0,
    }
