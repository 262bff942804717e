"""Checks the documents, item lists, extracts, instruments and sheets in a project file. No check reads the database."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.interchange.project_file.log_checks import check_log
from annotator.interchange.project_file.refusals import (
    Json,
    ProjectFileError,
    check_member,
    check_spans,
    check_unique,
    require,
)
from annotator.interchange.project_file.rows import ListIdentity, list_identity
from annotator.interchange.project_file.targets import Targets
from annotator.judgments.kinds.base import QuestionSpec
from annotator.judgments.kinds.registry import INSTRUMENT_KINDS
from annotator.judgments.verbs.judgments import judgment_id
from annotator.judgments.verbs.table import SHEET_VERBS


@dataclass(slots=True)
class JudgedTopic:
    """What sheets on a topic may refer to. ``documents``: text lengths by key. ``lists``: numbers of items."""

    targets: Targets
    documents: Mapping[str, int]
    lists: dict[ListIdentity, int] = field(default_factory=dict)

    def summary_length(self, summary: Json, path: str) -> int:
        """The length of a summary's text. Refuses a summary that the topic does not have."""
        summaries = self.targets.models if summary["kind"] == "model" else self.targets.peers
        if summary["name"] not in summaries:
            raise ProjectFileError(path, "This topic has no such summary.")
        return summaries[summary["name"]]

    def item_count(self, item_list: Json | None, path: str) -> int:
        """The number of items in a list; 0 for None. Refuses a list that the topic does not have."""
        if item_list is None:
            return 0
        if list_identity(item_list) not in self.lists:
            raise ProjectFileError(path, "This topic has no such item list.")
        return self.lists[list_identity(item_list)]


def check_topic_judgments(
    topic: Json, path: str, targets: Targets, check_text: Callable[[Json, str], None]
) -> JudgedTopic:
    """Check documents, lists and extracts. Returns what sheets may refer to.

    ``check_text``: checks the text and the tokens of a document; called with the document and its path.
    """
    documents = topic.get("documents", ())
    for key in ("key", "position"):
        check_unique(documents, f"{path}.documents", key)
    for i, document in enumerate(documents):
        check_text(document, f"{path}.documents[{i}]")
    judged_topic = JudgedTopic(targets, {document["key"]: len(document["text"]) for document in documents})
    lists = topic.get("item_lists", ())
    check_unique(lists, f"{path}.item_lists", "list", list_identity)
    for i, item_list in enumerate(lists):
        _check_list(item_list, f"{path}.item_lists[{i}]", judged_topic)
        judged_topic.lists[list_identity(item_list)] = len(item_list["items"])
    for i, extract in enumerate(topic.get("extracts", ())):
        where = f"{path}.extracts[{i}]"
        count, summary = judged_topic.item_count(extract["list"], f"{where}.list"), extract["summary"]
        require(max(extract["items"], default=0) <= count, f"{where}.items", "The list has no such item.")
        require(summary is None or summary in targets.peers, f"{where}.summary", "This topic has no such peer.")
    return judged_topic


def _check_list(item_list: Json, path: str, judged_topic: JudgedTopic) -> None:
    length = judged_topic.summary_length(item_list["summary"], f"{path}.summary") if item_list["summary"] else 0
    release = item_list["release"]
    scus = judged_topic.targets.released_scus(release, f"{path}.release") if release else frozenset()
    check_unique(item_list["items"], f"{path}.items", "key")
    spans: dict[str | None, list[tuple[int, int]]] = {}
    for i, item in enumerate(item_list["items"]):
        where, document = f"{path}.items[{i}]", item["document"]
        require(
            document is None or document in judged_topic.documents, f"{where}.document", "There is no such document."
        )
        require(item["scu"] is None or item["scu"] in scus, f"{where}.scu", "The release has no such SCU.")
        if item["source_summary"] is not None:
            judged_topic.targets.model_length(item["source_summary"], f"{where}.source_summary")
        require((item["start"] is None) == (item["end"] is None), where, "A span has a start and an end.")
        if item["start"] is not None:
            spans.setdefault(document, []).append((item["start"], item["end"]))
    for document, document_spans in spans.items():
        check_spans(document_spans, length if document is None else judged_topic.documents[document], f"{path}.items")


