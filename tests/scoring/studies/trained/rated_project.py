"""A project whose peers have ratings, and whose better peers have more connectives of comparison."""

import random
from itertools import accumulate, pairwise

from annotator.projects.models import Project, Summary, Topic
from scoring.measures.trained.model import TrainedModel
from scoring.studies.models import GivenColumn, GivenScore, TrainedMeasure
from scoring.studies.trained.services import add_trained_measure
from tests.factories import make_project, make_summary, make_topic
from tests.scoring.measures.automatic.rated_topics import WORDS

PARSE = "connectives-en1"


def rated_project(slug: str = "", *, topics: int = 4, peers: int = 4, seed: int = 1, first_topic: int = 1) -> Project:
    """Topics T1, T2, ... with peers s0, s1, ... and a model, and the human score ``readability`` from 1 to 5."""
    rng, project = random.Random(seed), make_project(slug)
    column = GivenColumn.objects.create(project=project, name="readability", is_human=True, scale_low=1, scale_high=5)
    for number in range(first_topic, first_topic + topics):
        topic = make_topic(project, f"T{number}")
        make_lines(topic, "model", "M0", text_with_connectives(rng, 0.5))
        for peer in range(peers):
            rating = rng.randint(1, 5)
            summary = make_lines(topic, "peer", f"s{peer}", text_with_connectives(rng, rating / 5))
            GivenScore.objects.create(column=column, summary=summary, value=rating)
    return project


def make_lines(topic: Topic, kind: str, summarizer: str, text: str) -> Summary:
    """A summary whose sentences are its lines."""
    ends = [*accumulate(len(line) + 1 for line in text.split("\n"))]
    bounds = [bound for start, end in pairwise([0, *ends]) for bound in (start, end - 1)]
    return make_summary(topic, kind, text=text, summarizer=summarizer, sentences=bounds)


def text_with_connectives(rng: random.Random, share: float) -> str:
    """Four lines, each a sentence; the given share of the later ones begins with "However"."""
    lines = [" ".join(rng.choices(WORDS, k=6)) + "." for _ in range(4)]
    return "\n".join([lines[0], *(f"However, {line}" if rng.random() < share else f"The {line}" for line in lines[1:])])


def import_model(project: Project, model: TrainedModel, name: str = "") -> TrainedMeasure:
    return add_trained_measure(project=project, data=model.as_text().encode(), name=name, by=None)
