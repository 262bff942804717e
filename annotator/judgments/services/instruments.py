"""Services that create and change instruments, and open and close them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from annotator.judgments.kinds.base import MAX_QUESTIONS, InstrumentKind, QuestionSpec
from annotator.judgments.kinds.registry import INSTRUMENT_KINDS
from annotator.judgments.models import Instrument, ItemList, Question
from annotator.judgments.presets.base import Preset
from annotator.judgments.queries.contents import question_spec
from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused

FREE_FIELDS = frozenset(
    {
        "name",
        "guidelines",
        "shows_statement",
        "shows_models",
        "shows_documents",
        "subjects",
        "walk",
        "blind",
        "by_assignment",
    }
)
"""What can be changed at any time."""
FIXED_FIELDS = frozenset({"against", "every_value", "size", "size_unit", "questions"})
"""What can be changed only until the first sheet is begun."""
RESERVED_KEYS = frozenset({"aside", "decision", "absent"})
"""Reserved question keys: an id of a judgment would look like the id of another snapshot, such as "aside:17"."""
RESERVED_INSTRUMENT_KEYS = frozenset({"new"})
"""Reserved instrument keys: the page of the instrument would have the URL of another page."""
HAS_SHEETS = "Judges have begun, so this can no longer be changed: make a copy of the instrument and change that."


@transaction.atomic
def create_instrument(
    *,
    project: Project,
    key: str,
    name: str,
    kind: str,
    by: Membership | None,
    questions: Sequence[QuestionSpec] | None = None,
    preset: Preset | None = None,
    **settings: Any,
) -> Instrument:
    """Create a draft instrument from ``preset``; without a preset, an instrument of the kind ``kind``.

    ``by``: None for an import, whose permission has been checked.
    ``questions``: only for kinds with questions of their own; by default those of the preset or kind. ``settings``:
    fields that differ from the preset's and the model's defaults. Raises NotAllowed unless ``by`` manages the project,
    ServiceRefused if the key is taken or if the kind cannot have these questions.
    """
    if by is not None:
        check_manage(by.role)
    instrument_kind = INSTRUMENT_KINDS[preset.kind if preset else kind]
    if questions is not None and not instrument_kind.has_own_questions:
        raise ServiceRefused(f"The questions of the kind {instrument_kind.title.lower()} are fixed.")
    if questions is None:
        questions = preset.questions if preset else instrument_kind.questions
    fields = {**(preset.settings if preset else {}), **settings}
    if preset and preset.guidelines:
        fields.setdefault("guidelines", preset.guidelines)
    name = name or (preset.name if preset else "")
    return _create(project, instrument_kind, key=key, name=name, questions=questions, fields=fields)


@transaction.atomic
def copy_instrument(*, instrument: Instrument, key: str, name: str, by: Membership) -> Instrument:
    """Create a draft with the same questions and settings, and a seed of its own.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused for a key that is taken.
    """
    check_manage(by.role)
    return _create(
        instrument.project,
        INSTRUMENT_KINDS[instrument.kind],
        key=key,
        name=name,
        questions=[question_spec(question) for question in instrument.questions.all()],
        fields={field: getattr(instrument, field) for field in (FREE_FIELDS | FIXED_FIELDS) - {"name", "questions"}},
    )


def _create(
    project: Project,
    kind: InstrumentKind,
    *,
    key: str,
    name: str,
    questions: Sequence[QuestionSpec],
    fields: Mapping[str, Any],
) -> Instrument:
    """Create a draft with these questions. ``fields``: the settings that differ from the model's defaults."""
    if key in RESERVED_INSTRUMENT_KEYS:
        raise ServiceRefused(f"“{key}” cannot be the key of an instrument, because another page has this URL.")
    if Instrument.objects.filter(project=project, key=key).exists():
        raise ServiceRefused(f"This project already has an instrument “{key}”.")
    _check_size(kind, fields.get("size"), fields.get("size_unit", "sentences"))
    instrument = Instrument.objects.create(project=project, key=key, name=name, kind=kind.name, **fields)
    _write_questions(instrument, kind, questions)
    return instrument


