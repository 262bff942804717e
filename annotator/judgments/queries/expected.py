"""How many sheets a session will have, counted without reading summaries or lists one by one."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, ItemList
from annotator.judgments.models.sheets import KIND
from annotator.projects.models import Membership, Summary, letter_at
from annotator.work.tasks.models import Assignment


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model summary that has a list of units."""

    summarizer: str
    letter: str


@dataclass(frozen=True)
class ExpectedSheets:
    """The counts behind `services.sessions.subjects_for`, for many topics and judges. See `expected_sheets`.

    ``summaries``: numbers by topic, kind, and judge's name: "" for all summaries, else those that this judge wrote.
    ``sources``: the sources of each topic's lists. ``models``: by topic, the models with a list of units.
    ``slots``: by topic and judge, the slots of the judge's tasks.
    """

    summaries: Mapping[tuple[int, str, str], int]
    sources: Mapping[int, set[str]]
    models: Mapping[int, list[ListedModel]]
    slots: Mapping[tuple[int, int], set[str]]

    def is_assigned(self, instrument: Instrument, topic: int, judge: Membership) -> bool:
        """Whether the judge has a task of this instrument on the topic."""
        return any(slot.partition(".")[0] == instrument.key for slot in self.slots.get((topic, judge.pk), ()))

    def count(self, instrument: Instrument, topic: int, judge: Membership) -> int:
        """The number of sheets that a session of this judge has; 0 if there is nothing to judge."""
        if instrument.by_assignment and not self.is_assigned(instrument, topic, judge):
            return 0
        kind = instrument_kind(instrument.kind)
        if kind.list_source and kind.list_source not in self.sources.get(topic, ()):
            return 0
        if not kind.per_summary:
            return 1
        kinds = ["peer", "model"] if instrument.subjects == Instrument.Subjects.SUMMARIES else ["peer"]
        subjects = sum(self._of_others(topic, kind_name, judge) for kind_name in kinds)
        if not kind.against_models:
            return subjects
        models = [model for model in self.models.get(topic, ()) if self._is_used(instrument, topic, model, judge)]
        # No model is judged against its own units.
        itself = sum(model.summarizer != judge.name for model in models) if "model" in kinds else 0
        return subjects * len(models) - itself

    def _of_others(self, topic: int, kind: str, judge: Membership) -> int:
        """The summaries of a kind that the judge did not write."""
        return self.summaries.get((topic, kind, ""), 0) - self.summaries.get((topic, kind, judge.name), 0)

    def _is_used(self, instrument: Instrument, topic: int, model: ListedModel, judge: Membership) -> bool:
        if instrument.against == Instrument.Against.OWN:
            return model.summarizer == judge.name
        slots = self.slots.get((topic, judge.pk), ())
        return instrument.against == Instrument.Against.ALL or f"{instrument.key}.{model.letter}" in slots


def expected_sheets(topics: Collection[int], judges: Iterable[Membership]) -> ExpectedSheets:
    """Count the sheets of these judges on topics with these ids. Four queries."""
    judges = list(judges)
    summaries: Counter[tuple[int, str, str]] = Counter()
    in_topics = Summary.objects.filter(topic__in=topics).order_by()
    for topic, kind, number in in_topics.values_list("topic", "kind").annotate(Count("pk")):
        summaries[topic, kind, ""] = number
    own = in_topics.filter(summarizer__in=[judge.name for judge in judges])
    for topic, kind, name, number in own.values_list("topic", "kind", "summarizer").annotate(Count("pk")):
        summaries[topic, kind, name] = number
    sources: dict[int, set[str]] = defaultdict(set)
    models: dict[int, list[ListedModel]] = defaultdict(list)
    lists = ItemList.objects.filter(topic__in=topics).exclude(source=ItemList.Source.PEER_SENTENCES).order_by()
    columns = ("topic", "source", "summary__summarizer", "summary__position")
    for topic, source, summarizer, position in lists.values_list(*columns).distinct():
        sources[topic].add(source)
        if source == ItemList.Source.MODEL_UNITS:
            models[topic].append(ListedModel(summarizer, letter_at(position)))
    slots: dict[tuple[int, int], set[str]] = defaultdict(set)
    tasks = Assignment.objects.filter(kind=KIND, topic__in=topics, member__in=judges).order_by()
    for topic, member, slot in tasks.values_list("topic", "member", "slot"):
        slots[topic, member].add(slot)
    return ExpectedSheets(summaries, sources, models, slots)
