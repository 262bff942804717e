"""Anchors the texts of an imported file in a topic: finds or creates the summary of each text, and aligns the two."""

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
    """A summary of the topic. ``alignment``: aligns its text with the text in the file; None if the two are equal."""

    summary: Summary
    alignment: Alignment | None

    def span_in_topic(self, start: int, end: int) -> tuple[int, int]:
        """The span of the summary's text for a span of the file's text. Raises FormatError if the summary lacks it."""
        if self.alignment is None:
            return start, end
        try:
            span = self.alignment.span(start, end)
        except AlignmentError as error:
            raise FormatError(f"{self.summary.summarizer}: {error}") from error
        return span.start, span.end


def get_or_create_topic(*, project: Project, key: str, report: ImportReport) -> Topic:
    """The topic with this key, created if it does not exist. Raises FormatError if the key is invalid."""
    topic = project.topics.filter(key=key).first()
    if topic is None:
        try:
            topic = create_topic(project=project, key=key, by=None)
        except ServiceRefused as refusal:
            raise FormatError(str(refusal)) from refusal
        report.topics += 1
    return topic


def anchor_models(*, topic: Topic, document: PyramidDocument, report: ImportReport) -> list[Anchor]:
    """Anchors for the models of a file, in the file's order; creates model summaries if the topic has none.

    Raises FormatError if the topic has other model summaries.
    """
    summaries = list(Summary.objects.filter(topic=topic).model_summaries())
    texts = [document.model_text(index) for index in range(len(document.models))]
    if not summaries:
        names = model_names(document.models)
        anchors = _create_summaries(
            topic, [NewSummary("model", name, text) for name, text in zip(names, texts, strict=True)]
        )
        report.models += len(anchors)
        return anchors
    if len(summaries) != len(texts):
        raise FormatError(f"It has {len(texts)} model summaries, the topic “{topic.key}” has {len(summaries)}.")
    return _match_summaries(summaries, texts, topic)


def anchor_peer(*, topic: Topic, summarizer: str, text: str, report: ImportReport) -> Anchor:
    """An anchor for a peer's text; creates the summary if missing. Raises FormatError if its text is too different."""
    summary = topic.summaries.peer_summaries().filter(summarizer=summarizer).first()
    if summary is None:
        report.peers += 1
        return _create_summaries(topic, [NewSummary("peer", summarizer, text)])[0]
    anchor = _anchor_if_similar(summary, text)
    if anchor is None:
        raise FormatError(f"The topic “{topic.key}” has a different text of peer {summarizer}.")
    return anchor


def _create_summaries(topic: Topic, new_summaries: list[NewSummary]) -> list[Anchor]:
    """Create summaries. If the stored text differs from the file's because it was cleaned, the two are aligned."""
    try:
        summaries, _ = add_summaries(topic=topic, summaries=new_summaries, by=None)
    except ServiceRefused as refusal:
        raise FormatError(str(refusal)) from refusal
    return [
        Anchor(summary, None if summary.text == new_summary.text else align(summary.text, str(new_summary.text)))
        for summary, new_summary in zip(summaries, new_summaries, strict=True)
    ]


def _match_summaries(summaries: list[Summary], texts: list[str], topic: Topic) -> list[Anchor]:
    """Anchors for the texts: first in equal summaries, then in the summaries with the most words in common.

    Summaries of one topic can be very similar, and can be in a different order in a file.
    """
    anchors: dict[int, Anchor] = {}
    unmatched = list(summaries)
    for index, text in enumerate(texts):
        equal = next((summary for summary in unmatched if summary.text == text), None)
        if equal is not None:
            anchors[index] = Anchor(equal, None)
            unmatched.remove(equal)
    for index, text in enumerate(texts):
        if index in anchors:
            continue
        same_position_first = sorted(unmatched, key=lambda summary: summary != summaries[index])
        anchor = _best_anchor(same_position_first, text)
        if anchor is None:
            raise FormatError(f"Its model summary {index + 1} is not one of the topic “{topic.key}”.")
        anchors[index] = anchor
        unmatched.remove(anchor.summary)
    return [anchors[index] for index in range(len(texts))]


def _best_anchor(summaries: list[Summary], text: str) -> Anchor | None:
    """The anchor in the summary that shares most words with the text; None if no summary is similar enough.

    Of summaries that share equally many words, the closest in length is chosen.
    """
    candidates: list[tuple[float, int, Anchor]] = []
    for summary in summaries:
        anchor = _anchor_if_similar(summary, text)
        if anchor is not None and anchor.alignment is not None:
            candidates.append((anchor.alignment.shared_fraction, -abs(len(summary.text) - len(text)), anchor))
    return max(candidates, key=lambda candidate: candidate[:2])[2] if candidates else None


def _anchor_if_similar(summary: Summary, text: str) -> Anchor | None:
    """An anchor in the summary if most words of the two texts are the same, else None."""
    if text == summary.text:
        return Anchor(summary, None)
    try:
        return Anchor(summary, align(summary.text, text))
    except AlignmentError:
        return None