@transaction.atomic
def change_instrument(*, instrument: Instrument, changes: Mapping[str, Any], by: Membership) -> Instrument:
    """Change the fields that ``changes`` names: all of them, or none if an exception is raised.

    The value of "questions", a list of QuestionSpec, replaces all questions. Returns the changed instrument. Raises
    NotAllowed unless ``by`` manages the project, and ServiceRefused if a change is not possible, such as a change of a
    field in `FIXED_FIELDS` once there are sheets.
    """
    check_manage(by.role)
    locked = Instrument.objects.select_for_update().get(pk=instrument.pk)
    kind = INSTRUMENT_KINDS[locked.kind]
    if changes.keys() & FIXED_FIELDS and locked.sheets.exists():
        raise ServiceRefused(HAS_SHEETS)
    fields = {name: value for name, value in changes.items() if name in FREE_FIELDS | FIXED_FIELDS - {"questions"}}
    for name, value in fields.items():
        setattr(locked, name, value)
    _check_size(kind, locked.size, locked.size_unit)
    if locked.state != Instrument.State.DRAFT and kind.has_size and locked.size is None:
        raise ServiceRefused("An open extract instrument needs a size.")
    locked.save(update_fields=list(fields))
    if "questions" in changes:
        if not kind.has_own_questions:
            raise ServiceRefused(f"The questions of the kind {kind.title.lower()} are fixed.")
        locked.questions.all().delete()
        _write_questions(locked, kind, changes["questions"])
    if "state" in changes:
        return set_instrument_state(instrument=locked, state=changes["state"], by=by)
    return locked


@transaction.atomic
def set_instrument_state(*, instrument: Instrument, state: str, by: Membership) -> Instrument:
    """Open or close an instrument. Returns the changed instrument.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused with the reasons that prevent opening.
    """
    check_manage(by.role)
    locked = Instrument.objects.select_for_update().get(pk=instrument.pk)
    if state == locked.state:
        return locked
    if state == Instrument.State.DRAFT or (locked.state, state) == (Instrument.State.DRAFT, Instrument.State.CLOSED):
        raise ServiceRefused(f"An instrument that is {locked.get_state_display().lower()} cannot become {state}.")
    if state == Instrument.State.OPEN and (reasons := obstacles_to_opening(locked)):
        raise ServiceRefused(*reasons)
    locked.state = state
    locked.save(update_fields=["state"])
    return locked


def obstacles_to_opening(instrument: Instrument) -> list[str]:
    """The reasons that prevent opening an instrument, as sentences."""
    kind, reasons = INSTRUMENT_KINDS[instrument.kind], []
    if not instrument.questions.exists():
        reasons.append("It has no question yet.")
    if kind.list_source:
        lists = ItemList.objects.filter(topic__project=instrument.project_id, source=kind.list_source)
        if not lists.exists():
            reasons.append(f"No topic of the project has a list of {kind.items} yet.")
    if kind.has_size and instrument.size is None:
        reasons.append("The size of the extracts is not set yet.")
    return reasons


def _check_size(kind: InstrumentKind, size: int | None, unit: str) -> None:
    if size is None:
        return
    if not kind.has_size:
        raise ServiceRefused("Only extracts have a size.")
    if size < 1 or (unit == Instrument.SizeUnit.PERCENT and size > 100):
        raise ServiceRefused("The size is at least 1, and at most 100 percent.")


def _write_questions(instrument: Instrument, kind: InstrumentKind, questions: Sequence[QuestionSpec]) -> None:
    if problems := question_problems(kind, questions):
        raise ServiceRefused(*problems)
    fields = ("key", "name", "text", "per", "minimum", "maximum", "step", "optional")
    Question.objects.bulk_create(
        Question(
            instrument=instrument,
            position=position,
            labels={str(value): label for value, label in question.labels.items()},
            anchors={str(value): anchor for value, anchor in question.anchors.items()},
            **{field: getattr(question, field) for field in fields},
        )
        for position, question in enumerate(questions, start=1)
    )


def question_problems(kind: InstrumentKind, questions: Sequence[QuestionSpec]) -> list[str]:
    """Returns a sentence for each problem that prevents an instrument of this kind from asking these questions."""
    problems = []
    if len(questions) > MAX_QUESTIONS:
        problems.append(f"An instrument has at most {MAX_QUESTIONS} questions.")
    if len({question.key for question in questions}) != len(questions):
        problems.append("Two questions have the same key.")
    for question in questions:
        if question.key in RESERVED_KEYS:
            problems.append(f"“{question.key}” cannot be the key of a question.")
        if question.per not in kind.question_scopes:
            problems.append(f"{question.name}: the kind {kind.title.lower()} cannot ask this of each {question.per}.")
        width = question.maximum - question.minimum
        if not (0 <= question.minimum < question.maximum <= 100 and question.step >= 1 and width % question.step == 0):
            problems.append(f"{question.name}: a scale has whole numbers from 0 to 100, in equal steps.")
        elif not all(question.is_value(value) for value in {*question.labels, *question.anchors}):
            problems.append(f"{question.name}: a label or an anchor belongs to a value that the scale does not have.")
    return problems