def check_instruments(
    instruments: Collection[Json], topics: Mapping[str, JudgedTopic], members: Collection[str]
) -> None:
    """Check the instruments of a project and their sheets."""
    check_unique(instruments, "instruments", "key")
    for i, instrument in enumerate(instruments):
        where = f"instruments[{i}]"
        check_unique(instrument["questions"], f"{where}.questions", "key")
        questions = {question["key"]: _spec(question) for question in instrument["questions"]}
        check_unique(instrument["sheets"], f"{where}.sheets", "sheet", _sheet_identity)
        for j, sheet in enumerate(instrument["sheets"]):
            topic = topics.get(sheet["topic"])
            if topic is None:
                raise ProjectFileError(f"{where}.sheets[{j}].topic", "There is no such topic.")
            check_member(sheet["judge"], members, f"{where}.sheets[{j}].judge")
            _check_sheet(sheet, f"{where}.sheets[{j}]", topic, questions, instrument["kind"])


def _spec(question: Json) -> QuestionSpec:
    fields = ("key", "name", "minimum", "maximum", "step", "per")
    return QuestionSpec(**{name: question[name] for name in fields})


def _sheet_identity(sheet: Json) -> Any:
    summary = sheet["summary"] or {"kind": None, "name": None}
    items = list_identity(sheet["items"]) if sheet["items"] else None
    return sheet["topic"], summary["kind"], summary["name"], sheet["judge"], items


def _check_sheet(sheet: Json, path: str, topic: JudgedTopic, questions: Mapping[str, QuestionSpec], kind: str) -> None:
    instrument_kind, item_list = INSTRUMENT_KINDS[kind], sheet["items"]
    has_right_source = (item_list["source"] if item_list else "") == instrument_kind.list_source
    require(has_right_source, f"{path}.items", f"Sheets of the kind {kind} need another source of items.")
    sentences_fit_kind = (sheet["sentences"] is not None) == (instrument_kind.marks == "sentences")
    require(sentences_fit_kind, f"{path}.sentences", "Only coverage judges mark sentences.")
    summary_fits_kind = (sheet["summary"] is not None) == instrument_kind.per_summary
    subject = "a summary" if instrument_kind.per_summary else "the documents of a topic"
    require(summary_fits_kind, f"{path}.summary", f"Sheets of the kind {kind} are about {subject}.")
    if sheet["summary"]:
        topic.summary_length(sheet["summary"], f"{path}.summary")
    item_count = topic.item_count(sheet["items"], f"{path}.items")
    sentence_count = topic.item_count(sheet["sentences"], f"{path}.sentences")
    markable_count = {"sentences": sentence_count, "items": item_count}.get(instrument_kind.marks, 0)

    def check_judgment(judgment: Json, where: str) -> None:
        question, item, value = questions.get(judgment["question"]), judgment["item"], judgment["value"]
        if question is None:
            raise ProjectFileError(f"{where}.question", "The instrument has no such question.")
        is_of_item = item is not None
        require(
            is_of_item == (question.per == "item"),
            f"{where}.item",
            "A question about items needs an item, any other question none.",
        )
        require((item or 0) <= item_count, f"{where}.item", "The list has no such item.")
        require(max(judgment["marks"], default=0) <= markable_count, f"{where}.marks", "There is no such item to mark.")
        require(value is None or question.is_value(value), f"{where}.value", "The scale does not have this value.")
        require(value is None or not judgment["skipped"], f"{where}.skipped", "A skipped question has no value.")

    def check_snapshot(key: str, snapshot: Json, where: str) -> None:
        require(
            snapshot["id"] == key == judgment_id(snapshot["question"], snapshot["item"]), where, "Its id does not fit."
        )
        check_judgment(snapshot, where)

    for i, judgment in enumerate(sheet["judgments"]):
        check_judgment(judgment, f"{path}.judgments[{i}]")
    current = {
        key: {"id": key, **judgment}
        for judgment in sheet["judgments"]
        for key in [judgment_id(judgment["question"], judgment["item"])]
    }
    require(len(current) == len(sheet["judgments"]), f"{path}.judgments", "A question is answered twice.")
    check_log(sheet, path, SHEET_VERBS, topic.targets, current=current, check_snapshot=check_snapshot)
