"""Counts the sheets that sessions will have. A few queries serve many topics and judges."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, ItemList
from annotator.judgments.models.sheets import KIND
from annotator.projects.letters import letter_at
from annotator.projects.models import Membership, Summary
from annotator.work.tasks.models import Assignment


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model summary that has a list of units. ``summary``: its id."""

    summary: int
    summarizer: str
    letter: str


@dataclass(frozen=True, slots=True)
class SheetTask:
    """What a task is about. ``instrument``: its key. ``letter``: of the model summary that the task names, or "".

    ``summary``: the id of the summary to judge; None for all summaries. ``summarizer``: who wrote that summary.
    """

    instrument: str
    letter: str = ""
    summary: int | None = None
    summarizer: str | None = None

    def covers(self, letter: str) -> bool:
        """Whether the task asks for judgments against the model with this letter ("" for kinds without models)."""
        return self.letter in ("", letter)


def task_from(slot: str, summary: int | None, summarizer: str | None) -> SheetTask:
    """The task of an `Assignment`. Its slot is the instrument's key or the key, a dot and the letter of a model."""
    instrument, _, letter = slot.partition(".")
    return SheetTask(instrument, letter, summary, summarizer)


@dataclass(frozen=True)
class ExpectedSheets:
    """Counts what `services.sessions.subjects_for` lists, for many topics and judges. See `expected_sheets`.

    ``summaries``: the number of summaries by topic, kind and the name of the judge who wrote them; under the name
    "", all summaries. ``sources``: the sources of each topic's lists. ``models``: by topic, the models
    with a list of units. ``tasks``: by topic and judge, the judge's tasks.
    """

    summaries: Mapping[tuple[int, str, str], int]
    sources: Mapping[int, set[str]]
    models: Mapping[int, list[ListedModel]]
    tasks: Mapping[tuple[int, int], list[SheetTask]]

    def tasks_of(self, instrument: Instrument, topic: int, judge: Membership) -> list[SheetTask]:
        """The judge's tasks of an instrument on a topic."""
        return [task for task in self.tasks.get((topic, judge.pk), ()) if task.instrument == instrument.key]

    def is_assigned(self, instrument: Instrument, topic: int, judge: Membership) -> bool:
        """Whether the judge has a task of this instrument on the topic."""
        return bool(self.tasks_of(instrument, topic, judge))

    def count(self, instrument: Instrument, topic: int, judge: Membership) -> int:
        """The number of sheets that a session of this judge has; 0 if there is nothing to judge."""
        tasks = self.tasks_of(instrument, topic, judge) if instrument.by_assignment else [SheetTask(instrument.key)]
        return self.count_of_tasks(instrument, topic, judge, tasks)

    def count_of_tasks(self, instrument: Instrument, topic: int, judge: Membership, tasks: Iterable[SheetTask]) -> int:
        """The number of sheets of the session that belong to any of these tasks."""
        tasks, kind = list(tasks), instrument_kind(instrument.kind)
        if not tasks or (kind.list_source and kind.list_source not in self.sources.get(topic, ())):
            return 0
        if not kind.per_summary:
            return 1
        if not kind.against_models:
            return self._summary_count(instrument, topic, judge, tasks)
        models = [model for model in self.models.get(topic, ()) if self._is_used(instrument, topic, model, judge)]
        return sum(
            self._summary_count(instrument, topic, judge, [task for task in tasks if task.covers(model.letter)], model)
            for model in models
        )

    def _summary_count(
        self,
        instrument: Instrument,
        topic: int,
        judge: Membership,
        tasks: Iterable[SheetTask],
        model: ListedModel | None = None,
    ) -> int:
        """The number of summaries that these tasks ask for, without summaries by the judge.

        If a task names no summary, all summaries are counted, else the named summaries. ``model``: the model summary
        that they are judged against; it is not judged against itself.
        """
        tasks = list(tasks)
        if all(task.summary is not None for task in tasks):
            named_summaries = {task.summary for task in tasks if task.summarizer != judge.name}
            return len(named_summaries - {model.summary if model else None})
        kinds = ["peer", "model"] if instrument.subjects == Instrument.Subjects.SUMMARIES else ["peer"]
        count = sum(self._count_by_others(topic, kind_name, judge) for kind_name in kinds)
        includes_model = model is not None and "model" in kinds and model.summarizer != judge.name
        return count - int(includes_model)

    def _count_by_others(self, topic: int, kind: str, judge: Membership) -> int:
        """The number of summaries of a kind that the judge did not write."""
        return self.summaries.get((topic, kind, ""), 0) - self.summaries.get((topic, kind, judge.name), 0)

    def _is_used(self, instrument: Instrument, topic: int, model: ListedModel, judge: Membership) -> bool:
        """Whether the judge compares summaries with this model (`Instrument.against`)."""
        if instrument.against == Instrument.Against.OWN:
            return model.summarizer == judge.name
        letters = {task.letter for task in self.tasks_of(instrument, topic, judge)}
        return instrument.against == Instrument.Against.ALL or model.letter in letters


def expected_sheets(topics: Collection[int], judges: Iterable[Membership]) -> ExpectedSheets:
    """Count the sheets of these judges on topics with these ids. Four queries."""
    judges = list(judges)
    summaries: Counter[tuple[int, str, str]] = Counter()
    in_topics = Summary.objects.filter(topic__in=topics).order_by()
    for topic, kind, number in in_topics.values_list("topic", "kind").annotate(Count("pk")):
        summaries[topic, kind, ""] = number
    by_judges = in_topics.filter(summarizer__in={judge.name for judge in judges})
    for topic, kind, name, number in by_judges.values_list("topic", "kind", "summarizer").annotate(Count("pk")):
        summaries[topic, kind, name] = number
    sources: dict[int, set[str]] = defaultdict(set)
    models: dict[int, list[ListedModel]] = defaultdict(list)
    lists = ItemList.objects.filter(topic__in=topics).exclude(source=ItemList.Source.PEER_SENTENCES).order_by()
    columns = ("topic", "source", "summary", "summary__summarizer", "summary__position")
    for topic, source, summary, summarizer, position in lists.values_list(*columns).distinct():
        sources[topic].add(source)
        if source == ItemList.Source.MODEL_UNITS:
            models[topic].append(ListedModel(summary, summarizer, letter_at(position)))
    tasks: dict[tuple[int, int], list[SheetTask]] = defaultdict(list)
    assigned = Assignment.objects.filter(kind=KIND, topic__in=topics, member__in=judges).order_by()
    columns = ("topic", "member", "slot", "summary", "summary__summarizer")
    for topic, member, slot, summary, summarizer in assigned.values_list(*columns):
        tasks[topic, member].append(task_from(slot, summary, summarizer))
    return ExpectedSheets(summaries, sources, models, tasks)
