"""Cases for the constraints of judgments and documents; `test_constraints` runs them in its `World`."""

from collections.abc import Callable
from itertools import count
from typing import Any

from annotator.judgments.models import Extract, ExtractedItem, Instrument, Item, ItemList, Judgment, Mark, Question
from annotator.projects.documents.models import Document
from annotator.projects.models import Membership
from tests.factories import make_sheet, make_summary, make_user

_number = count(1)


def _instrument(w: Any, **fields: Any) -> Instrument:
    defaults = {"project": w.project, "key": f"k{next(_number)}", "name": "Quality", "kind": "rating"}
    return Instrument.objects.create(**{**defaults, **fields})


def _extract_instrument(w: Any, **fields: Any) -> Instrument:
    return _instrument(w, kind="extract", **fields)


def _question(w: Any, instrument: Instrument | None = None, **fields: Any) -> Question:
    defaults = {"key": "q", "position": 1, "name": "Q", "per": "sheet", "minimum": 1, "maximum": 5}
    return Question.objects.create(instrument=instrument or _instrument(w), **{**defaults, **fields})


def _two_questions(w: Any, **fields: Any) -> tuple[Question, Question]:
    first = _question(w)
    return first, _question(w, first.instrument, **{"key": "r", "position": 2, **fields})


def _list(w: Any, **fields: Any) -> ItemList:
    defaults = {"topic": w.topic, "source": "statements", "number": next(_number)}
    return ItemList.objects.create(**{**defaults, **fields})


def _item(w: Any, items: ItemList | None = None, **fields: Any) -> Item:
    return Item.objects.create(list=items or _list(w), **{"position": 1, "key": "1", "text": "A mill", **fields})


def _two_items(w: Any, **fields: Any) -> tuple[Item, Item]:
    first = _item(w, start=0, end=5)
    return first, _item(w, first.list, **{"position": 2, "key": "2", "start": 5, "end": 9, **fields})


def _document(w: Any, **fields: Any) -> Document:
    number = next(_number)
    defaults = {"topic": w.topic, "key": f"d{number}", "position": number, "text": "A mill", "length": 6}
    return Document.objects.create(**{**defaults, **fields})


def _extract(w: Any, items: ItemList | None = None, **fields: Any) -> Extract:
    return Extract.objects.create(items=items or _list(w, source="document_sentences"), summarizer="lead", **fields)


def _two_extracts(w: Any, label: str) -> None:
    items = _extract(w, label="10%").items
    _extract(w, items, label=label)


def _two_extracted(w: Any, *, same_item: bool = False, position: int = 2) -> None:
    first, second = _two_items(w)
    extract = _extract(w, first.list)
    ExtractedItem.objects.create(extract=extract, item=first, position=1)
    ExtractedItem.objects.create(extract=extract, item=first if same_item else second, position=position)


def _judgment(w: Any, **fields: Any) -> Judgment:
    """A sheet with one more judgment, about an item."""
    make_summary(w.topic, "peer")
    work = make_sheet(w.topic, w.member)
    question = work.sheet.instrument.questions.order_by("position")[0]
    return Judgment.objects.create(**{"sheet": work.sheet, "question": question, "item": _item(w), **fields})


def _two_judgments(w: Any, *, same_item: bool = False) -> None:
    first = _judgment(w)
    item = first.item if same_item else _item(w)
    Judgment.objects.create(sheet=first.sheet, question=first.question, item=item)


def _two_marks(w: Any, *, is_same: bool) -> None:
    judgment, marked_item = _judgment(w), _item(w)
    for item in (marked_item, marked_item if is_same else _item(w)):
        Mark.objects.create(judgment=judgment, item=item)


def _member(w: Any, **fields: Any) -> Membership:
    return Membership.objects.create(project=w.project, name=f"m{next(_number)}", role="annotator", **fields)


def make_judgments(w: Any) -> None:
    """A row of each table: a sheet with a mark, a document with an item, an extract."""
    _two_marks(w, is_same=False)
    _two_extracted(w)
    _item(w, document=_document(w), start=0, end=3)


