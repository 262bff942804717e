"""A topic to score: the smallest piece of work that other processes and machines get."""

from dataclasses import dataclass, replace

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.topic_texts import Scored, Text, TopicTexts


@dataclass(frozen=True, slots=True)
class TopicTask:
    """A topic and the measures to compute. ``key`` names the task. ``models``: whether to score the models, too, each
    against the others.
    """

    key: str
    topic: TopicTexts
    measures: tuple[Measure, ...]
    models: bool = False

    def with_corpus(self, corpus: tuple[Text, ...]) -> "TopicTask":
        """Returns the task with this corpus. Other processes and machines get it apart from the tasks, because all
        topics of a project share it.
        """
        return replace(self, topic=replace(self.topic, corpus=corpus))


@dataclass(frozen=True, slots=True)
class TopicScores:
    """The values of the peers of a task, by measure. ``models``: the values of the models; None for measures that do
    not score models; empty if the task did not ask for models.
    """

    key: str
    peers: tuple[Scored, ...]
    models: tuple[Scored | None, ...] = ()


def score_topic(task: TopicTask) -> TopicScores:
    """Returns the values of a task: the same bits in every process, whatever else the process computes."""
    peers = tuple(measure.score(task.topic) for measure in task.measures)
    models = tuple(
        measure.score_models(task.topic) if measure.score_models else None
        for measure in (task.measures if task.models else ())
    )
    return TopicScores(task.key, peers, models)
