"""Creates the item lists that a file of judgments contains: model units, sentences and statements."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby

from annotator.interchange.judgment_files.reading import ItemRow, Repair
from annotator.interchange.judgment_files.see import place_units, words_of
from annotator.judgments.models import ItemList
from annotator.judgments.services.item_lists import NewItem, create_item_list
from annotator.projects.documents.models import Document
from annotator.projects.models import Project, Summary, Topic
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused

Source = ItemList.Source
OF_SUMMARIES = (Source.MODEL_UNITS, Source.PEER_SENTENCES)


class ListImport:
    """Imports the item lists of one file.

    ``created``: the primary keys of the created lists. ``counts``: the numbers of created rows, by the names that the
    report uses.
    """

    def __init__(self, project: Project, file_name: str) -> None:
        self.project, self.file_name = project, file_name
        self.created: list[int] = []
        self.counts: Counter[str] = Counter()
        self.repairs: list[Repair] = []

    def run(self, items: Sequence[ItemRow], *, sources: Collection[str] = tuple(Source.values)) -> None:
        """Create each list unless the topic has it already. Raises ServiceRefused with a reason for each faulty list.

        ``sources``: the kinds of items to import. A repair reports how many items of other kinds were left out.
        """
        wanted = [item for item in items if item.source in sources]
        if omitted := len(items) - len(wanted):
            self.repairs.append(Repair("Items", f"left out, because the instrument needs other kinds: {omitted}."))
        reasons: list[str] = []
        for _, group in groupby(sorted(wanted, key=_list_key), key=_list_key):
            try:
                self._create_list(list(group))
            except (ServiceRefused, FormatError) as error:
                reasons.append(str(error))
        if reasons:
            raise ServiceRefused(*reasons)

    @cached_property
    def _topics(self) -> Mapping[str, Topic]:
        return {topic.key: topic for topic in Topic.objects.filter(project=self.project)}

    def _create_list(self, rows: list[ItemRow]) -> None:
        """Create one list, unless the topic has one with the same items. Raises ServiceRefused or FormatError."""
        first = rows[0]
        topic = self._topics.get(first.topic)
        if topic is None:
            topic_keys = ", ".join(sorted(self._topics)[:10]) or "none"
            raise ServiceRefused(f"The project has no topic “{first.topic}”; it has {topic_keys}.")
        summary = self._summary(topic, first) if first.source in OF_SUMMARIES else None
        has_documents = first.source == Source.DOCUMENT_SENTENCES
        documents = {document.key: document for document in topic.documents.all()} if has_documents else {}
        existing = ItemList.objects.filter(topic=topic, source=first.source, summary=summary).order_by("-number")
        rows = _without_wrong_spans(rows, documents)
        number = _number(first.list)
        # Compare with the list of the same number or, if the file numbers no lists, with the latest.
        candidates = existing.filter(number=number) if number else existing
        counterpart = candidates.first()
        if counterpart and _has_all(counterpart, rows):
            return
        if number and counterpart:
            raise ServiceRefused(f"Topic “{topic.key}” has another list “{first.list}” of this kind.")
        with_spans = self._with_spans(rows, summary, documents)
        sources = self._source_summaries(topic, rows)
        items = [self._new_item(topic, row, documents, sources) for row in with_spans]
        new_list = create_item_list(
            topic=topic,
            source=first.source,
            items=items,
            by=None,
            summary=summary,
            file_name=self.file_name,
            number=number,
        )
        self.created.append(new_list.pk)
        self.counts += Counter(lists=1, items=len(items))

    def _summary(self, topic: Topic, row: ItemRow) -> Summary:
        """Returns the summary whose units or sentences these are. Raises ServiceRefused if there is none.

        A list whose code begins with a letter, such as "A2", belongs to a model summary.
        """
        kinds = ["model"] if row.source == Source.MODEL_UNITS or row.list[:1].isalpha() else ["peer", "model"]
        by_kind = {summary.kind: summary for summary in topic.summaries.filter(summarizer=row.summarizer)}
        for kind in kinds:
            if kind in by_kind:
                return by_kind[kind]
        raise ServiceRefused(f"Topic “{topic.key}” has no {kinds[0]} by “{row.summarizer}”.")

    def _with_spans(
        self, rows: list[ItemRow], summary: Summary | None, documents: Mapping[str, Document]
    ) -> Sequence[ItemRow]:
        """Returns the items with spans. Finds missing spans of units and sentences by their words in the text."""
        if rows[0].source == Source.STATEMENTS or all(row.start is not None for row in rows):
            return rows
        with_spans: list[ItemRow] = []
        for key, group in groupby(rows, key=lambda row: row.document):
            text = summary.text if summary else documents[key].text if key in documents else ""
            content = place_units(list(group), text)
            with_spans += content.items
            self.repairs += content.repairs
        return with_spans

    def _source_summaries(self, topic: Topic, rows: Sequence[ItemRow]) -> Mapping[str, Summary]:
        """Returns the model summaries that statements come from, by summarizer. A repair names each missing model."""
        names = {row.summarizer for row in rows if row.source == Source.STATEMENTS and row.summarizer}
        models = topic.summaries.filter(kind="model", summarizer__in=names).only("topic", "summarizer")
        by_name = {model.summarizer: model for model in models} if names else {}
        self.repairs += [
            Repair(f"Statements of {topic.key}", f"there is no model by “{name}”, their source.")
            for name in sorted(names - by_name.keys())
        ]
        return by_name

    def _new_item(
        self, topic: Topic, row: ItemRow, documents: Mapping[str, Document], sources: Mapping[str, Summary]
    ) -> NewItem:
        """Returns the new item. Raises ServiceRefused if its document is missing."""
        document = documents.get(row.document)
        if row.document and document is None:
            raise ServiceRefused(f"Topic “{topic.key}” has no document “{row.document}”.")
        return NewItem(
            row.key,
            row.text,
            document=document,
            start=row.start,
            end=row.end,
            weight=row.weight,
            importance=row.importance or None,
            source_summary=sources.get(row.summarizer),
            heading=row.heading,
            judged=row.judged,
        )


def _list_key(row: ItemRow) -> tuple[str, str, str, str]:
    return (row.topic, row.source, row.summarizer if row.source in OF_SUMMARIES else "", row.list)


def _without_wrong_spans(rows: list[ItemRow], documents: Mapping[str, Document]) -> list[ItemRow]:
    """Returns the rows; all without spans if the words of any item differ from those at its span in the document.

    The spans of a file are wrong if its copy of the document has different white space, for example.
    """
    if all(_span_has_words(row, documents.get(row.document)) for row in rows):
        return rows
    return [replace(row, start=None, end=None) for row in rows]


def _span_has_words(row: ItemRow, document: Document | None) -> bool:
    return document is None or row.start is None or document.text[row.start : row.end].split() == row.text.split()


def _number(code: str) -> int | None:
    """Returns the number in the code of a list, such as 2 in "A2"; None if the code has no number."""
    digits = code.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return int(digits) if digits.isascii() and digits.isdecimal() and 0 < int(digits) < 10_000 else None


def _has_all(items: ItemList, rows: Sequence[ItemRow]) -> bool:
    """Whether the list in the project has these items.

    Statements: all of ``rows`` must be in the list, which may have more. Units and sentences: the list must have
    exactly these, with the same spans or, if the file has no spans, the same words.
    """
    stored = list(items.items.values_list("key", "text", "start", "end", "document__key"))
    if rows[0].source == Source.STATEMENTS:
        texts = {key: text for key, text, *_ in stored}
        return all(texts.get(row.key) == row.text for row in rows)
    if all(row.start is not None for row in rows):
        return {(key, start, end, document or "") for key, _, start, end, document in stored} == {
            (row.key, row.start, row.end, row.document) for row in rows
        }
    return [(key, words_of(text)) for key, text, *_ in stored] == [(row.key, words_of(row.text)) for row in rows]
