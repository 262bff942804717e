"""Anchors the texts of an imported file in a topic: they become the topic's own, or are aligned with these."""

from dataclasses import dataclass

from annotator.duc.documents import PyramidDocument
from annotator.duc.names import model_names
from annotator.interchange.duc.report import ImportReport
from annotator.projects.models import Project, Summary, Topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.texts.alignment import Alignment, AlignmentError, align
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused


@dataclass(frozen=True, slots=True)
class Anchor:
    """The topic's summary for a text of a file, and the alignment if their texts differ."""

    summary: Summary
    alignment: Alignment | None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The span of the topic's text for ``[start, end)`` of the file's. Raises FormatError if there is none."""
        if self.alignment is None:
            return start, end
        try:
            span = self.alignment.span(start, end)
        except AlignmentError as error:
            raise FormatError(f"{self.summary.summarizer}: {error}") from error
        return span.start, span.end


def topic_for(*, project: Project, key: str, report: ImportReport) -> Topic:
    """The topic with this key, created if missing. Raises FormatError if the key is invalid."""
    topic = project.topics.filter(key=key).first()
    if topic is None:
        try:
            topic = create_topic(project=project, key=key, by=None)
        except ServiceRefused as refusal:
            raise FormatError(str(refusal)) from refusal
        report.topics += 1
    return topic


def anchor_models(*, topic: Topic, document: PyramidDocument, report: ImportReport) -> list[Anchor]:
    """The topic's summary for each model of the file; they are created if the topic has none.

    Raises FormatError if the topic has other model summaries.
    """
    known = list(Summary.objects.filter(topic=topic).model_summaries())
    texts = [document.model_text(i) for i in range(len(document.models))]
    if not known:
        names = model_names(document.models)
        anchors = _add(topic, [NewSummary("model", name, text) for name, text in zip(names, texts, strict=True)])
        report.models += len(anchors)
        return anchors
    if len(known) != len(texts):
        raise FormatError(f"It has {len(texts)} model summaries, the topic “{topic.key}” has {len(known)}.")
    return _matched(known, texts, topic)


def anchor_peer(*, topic: Topic, summarizer: str, text: str, report: ImportReport) -> Anchor:
    """The topic's peer summary of this summarizer, created if missing. Raises FormatError if its text is different."""
    known = topic.summaries.peer_summaries().filter(summarizer=summarizer).first()
    if known is None:
        report.peers += 1
        return _add(topic, [NewSummary("peer", summarizer, text)])[0]
    anchor = _anchored(known, text)
    if anchor is None:
        raise FormatError(f"The topic “{topic.key}” has a different text of peer {summarizer}.")
    return anchor


def _add(topic: Topic, new: list[NewSummary]) -> list[Anchor]:
    """Create summaries; a text that is not stored exactly as in the file is aligned with it."""
    try:
        summaries, _ = add_summaries(topic=topic, summaries=new, by=None)
    except ServiceRefused as refusal:
        raise FormatError(str(refusal)) from refusal
    pairs = zip(summaries, new, strict=True)
    return [
        Anchor(summary, None if summary.text == text.text else align(summary.text, str(text.text)))
        for summary, text in pairs
    ]


def _matched(known: list[Summary], texts: list[str], topic: Topic) -> list[Anchor]:
    """The summary with the same words for each text: equal texts first, then the most words in common.

    Summaries of one topic can be very similar, and files can have them in another order.
    """
    anchors: dict[int, Anchor] = {}
    free = list(known)
    for i, text in enumerate(texts):
        same = next((summary for summary in free if summary.text == text), None)
        if same is not None:
            anchors[i] = Anchor(same, None)
            free.remove(same)
    for i, text in enumerate(texts):
        if i in anchors:
            continue
        anchor = _best(sorted(free, key=lambda summary: summary != known[i]), text)
        if anchor is None:
            raise FormatError(f"Its model summary {i + 1} is not one of the topic “{topic.key}”.")
        anchors[i] = anchor
        free.remove(anchor.summary)
    return [anchors[i] for i in range(len(texts))]


def _best(summaries: list[Summary], text: str) -> Anchor | None:
    """The summary with the most words of the text, then the closest length, then the first; None if none fits."""
    fitting: list[tuple[float, int, Anchor]] = []
    for summary in summaries:
        anchor = _anchored(summary, text)
        if anchor is not None and anchor.alignment is not None:
            fitting.append((anchor.alignment.shared, -abs(len(summary.text) - len(text)), anchor))
    return max(fitting, key=lambda one: one[:2])[2] if fitting else None


def _anchored(summary: Summary, text: str) -> Anchor | None:
    """The summary as an anchor if the text has the same words, with other spacing or punctuation; else None."""
    if text == summary.text:
        return Anchor(summary, None)
    try:
        return Anchor(summary, align(summary.text, text))
    except AlignmentError:
        return None