Make = Callable[[Any], Any]
JUDGMENT_CASES: list[tuple[str, Make, Make]] = [
    ("membership_kind_known", lambda w: _member(w, kind="robot"), lambda w: _member(w, kind="program")),
    (
        "membership_of_a_program_has_no_account",
        lambda w: _member(w, kind="program", user=make_user()),
        lambda w: _member(w, kind="program", version="4"),
    ),
    ("document_key_once_in_topic", lambda w: (_document(w, key="d"), _document(w, key="d")), lambda w: _document(w)),
    (
        "document_position_once_in_topic",
        lambda w: (_document(w, position=0), _document(w, position=0)),
        lambda w: (_document(w, position=0), _document(w)),
    ),
    (
        "document_length_is_that_of_the_text",
        lambda w: _document(w, length=5),
        lambda w: _document(w, text="", length=0),
    ),
    ("document_key_not_empty", lambda w: _document(w, key=""), lambda w: _document(w, key=" ")),
    ("document_key_fits_an_address", lambda w: _document(w, key="a/b"), lambda w: _document(w, key="a.b")),
    (
        "instrument_key_once_in_project",
        lambda w: (_instrument(w, key="k"), _instrument(w, key="k")),
        lambda w: (_instrument(w, key="k"), _instrument(w)),
    ),
    ("instrument_kind_known", lambda w: _instrument(w, kind="poll"), lambda w: _instrument(w, kind="presence")),
    ("instrument_state_known", lambda w: _instrument(w, state="over"), lambda w: _instrument(w, state="closed")),
    ("instrument_subjects_known", lambda w: _instrument(w, subjects="all"), lambda w: _instrument(w, subjects="peers")),
    ("instrument_walk_known", lambda w: _instrument(w, walk="item"), lambda w: _instrument(w, walk="question")),
    ("instrument_against_known", lambda w: _instrument(w, against="no"), lambda w: _instrument(w, against="all")),
    (
        "instrument_size_unit_known",
        lambda w: _extract_instrument(w, size_unit="words"),
        lambda w: _extract_instrument(w, size_unit="percent"),
    ),
    (
        "instrument_size_is_of_an_extract",
        lambda w: _instrument(w, size=1),
        lambda w: _extract_instrument(w, size=1),
    ),
    (
        "instrument_open_extract_has_a_size",
        lambda w: _extract_instrument(w, state="open"),
        lambda w: _extract_instrument(w, state="open", size=1),
    ),
    (
        "instrument_size_is_at_most_100_percent",
        lambda w: _extract_instrument(w, size=101, size_unit="percent"),
        lambda w: (_extract_instrument(w, size=100, size_unit="percent"), _extract_instrument(w, size=101)),
    ),
    ("instrument_key_not_empty", lambda w: _instrument(w, key=""), lambda w: _instrument(w, key="k")),
    ("instrument_seed_not_empty", lambda w: _instrument(w, seed=""), lambda w: _instrument(w, seed="0")),
    ("question_key_once_in_instrument", lambda w: _two_questions(w, key="q"), _two_questions),
    ("question_position_once_in_instrument", lambda w: _two_questions(w, position=1), _two_questions),
    ("question_per_known", lambda w: _question(w, per="topic"), lambda w: _question(w, per="item")),
    (
        "question_scale_is_within_0_to_100",
        lambda w: _question(w, maximum=101),
        lambda w: _question(w, minimum=0, maximum=100),
    ),
    ("question_step_is_positive", lambda w: _question(w, step=0), lambda w: _question(w, step=4)),
    ("question_steps_lead_to_the_maximum", lambda w: _question(w, step=3), lambda w: _question(w, step=2)),
    ("question_key_not_empty", lambda w: _question(w, key=""), lambda w: _question(w, key="k")),
    (
        "item_list_number_once",
        lambda w: (_list(w, number=1), _list(w, number=1)),
        lambda w: (_list(w, number=1), _list(w, number=1, source="document_sentences")),
    ),
    (
        "item_list_of_a_summary_names_it",
        lambda w: _list(w, source="model_units"),
        lambda w: _list(w, source="model_units", summary=w.model),
    ),
    (
        "item_list_release_is_of_statements",
        lambda w: _list(w, source="document_sentences", release=w.release),
        lambda w: _list(w, release=w.release),
    ),
    ("item_position_once_in_list", lambda w: _two_items(w, position=1), _two_items),
    ("item_key_once_in_list", lambda w: _two_items(w, key="1"), _two_items),
    ("item_position_counts_from_1", lambda w: _item(w, position=0), lambda w: _item(w, position=1)),
    ("item_key_not_empty", lambda w: _item(w, key=""), lambda w: _item(w, key="0")),
    ("item_span_not_empty", lambda w: _item(w, start=1, end=1), lambda w: _item(w, start=1, end=2)),
    (
        "item_of_a_document_has_a_span",
        lambda w: _item(w, document=_document(w)),
        lambda w: _item(w, document=_document(w), start=0, end=1),
    ),
    ("item_importance_known", lambda w: _item(w, importance="much"), lambda w: _item(w, importance="okay")),
    ("item_none_overlaps_in_list", lambda w: _two_items(w, start=4), _two_items),
    (
        "extract_once_in_list",
        lambda w: _two_extracts(w, "10%"),
        lambda w: _two_extracts(w, "20%"),
    ),
    (
        "extract_summarizer_not_empty",
        lambda w: Extract.objects.create(items=_list(w), summarizer=""),
        _extract,
    ),
    ("extracted_item_once_in_extract", lambda w: _two_extracted(w, same_item=True), _two_extracted),
    ("extracted_position_once_in_extract", lambda w: _two_extracted(w, position=1), _two_extracted),
    (
        "judgment_once_in_sheet",
        lambda w: _two_judgments(w, same_item=True),
        _two_judgments,
    ),
    ("judgment_value_0_to_100", lambda w: _judgment(w, value=101), lambda w: _judgment(w, value=100)),
    (
        "judgment_skipped_has_no_value",
        lambda w: _judgment(w, value=1, skipped=True),
        lambda w: _judgment(w, skipped=True),
    ),
    ("mark_once_in_judgment", lambda w: _two_marks(w, is_same=True), lambda w: _two_marks(w, is_same=False)),
]
