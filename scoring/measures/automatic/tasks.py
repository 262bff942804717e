"""A topic to score: the smallest piece of work that other processes and machines get."""

from dataclasses import dataclass

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.topic_texts import Scored, TopicTexts


@dataclass(frozen=True, slots=True)
class TopicTask:
    """A topic and the measures to compute. ``key`` names the task. ``models``: whether to score the models, too, each
    against the others.
    """

    key: str
    topic: TopicTexts
    measures: tuple[Measure, ...]
    models: bool = False


@dataclass(frozen=True, slots=True)
class TopicScores:
    """The values of the peers of a task, by measure. ``models``: those of the models; None for measures that do not
    score models, and empty if the task did not ask for them.
    """

    key: str
    peers: tuple[Scored, ...]
    models: tuple[Scored | None, ...] = ()


def score_topic(task: TopicTask) -> TopicScores:
    """The values of a task: the same bits in any process, and whatever else is computed."""
    peers = tuple(measure.score(task.topic) for measure in task.measures)
    models = task.measures if task.models else ()
    return TopicScores(
        task.key, peers, tuple(one.score_models(task.topic) if one.score_models else None for one in models)
    )
