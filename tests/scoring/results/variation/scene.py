"""A project with ratings, coverage and nuggets on several topics, by people and by a program."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime

import numpy as np

from annotator.interchange.judgment_files.reading import JudgmentFile
from annotator.interchange.judgments.importing import import_judgments
from annotator.interchange.judgments.sources import Source
from annotator.judgments.models import Instrument
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.item_lists import create_sentence_unit_list, create_typed_statement_list
from annotator.judgments.table import JudgmentRow
from annotator.projects.models import Project
from tests.factories import make_member, make_summary, make_topic

NOW = datetime(2026, 11, 23, tzinfo=UTC)
SENTENCES = [0, 26, 27, 42, 43, 61]
MODEL_TEXTS = (
    "The mill stood by the sea. It ground corn. It burned in 1802.",
    "A mill stood by a lake now. It ground corn. They rebuilt it all.",
)
UNITS, STATEMENTS = ("1", "2", "3"), ("1", "2", "3", "4")
NUGGETS = "nuggets"
BOT = "bot"


def make_varied(project: Project, *, topics: int = 3, peers: int = 4, seed: int = 7) -> dict[str, Instrument]:
    """The instruments by the keys of their presets: tac by anna, ben and cleo, see-2002 by anna and ben
    against two models each, and nuggets by anna, ben and a program. Systems with a higher number are better.
    """
    manager = make_member(project, "manager")
    for number in range(1, topics + 1):
        topic = make_topic(project, f"D{number}", title=f"Topic {number}")
        for name, text in zip(("amara", "bruno"), MODEL_TEXTS, strict=True):
            model = make_summary(topic, text=text, sentences=SENTENCES, summarizer=name)
            create_sentence_unit_list(summary=model, by=None)
        for peer in range(1, peers + 1):
            make_summary(topic, "peer", text=MODEL_TEXTS[0], sentences=SENTENCES, summarizer=f"s{peer}")
        create_typed_statement_list(topic=topic, texts=[f"Statement {item}." for item in STATEMENTS], by=manager)
    rng = np.random.default_rng(seed)
    subjects = [(f"D{topic}", f"s{peer}", peer) for topic in range(1, topics + 1) for peer in range(1, peers + 1)]

    def value(peer: int, judge: str, largest: int) -> int:
        """Better for better systems; cleo is stricter; with noise."""
        quality = peer / (peers + 1) - (0.2 if judge == "cleo" else 0)
        return int(np.clip(round((quality + rng.normal(scale=0.15)) * largest), 0, largest))

    add(project, "tac", _ratings(subjects, value))
    add(project, "see-2002", _coverage(subjects, value))
    add(project, NUGGETS, _nuggets(subjects, value, ("anna", "ben")))
    add(project, NUGGETS, _nuggets(subjects, value, (BOT,)), program_version="1.0")
    return {instrument.key: instrument for instrument in project.instruments.all()}


def add(project: Project, preset: str, rows: Iterable[JudgmentRow], program_version: str = "") -> None:
    """Adds judgments as a file does, in finished sheets; the instrument is made if there is none."""
    content = JudgmentFile(rows=tuple(rows))
    report = import_judgments(
        project=project,
        key=preset,
        sources=[Source("table", lambda _: content)],
        now=NOW,
        preset=PRESETS[preset],
        program_version=program_version,
    )
    assert report.refused == [], report.refused


Subjects = list[tuple[str, str, int]]
Value = Callable[[int, str, int], int]


def _ratings(subjects: Subjects, value: Value) -> Iterator[JudgmentRow]:
    for topic, name, peer in subjects:
        for judge in ("anna", "ben", "cleo"):
            for question in ("readability", "responsiveness"):
                rating = 1 + value(peer, judge, 4)
                yield JudgmentRow("tac", topic, name, "peer", judge, "", question, "", rating)


def _coverage(subjects: Subjects, value: Value) -> Iterator[JudgmentRow]:
    for topic, name, peer in subjects:
        for judge, model in (("anna", "A1"), ("ben", "A1"), ("anna", "B1"), ("ben", "B1")):
            for unit in UNITS:
                share = 20 * value(peer, judge, 5)
                marks = ("1",) if share else ()
                yield JudgmentRow("see-2002", topic, name, "peer", judge, model, "covered", unit, share, marks=marks)
            yield JudgmentRow("see-2002", topic, name, "peer", judge, model, "related", "", 0)


def _nuggets(subjects: Subjects, value: Value, judges: Iterable[str]) -> Iterator[JudgmentRow]:
    question = PRESETS[NUGGETS].questions[0].key
    for topic, name, peer in subjects:
        for judge in judges:
            for statement in STATEMENTS:
                yield JudgmentRow(NUGGETS, topic, name, "peer", judge, "1", question, statement, value(peer, judge, 2))
