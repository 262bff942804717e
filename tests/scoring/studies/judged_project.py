"""A topic with documents, extracts of judges and systems, and a measure for each need."""

from collections.abc import Sequence

import numpy as np
from django.utils import timezone

from annotator.judgments.models import Instrument, ItemList
from annotator.judgments.services.extracts import add_extract
from annotator.judgments.services.sheets import create_sheets
from annotator.projects.models import Topic
from annotator.work.models import Work
from annotator.work.states.services import change_state
from scoring.measures.automatic.measure import Measure, MeasureDefinition
from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.topic_texts import Need, Scored, TopicTexts
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import Judging, list_of


def judge_extract(judging: Judging, who: str, *numbers: int, items: ItemList | None = None) -> Work:
    """A finished sheet on which somebody chose the sentences with these numbers, from 1 as on pages."""
    instrument = judging.instruments["best-sentences"]
    items = items or list_of(judging.topic, "document_sentences")
    owner = judging.members[who]
    (sheet,) = create_sheets(instrument=instrument, topic=judging.topic, owner=owner, subjects=[(None, items, None)])
    send(sheet, owner, *({"verb": "judge", "question": "chosen", "item": item, "value": 1} for item in numbers))
    change_state(work=sheet, verb="submit", by=judging.user(who), now=timezone.now())
    return sheet


def add_peer_extract(topic: Topic, summarizer: str, sentences: Sequence[str], label: str = "") -> None:
    """An extract with the words of the summarizer's peer."""
    extract, _ = add_extract(topic=topic, summarizer=summarizer, sentences=sentences, label=label, by=None)
    assert extract.summary is not None


def set_blind(judging: Judging, *, blind: bool) -> None:
    Instrument.objects.filter(pk=judging.instruments["best-sentences"].pk).update(blind=blind)


def measure_needing(*needs: Need) -> Measure:
    """A measure whose value is 1 for each peer."""
    return MeasureDefinition(
        f"counting-{'-'.join(sorted(needs)).replace(' ', '-')}",
        "",
        1,
        (),
        ("score",),
        "score",
        lambda _: frozenset(needs),
        _ones,
    ).measure()


def _ones(_parameters: Parameters, topic: TopicTexts) -> Scored:
    return Scored(np.ones((len(topic.peers), 1)), ("",) * len(topic.peers))
