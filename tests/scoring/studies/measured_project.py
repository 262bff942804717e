"""A project whose summaries measures can score."""

from annotator.projects.models import Project
from tests.factories import make_summary, make_topic

TEXTS = (
    "The old lamp went out on Monday. Nobody saw the keeper leave.",
    "On Monday the lamp failed. The keeper had left by boat.",
    "Fog closed the port.\nThe lamp, they say, failed.",
    "The keeper left by boat, and the lamp failed.",
)


def add_topics(project: Project, *sizes: tuple[int, int]) -> None:
    """A topic for each pair of a number of peers (P0, P1, ...) and of models (M0, M1, ...)."""
    for number, (peers, models) in enumerate(sizes, project.topics.count() + 1):
        topic = make_topic(project, f"T{number}")
        for kind, count in (("peer", peers), ("model", models)):
            for at in range(count):
                text = TEXTS[(at + number + (kind == "model")) % len(TEXTS)]
                end = text.find(". ") + 1
                bounds = [0, end, end + 1, len(text)] if end else []
                make_summary(topic, kind, text=text, summarizer=f"{kind[0].upper()}{at}", sentences=bounds)
