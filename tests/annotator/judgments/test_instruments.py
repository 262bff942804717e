"""What can be asked: presets, questions and states of instruments, and what the database refuses."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from annotator.judgments.kinds.base import QuestionSpec
from annotator.judgments.kinds.registry import INSTRUMENT_KINDS
from annotator.judgments.models import Instrument, Item, ItemList
from annotator.judgments.models.instruments import KINDS
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import (
    change_instrument,
    copy_instrument,
    create_instrument,
    question_problems,
    set_instrument_state,
)
from annotator.judgments.services.item_lists import NewItem, create_item_list, create_unit_list
from annotator.projects.services import delete_project
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.annotator.judgments.scene import Judging, list_of, make_judging

pytestmark = pytest.mark.django_db
OWN = QuestionSpec("fluent", "Fluent", 0, 10, per="sheet")


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def test_the_table_knows_the_kinds_that_the_code_has() -> None:
    assert KINDS == tuple(INSTRUMENT_KINDS) == tuple(Instrument.Kind.values)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_is_possible_for_its_kind(preset: Any) -> None:
    assert question_problems(INSTRUMENT_KINDS[preset.kind], preset.questions) == []


def test_a_preset_makes_a_draft_with_its_questions(judging: Judging) -> None:
    instrument = create_instrument(
        project=judging.project, key="2005", name="", kind="", preset=PRESETS["duc-2005"], by=judging.manager
    )
    assert (instrument.state, instrument.walk, instrument.every_value) == ("draft", "question", True)
    assert instrument.questions.get().labels == {"1": "worst", "5": "best"}


@pytest.mark.parametrize(
    "change",
    [
        {"maximum": 0},
        {"maximum": 101},
        {"step": 3},
        {"labels": {11: "too much"}},
        {"per": "item"},
        {"key": "decision"},
    ],
)
def test_impossible_questions_are_refused(judging: Judging, change: dict[str, Any]) -> None:
    fields = {"key": "fluent", "name": "Fluent", "minimum": 0, "maximum": 10, "per": "sheet", **change}
    with pytest.raises(ServiceRefused):
        create_instrument(
            project=judging.project, key="own", name="Own", kind="rating", questions=[QuestionSpec(**fields)], by=None
        )
    assert not Instrument.objects.filter(key="own").exists()


def test_only_ratings_have_questions_of_their_own(judging: Judging) -> None:
    with pytest.raises(ServiceRefused, match="fixed"):
        create_instrument(project=judging.project, key="x", name="X", kind="utility", questions=[OWN], by=None)


def test_an_instrument_needs_questions_items_and_size_to_open(judging: Judging) -> None:
    ItemList.objects.filter(source="statements").delete()
    for kind in ("rating", "presence", "extract"):
        draft = create_instrument(project=judging.project, key=f"new-{kind}", name="New", kind=kind, by=judging.manager)
        with pytest.raises(ServiceRefused):
            set_instrument_state(instrument=draft, state="open", by=judging.manager)


def test_only_managers_create_and_open_instruments(judging: Judging) -> None:
    judge = judging.members["judge"]
    with pytest.raises(NotAllowed):
        create_instrument(project=judging.project, key="x", name="X", kind="rating", by=judge)
    with pytest.raises(NotAllowed):
        set_instrument_state(instrument=judging.instruments["presence"], state="closed", by=judge)


def test_once_judges_have_begun_questions_are_copied_not_changed(judging: Judging) -> None:
    instrument = judging.instruments["duc-quality"]
    change_instrument(instrument=instrument, changes={"questions": [OWN]}, by=judging.manager)
    judging.begin("duc-quality")
    with pytest.raises(ServiceRefused, match="copy"):
        change_instrument(instrument=instrument, changes={"questions": [OWN, OWN]}, by=judging.manager)
    change_instrument(instrument=instrument, changes={"name": "Renamed"}, by=judging.manager)
    copy = copy_instrument(instrument=instrument, key="copy", name="Copy", by=judging.manager)
    assert [question.key for question in copy.questions.all()] == ["fluent"]
    assert (copy.state, copy.seed != instrument.seed) == ("draft", True)


def test_the_database_keeps_what_sheets_were_asked(judging: Judging) -> None:
    judging.begin("see-2002")
    judging.begin("duc-quality")
    instrument = judging.instruments["duc-quality"]
    question, units = instrument.questions.all()[0], list_of(judging.topic, "model_units")
    changes = [
        lambda: instrument.questions.update(maximum=9),
        lambda: question.delete(),
        lambda: Instrument.objects.filter(pk=instrument.pk).update(seed="other"),
        lambda: Item.objects.filter(list=units).update(text="other"),
        lambda: Item.objects.create(list=units, position=9, key="9", text="more"),
        lambda: units.delete(),
    ]
    for change in changes:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    Instrument.objects.filter(pk=instrument.pk).update(name="Other")


@pytest.mark.parametrize(
    "spans",
    [[(0, 5), (4, 9)], [(5, 9), (0, 4)], [(0, 99)], [], [(3, 3)]],
    ids=["overlap", "order", "end", "none", "empty"],
)
def test_units_that_are_no_list_are_refused(judging: Judging, spans: list[tuple[int, int]]) -> None:
    model = judging.topic.summaries.get(summarizer="amara")
    with pytest.raises(ServiceRefused):
        create_unit_list(summary=model, spans=spans, by=judging.manager)


def test_the_database_refuses_overlapping_items(judging: Judging) -> None:
    units = list_of(judging.topic, "model_units")
    Item.objects.create(list=units, position=8, key="8", text="x", start=1, end=3)
    with pytest.raises(IntegrityError), transaction.atomic():
        connection.check_constraints()
    Item.objects.filter(position=8).delete()


def test_lists_are_numbered_for_each_summary_and_named_without_it(judging: Judging) -> None:
    model = judging.topic.summaries.get(summarizer="amara")
    second = create_unit_list(summary=model, spans=[(0, 9)], by=judging.manager)
    statements = create_item_list(topic=judging.topic, source="statements", items=[NewItem("a", "A.")], by=None)
    assert (second.code, statements.code) == ("B2", "2")


def test_a_project_with_sheets_can_be_deleted(judging: Judging) -> None:
    for preset in judging.instruments:
        judging.begin(preset)
    delete_project(project=judging.project, by=judging.manager)
    assert not Instrument.objects.exists()
    assert not Item.objects.exists()
