"""A project with a topic, a person of each role, and open instruments of every kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotator.judgments.models import Instrument, ItemList
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.judgments.services.item_lists import (
    create_document_sentence_list,
    create_sentence_unit_list,
    create_typed_statement_list,
)
from annotator.judgments.services.sessions import begin_session
from annotator.projects.documents.models import Document
from annotator.projects.models import Summary, Topic
from annotator.work.models import Work
from tests.factories import make_member, make_project, make_summary, make_topic
from tests.scenes import Scene, make_scene, signed_in

TEXT = "The mill stood by the sea. It ground corn. It burned in 1802."
SENTENCES = [0, 26, 27, 42, 43, 61]
PLANTED = "Zanzibarbot"
"""The name of a summarizer that must not appear in any session."""


@dataclass
class Judging(Scene):
    """The people, the topic, and instruments by the key of their preset."""

    topic: Topic
    instruments: dict[str, Instrument]

    def begin(self, preset: str, who: str = "judge") -> list[Work]:
        return begin_session(instrument=self.instruments[preset], topic=self.topic, judge=self.members[who])

    def sheet(self, preset: str, who: str = "judge") -> Work:
        return self.begin(preset, who)[0]

    def send(self, sheet: Work, *groups: dict[str, Any], who: str = "judge", base: int = 0) -> Any:
        body = {"base": base, "groups": list(groups)}
        return signed_in(self.user(who)).post(f"/api/sheets/{sheet.pk}/edits/", body, format="json")

    def get(self, path: str, who: str = "judge") -> Any:
        return signed_in(self.user(who)).get(path)

    def post(self, path: str, who: str = "judge", **body: Any) -> Any:
        return signed_in(self.user(who)).post(path, body, format="json")


def make_document(topic: Topic, key: str, text: str = TEXT, sentences: Sequence[int] = SENTENCES) -> Document:
    """A document whose words are not looked at."""
    position = topic.documents.count()
    return Document.objects.create(
        topic=topic,
        key=key,
        position=position,
        text=text,
        length=len(text),
        segmenter="none",
        sentences=list(sentences),
    )


def make_judging(slug: str = "p", **settings: Any) -> Judging:
    """Three peers, of which one is named `PLANTED`, two models (one by the judge), two documents, statements."""
    people = ("judge", "other", "manager", "viewer", "reviewer")
    scene = make_scene(
        slug, people={name: name if name in ("manager", "viewer") else "annotator" for name in people}, **settings
    )
    scene.members["outsider"] = make_member(make_project())
    topic = make_topic(scene.project, "mill", title="The tide mill")
    for name in (PLANTED, "baseline", "other"):
        make_summary(topic, "peer", text=TEXT, sentences=SENTENCES, summarizer=name, title=f"by {name}")
    models = [make_summary(topic, text=TEXT, sentences=SENTENCES, summarizer=name) for name in ("judge", "amara")]
    for key in ("d1", "d2"):
        make_document(topic, key)
    for model in models:
        create_sentence_unit_list(summary=model, by=scene.manager)
    create_document_sentence_list(topic=topic, by=scene.manager)
    create_typed_statement_list(topic=topic, texts=["The mill burned.", "It stood by a river."], by=scene.manager)
    instruments = {
        preset: _open_instrument(scene, preset)
        for preset in ("duc-quality", "see-2002", "mead-utility", "best-sentences", "presence")
    }
    return Judging(scene.project, scene.members, topic, instruments)


def _open_instrument(scene: Scene, preset: str) -> Instrument:
    settings: dict[str, Any] = {"size": 2} if preset == "best-sentences" else {}
    instrument = create_instrument(
        project=scene.project, key=preset, name="", kind="", preset=PRESETS[preset], by=scene.manager, **settings
    )
    return set_instrument_state(instrument=instrument, state="open", by=scene.manager)


def list_of(topic: Topic, source: str) -> ItemList:
    """The first list of a source: of model units, that of the judge's own model."""
    return topic.item_lists.filter(source=source).order_by("summary__position", "number")[0]


def summary_named(topic: Topic, name: str) -> Summary:
    return topic.summaries.get(summarizer=name, kind="peer")
