"""Makes topics and pyramids of random words, of the size for which the workspace has a budget.

Import it after ``django.setup()``.
"""

import random
from uuid import UUID

from django.utils import timezone

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.pyramids.services import fill_pyramid, new_parts, start_pyramid
from annotator.pyramids.verbs.scus import ContributorSnapshot, ScuSnapshot
from annotator.work.models import Work

MODELS, WORDS, SCUS, WEIGHT = 10, 400, 100, 5
CONTRIBUTOR_LENGTH = 50  # code points


def make_topic(project: Project, key: str, rng: random.Random) -> Topic:
    """Makes a topic with model summaries."""
    topic = create_topic(project=project, key=key, by=None)
    add_summaries(topic=topic, summaries=[NewSummary("model", f"M{n}", _text(rng)) for n in range(MODELS)], by=None)
    return topic


def fill_topic(topic: Topic, owner: Membership, rng: random.Random) -> tuple[Work, tuple[int, ...]]:
    """Makes the owner's pyramid of the topic. Returns the pyramid and the ids of the model summaries."""
    pyramid = start_pyramid(topic=topic, owner=owner)
    summaries = list(topic.summaries.filter(kind="model").order_by("position"))
    snapshots: list[ScuSnapshot] = []
    for uid in range(1, SCUS + 1):
        contributors = [_contributor(summary, rng) for summary in rng.sample(summaries, WEIGHT)]
        scu_id, label = str(UUID(int=rng.getrandbits(128), version=4)), f"content unit {uid}"
        snapshots.append(
            ScuSnapshot(id=scu_id, uid=uid, position=float(uid), label=label, comment="", contributors=contributors)
        )
    fill_pyramid(pyramid=pyramid, scus=snapshots, payload={"bench": True}, by=owner.user, now=timezone.now())
    pyramid.refresh_from_db()
    return pyramid, tuple(summary.pk for summary in summaries)


def _contributor(summary: Summary, rng: random.Random) -> ContributorSnapshot:
    start = rng.randrange(summary.length - CONTRIBUTOR_LENGTH - 10)
    return {"summary": summary.pk, "comment": "", "parts": new_parts([(start, start + CONTRIBUTOR_LENGTH)])}


def _text(rng: random.Random) -> str:
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(WORDS)]
    sentences = (" ".join(words[start : start + 20]).capitalize() for start in range(0, WORDS, 20))
    return ". ".join(sentences) + ".\n"
