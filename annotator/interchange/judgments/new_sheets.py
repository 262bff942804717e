"""Stores the judgments of one file as sheets: one for each judge, summary and item list."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from annotator.interchange.judgment_files.reading import JudgmentFile
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, Item, ItemList, sheets
from annotator.judgments.queries.contents import question_spec
from annotator.judgments.services.item_lists import sentence_lists
from annotator.judgments.services.sheets import create_sheets, fill_sheet, slot_of
from annotator.judgments.store import judgments_by_sheet
from annotator.judgments.table import JudgmentRow
from annotator.judgments.verbs.judgments import JudgmentSnapshot, judgment_id
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.services import get_or_create_owner
from annotator.web.refusals import ServiceRefused

MAX_REASONS = 10
SheetKey = tuple[str, str, str, str, str]
"""Topic, kind, summarizer, judge and list of the rows of a sheet."""


class _InvalidRow(ValueError):
    """A row does not fit the project or the instrument. The message completes "JUDGE on SUBJECT: ..."."""


class SheetImport:
    """Imports the judgments of one file into an instrument.

    The texts and item lists of the file must already be in the project (see `add_missing_texts` and `ListImport`).
    ``counts``: the numbers of created rows, by the names that the report uses.
    """

    def __init__(self, instrument: Instrument, file_name: str, program_version: str, now: datetime) -> None:
        self.instrument, self.file_name, self.now = instrument, file_name, now
        self.program_version = program_version
        self.kind = instrument_kind(instrument.kind)
        self.questions = {question.key: question_spec(question) for question in instrument.questions.all()}
        self.counts: Counter[str] = Counter()
        self._reasons: list[str] = []
        self._positions: dict[int, dict[str, int]] = {}
        self._owners: dict[str, Membership] = {}

    def run(self, content: JudgmentFile) -> None:
        """Write all sheets. Raises ServiceRefused with the first `MAX_REASONS` reasons if a row cannot be written."""
        by_sheet: dict[SheetKey, list[JudgmentRow]] = {}
        for row in content.rows:
            if row.instrument and row.instrument != self.instrument.key:
                self._refuse(row, f"this row belongs to the instrument “{row.instrument}”.")
            key = (row.topic, row.kind, row.summarizer, row.judge, row.list)
            by_sheet.setdefault(key, []).append(row)
        for rows in by_sheet.values():
            try:
                self._write_sheet(rows)
            except _InvalidRow as error:
                self._refuse(rows[0], str(error))
        self._raise_reasons()

    @cached_property
    def _topics(self) -> Mapping[str, Topic]:
        return {topic.key: topic for topic in Topic.objects.filter(project=self.instrument.project_id)}

    @cached_property
    def _summaries(self) -> Mapping[tuple[int, str, str], Summary]:
        summaries = Summary.objects.filter(topic__project=self.instrument.project_id).defer("words")
        return {(summary.topic_id, summary.kind, summary.summarizer): summary for summary in summaries}

    def _write_sheet(self, rows: Sequence[JudgmentRow]) -> None:
        """Create the sheet of these rows. Raises _InvalidRow, also if the sheet exists with other judgments."""
        first = rows[0]
        topic = self._topics.get(first.topic)
        if topic is None:
            raise _InvalidRow(f"the project has no topic “{first.topic}”.")
        summary = self._summaries.get((topic.pk, first.kind, first.summarizer)) if first.summarizer else None
        if first.summarizer and summary is None:
            raise _InvalidRow(f"the topic has no {first.kind} by “{first.summarizer}”.")
        item_list, sentence_list = self._list_of(topic, first), None
        if self.kind.marks == "sentences" and summary:
            sentence_list = sentence_lists(topic=topic, summaries=[summary])[summary.pk]
        judgments = list(self._judgments(rows, item_list, sentence_list or item_list))
        if self._reasons:
            return
        state = "in_progress" if any(row.state == "in_progress" for row in rows) else "submitted"
        owner = self._owner(first.judge)
        existing = (
            sheets().filter(topic=topic, summary=summary, owner=owner, slot=slot_of(self.instrument, item_list)).first()
        )
        if existing is not None:
            stored_judgments = judgments_by_sheet([existing.pk])[existing.pk]
            if self._without_defaults(stored_judgments) != self._without_defaults(judgments):
                raise _InvalidRow("there is already a sheet with other judgments of this judge.")
            return
        [work] = create_sheets(
            instrument=self.instrument,
            topic=topic,
            owner=owner,
            subjects=[(summary, item_list, sentence_list)],
            file_name=self.file_name,
        )
        at = max((row.at for row in rows if row.at), default=self.now)
        fill_sheet(
            sheet=work,
            judgments=judgments,
            verb="import",
            payload={"file": self.file_name},
            by=None,
            now=min(at, self.now),
            state=state,
        )
        marks = sum(len(judgment["marks"]) for judgment in judgments)
        self.counts += Counter(sheets=1, judgments=len(judgments), marks=marks)

    def _without_defaults(self, judgments: Iterable[JudgmentSnapshot]) -> dict[str, JudgmentSnapshot]:
        """Returns the judgments by id, except default values without marks or comment.

        Exports contain such values for items that were not judged.
        """
        return {
            judgment["id"]: judgment
            for judgment in judgments
            if judgment["value"] != self.kind.default_value or judgment["marks"] or judgment["comment"]
        }

    def _list_of(self, topic: Topic, row: JudgmentRow) -> ItemList | None:
        """Returns the list that the row names; the topic's last list if the row names none.

        Returns None if this kind of instrument has no items. Raises _InvalidRow if there is no such list, or if the row
        names none although the topic has lists of several summaries.
        """
        if not self.kind.list_source:
            return None
        source = self.kind.list_source
        lists = list(topic.item_lists.filter(source=source).select_related("summary").order_by("number"))
        by_code = {item_list.code: item_list for item_list in lists}
        by_model = {
            f"{item_list.summary.summarizer}.{item_list.number}": item_list for item_list in lists if item_list.summary
        }
        if row.list:
            chosen = by_code.get(row.list) or by_model.get(row.list)
            problem = f"the topic has no list “{row.list}” of {self.kind.items}."
        else:
            candidates = list(by_code.values())
            is_ambiguous = len({candidate.summary_id for candidate in candidates}) > 1
            chosen = candidates[-1] if candidates and not is_ambiguous else None
            problem = (
                f"the topic has no list of {self.kind.items}, or has lists of several summaries: "
                "the column “list” must name one."
            )
        if chosen is None:
            raise _InvalidRow(problem)
        return chosen

    def _judgments(
        self, rows: Iterable[JudgmentRow], item_list: ItemList | None, markable_list: ItemList | None
    ) -> Iterator[JudgmentSnapshot]:
        """Yields a snapshot for each valid row, and records a reason for each invalid row.

        ``item_list``: the list of judged items. ``markable_list``: the list of items that marks point to.
        """
        for row in rows:
            try:
                yield self._judgment(row, item_list, markable_list)
            except _InvalidRow as error:
                self._refuse(row, str(error))

    def _judgment(
        self, row: JudgmentRow, item_list: ItemList | None, markable_list: ItemList | None
    ) -> JudgmentSnapshot:
        """Returns the snapshot of a row. Raises _InvalidRow if the row is not a valid judgment for the instrument."""
        question = self.questions.get(row.question)
        if question is None:
            question_keys = ", ".join(self.questions)
            raise _InvalidRow(f"the instrument has no question “{row.question}”; it has {question_keys}.")
        position = self._positions_in(item_list).get(row.item) if item_list and row.item else None
        mark_positions = self._positions_in(markable_list) if markable_list and row.marks else {}
        marks = [mark_positions.get(mark) for mark in row.marks]
        if (question.per == "item") != bool(row.item):
            raise _InvalidRow("the question is asked of each item." if not row.item else "it has no item.")
        if row.item and position is None:
            raise _InvalidRow(f"the list has no {self.kind.item} “{row.item}”.")
        if row.value is not None and not question.is_value(row.value):
            raise _InvalidRow(f"{row.value} is not on the scale of {question.key}.")
        if row.skipped and not question.optional:
            raise _InvalidRow(f"{question.key} may not be skipped.")
        if None in marks or (marks and not self.kind.marks) or (self.kind.marks == "items" and position in marks):
            raise _InvalidRow(f"“{' '.join(row.marks)[:60]}” cannot be marked.")
        return {
            "id": judgment_id(row.question, position),
            "question": row.question,
            "item": position,
            "value": row.value,
            "skipped": row.skipped,
            "comment": row.comment,
            "marks": sorted(mark for mark in marks if mark is not None),
        }

    def _positions_in(self, item_list: ItemList) -> dict[str, int]:
        """Returns the position of each item that is to be judged, by its key."""
        if item_list.pk not in self._positions:
            rows = Item.objects.filter(list=item_list, judged=True)
            self._positions[item_list.pk] = dict(rows.values_list("key", "position"))
        return self._positions[item_list.pk]

    def _owner(self, name: str) -> Membership:
        """Returns the member with this name. Creates a person or program without an account if there is none.

        Raises ServiceRefused if the member has another version than this file (people have none), or if two names in
        this file become the same in `get_or_create_owner`.
        """
        if name in self._owners:
            return self._owners[name]
        project = self.instrument.project
        count = project.memberships.count()
        owner = get_or_create_owner(project=project, name=name)
        is_new = project.memberships.count() > count
        if is_new and self.program_version:
            owner.kind, owner.version = Membership.Kind.PROGRAM, self.program_version
            owner.save(update_fields=["kind", "version"])
        if owner.version != self.program_version or owner in self._owners.values():
            raise ServiceRefused(f"{owner.name} is already a person, a program of another version, or another judge.")
        self.counts["judges"] += is_new
        self._owners[name] = owner
        return owner

    def _refuse(self, row: JudgmentRow, why: str) -> None:
        subject = " ".join(name for name in (row.topic, row.summarizer, row.question, row.item) if name)
        self._reasons.append(f"{row.judge} on {subject}: {why}")

    def _raise_reasons(self) -> None:
        omitted = len(self._reasons) - MAX_REASONS
        if self._reasons:
            raise ServiceRefused(*self._reasons[:MAX_REASONS], *([f"And {omitted} more."] if omitted > 0 else []))
