"""Makes topics and pyramids of random words, for benchmarks and fault tests. Import it after ``django.setup()``."""

import random
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.pyramids.services import fill_pyramid, new_parts, start_pyramid
from annotator.pyramids.verbs.scus import ContributorSnapshot, ScuSnapshot
from annotator.work.models import Work

CONTRIBUTOR_LENGTH = 50  # code points


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a topic and its pyramids: counts, with ``words`` per model summary."""

    models: int
    words: int
    scus: int
    contributors: int


FULL_SIZE = Size(models=10, words=400, scus=100, contributors=500)


def make_topic(project: Project, key: str, size: Size, rng: random.Random) -> Topic:
    """Makes a topic with model summaries."""
    topic = create_topic(project=project, key=key, by=None)
    texts = [NewSummary("model", f"M{n}", _text(size, rng)) for n in range(1, size.models + 1)]
    add_summaries(topic=topic, summaries=texts, by=None)
    return topic


def fill_topic(topic: Topic, owner: Membership, size: Size, rng: random.Random) -> tuple[Work, tuple[int, ...]]:
    """Makes the owner's pyramid of the topic. Returns the pyramid and the ids of the model summaries."""
    pyramid = start_pyramid(topic=topic, owner=owner)
    summaries = list(topic.summaries.filter(kind="model").order_by("position"))
    snapshots: list[ScuSnapshot] = []
    for uid in range(1, size.scus + 1):
        # Contributors are distributed evenly, and the first SCUs get the remainder.
        weight = size.contributors // size.scus + (uid <= size.contributors % size.scus)
        contributors = [_contributor(summary, rng) for summary in rng.sample(summaries, weight)]
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


def _text(size: Size, rng: random.Random) -> str:
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(size.words)]
    sentences = (" ".join(words[start : start + 20]).capitalize() for start in range(0, size.words, 20))
    return ". ".join(sentences) + ".\n"
