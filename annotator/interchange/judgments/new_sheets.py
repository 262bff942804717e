"""Writes the judgments of one file as whole sheets."""

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


class _Unfit(ValueError):
    """A row does not fit the project; the message is the end of a sentence that begins with judge and subject."""


class SheetImport:
    """The import of one file into an instrument. ``counts``: the numbers of created rows, as the report names them.

    The texts and lists of the file are there already (`add_missing_texts`, `ListImport`).
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
        """Write everything. Raises ServiceRefused with the first reasons if anything cannot be written."""
        by_sheet: dict[SheetKey, list[JudgmentRow]] = {}
        for row in content.rows:
            if row.instrument and row.instrument != self.instrument.key:
                self._refuse(row, f"this row is of the instrument “{row.instrument}”.")
            key = (row.topic, row.kind, row.summarizer, row.judge, row.list)
            by_sheet.setdefault(key, []).append(row)
        for rows in by_sheet.values():
            try:
                self._write_sheet(rows)
            except _Unfit as error:
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
        """Create the sheet of these rows. A sheet that exists must be the same. Raises _Unfit."""
        first = rows[0]
        topic = self._topics.get(first.topic)
        if topic is None:
            raise _Unfit(f"the project has no topic “{first.topic}”.")
        summary = self._summaries.get((topic.pk, first.kind, first.summarizer)) if first.summarizer else None
        if first.summarizer and summary is None:
            raise _Unfit(f"the topic has no {first.kind} by “{first.summarizer}”.")
        items, sentences = self._list_of(topic, first), None
        if self.kind.marks == "sentences" and summary:
            sentences = sentence_lists(topic=topic, summaries=[summary])[summary.pk]
        judgments = list(self._judgments(rows, items, sentences or items))
        if self._reasons:
            return
        state = "in_progress" if any(row.state == "in_progress" for row in rows) else "submitted"
        owner = self._owner(first.judge)
        existing = (
            sheets().filter(topic=topic, summary=summary, owner=owner, slot=slot_of(self.instrument, items)).first()
        )
        if existing is not None:
            if self._given(judgments_by_sheet([existing.pk])[existing.pk]) != self._given(judgments):
                raise _Unfit("there is already a sheet with other judgments of this judge.")
            return
        [work] = create_sheets(
            instrument=self.instrument,
            topic=topic,
            owner=owner,
            subjects=[(summary, items, sentences)],
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

    def _given(self, judgments: Iterable[JudgmentSnapshot]) -> dict[str, JudgmentSnapshot]:
        """Returns the judgments by id, without default values: exports have these for items that nobody judged."""
        return {
            judgment["id"]: judgment
            for judgment in judgments
            if judgment["value"] != self.kind.default_value or judgment["marks"] or judgment["comment"]
        }

    def _list_of(self, topic: Topic, row: JudgmentRow) -> ItemList | None:
        """Returns the list that the row names, else the topic's last; None if the kind has no items. Raises _Unfit."""
        if not self.kind.list_source:
            return None
        source = self.kind.list_source
        lists = list(topic.item_lists.filter(source=source).select_related("summary").order_by("number"))
        by_code = {items.code: items for items in lists}
        by_model = {f"{items.summary.summarizer}.{items.number}": items for items in lists if items.summary}
        if row.list:
            chosen = by_code.get(row.list) or by_model.get(row.list)
            missing = f"the topic has no list “{row.list}” of {self.kind.items}."
        else:
            chosen = (
                None if len({items.summary_id for items in by_code.values()}) > 1 else [None, *by_code.values()][-1]
            )
            missing = (
                f"the topic has no list of {self.kind.items}, or several between which only a column list decides."
            )
        if chosen is None:
            raise _Unfit(missing)
        return chosen

    def _judgments(
        self, rows: Iterable[JudgmentRow], items: ItemList | None, targets: ItemList | None
    ) -> Iterator[JudgmentSnapshot]:
        """Yields the snapshots of the rows that the instrument can have, and adds a reason for each of the others."""
        for row in rows:
            try:
                yield self._judgment(row, items, targets)
            except _Unfit as error:
                self._refuse(row, str(error))

    def _judgment(self, row: JudgmentRow, items: ItemList | None, targets: ItemList | None) -> JudgmentSnapshot:
        """Returns the snapshot of a row. Raises _Unfit if the instrument cannot have it."""
        question = self.questions.get(row.question)
        if question is None:
            known = ", ".join(self.questions)
            raise _Unfit(f"the instrument has no question “{row.question}”; it has {known}.")
        position = self._positions_in(items).get(row.item) if items and row.item else None
        marks = [self._positions_in(targets).get(mark) for mark in row.marks] if targets else [None for _ in row.marks]
        if (question.per == "item") != bool(row.item):
            raise _Unfit("the question is asked of each item." if not row.item else "it has no item.")
        if row.item and position is None:
            raise _Unfit(f"the list has no {self.kind.item} “{row.item}”.")
        if row.value is not None and not question.is_value(row.value):
            raise _Unfit(f"{row.value} is not on the scale of {question.key}.")
        if row.skipped and not question.optional:
            raise _Unfit(f"{question.key} may not be skipped.")
        if None in marks or (marks and not self.kind.marks) or (self.kind.marks == "items" and position in marks):
            raise _Unfit(f"“{' '.join(row.marks)[:60]}” cannot be marked.")
        return {
            "id": judgment_id(row.question, position),
            "question": row.question,
            "item": position,
            "value": row.value,
            "skipped": row.skipped,
            "comment": row.comment,
            "marks": sorted(mark for mark in marks if mark is not None),
        }

    def _positions_in(self, items: ItemList) -> dict[str, int]:
        if items.pk not in self._positions:
            rows = Item.objects.filter(list=items, judged=True)
            self._positions[items.pk] = dict(rows.values_list("key", "position"))
        return self._positions[items.pk]

    def _owner(self, name: str) -> Membership:
        """Returns the member with this name, who is created as a person or program without an account."""
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
        about = " ".join(name for name in (row.topic, row.summarizer, row.question, row.item) if name)
        self._reasons.append(f"{row.judge} on {about}: {why}")

    def _raise_reasons(self) -> None:
        more = len(self._reasons) - MAX_REASONS
        if self._reasons:
            raise ServiceRefused(*self._reasons[:MAX_REASONS], *([f"And {more} more."] if more > 0 else []))
