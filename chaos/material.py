"""Makes a project with seven signed-in people: three edit two pyramids (one is shared), two edit a peer annotation
each, and two judge the sentences of a topic.
"""

import random
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.judgments.services.sessions import begin_session
from annotator.matching.services import start_peer_annotation
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Membership, Project, Topic
from annotator.projects.services import add_member, create_project
from annotator.projects.texts import NewSummary, add_summaries
from annotator.pyramids.services import release_pyramid, start_pyramid
from annotator.work.models import Work
from bench.big_team import TeamSize, make_big_team
from bench.material import Size, fill_topic, make_topic
from bench.site import session_of

SMALL = Size(models=4, words=150, scus=12, contributors=30)
MANY_SCORES = TeamSize(topics=40, peers=40, models=2, scus=4, builders=1, matchers=2)
"""The size of a project whose ranking takes minutes."""


def make_material(seed: int) -> list[dict[str, Any]]:
    """Returns the people and what each of them edits, for `chaos.people.make_people`."""
    rng = random.Random(seed)
    project = create_project(name="Faults", by=None)
    topic = make_topic(project, "F1", SMALL, rng)
    add_summaries(topic=topic, summaries=[NewSummary("peer", "P1", "A peer of some words. " * 40)], by=None)
    ann, ben, cy, dan, eve = (_member(project, name) for name in ("ann", "ben", "cy", "dan", "eve"))
    shared_pyramid = start_pyramid(topic=topic, owner=ann)
    shared_pyramid.editors.add(ben)
    own_pyramid = start_pyramid(topic=topic, owner=cy)
    released_pyramid, _ = fill_topic(topic, _member(project, "mia"), SMALL, rng)
    release = release_pyramid(pyramid=released_pyramid, by=User.objects.get(username="mia"), now=timezone.now())
    peer = topic.summaries.get(kind="peer")
    works: list[tuple[Membership, Work]] = [(ann, shared_pyramid), (ben, shared_pyramid), (cy, own_pyramid)]
    works += [(owner, start_peer_annotation(summary=peer, release=release, owner=owner)) for owner in (dan, eve)]
    works += _make_sheets(topic, project)
    return [_describe_person(member, work) for member, work in works]


def _make_sheets(topic: Topic, project: Project) -> list[tuple[Membership, Work]]:
    """Makes a sheet for each of two judges, on the utility of 40 sentences."""
    manager = Membership(project=project, role=Membership.Role.MANAGER)
    add_documents(topic=topic, documents=[NewDocument("d1", "The mill turns again today. " * 40)], by=None)
    create_document_sentence_list(topic=topic, by=None)
    preset = PRESETS["mead-utility"]
    draft = create_instrument(project=project, key="utility", name="", kind="", preset=preset, by=None)
    instrument = set_instrument_state(instrument=draft, state="open", by=manager)
    judges = [_member(project, name) for name in ("fay", "gus")]
    return [(judge, begin_session(instrument=instrument, topic=topic, judge=judge)[0]) for judge in judges]


def make_scores() -> dict[str, Any]:
    """Makes a project whose ranking takes long, for `chaos.pressure.Pressure`."""
    team = make_big_team(size=MANY_SCORES, now=timezone.now(), slug="scores")
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
