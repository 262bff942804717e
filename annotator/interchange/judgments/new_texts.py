"""Adds the topics and summaries that a file of judgments brings along and the project lacks."""

from annotator.interchange.judgment_files.reading import JudgmentFile, Repair, TextRow
from annotator.projects.models import Project, Topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.web.refusals import ServiceRefused


def add_missing_texts(project: Project, content: JudgmentFile) -> list[Repair]:
    """Returns what was added or left out. Raises ServiceRefused if a summary has other words than the project's."""
    by_topic: dict[str, list[TextRow]] = {}
    for text in content.texts:
        if text.kind in ("model", "peer"):
            by_topic.setdefault(text.topic, []).append(text)
    statements = {text.topic: text.text for text in content.texts if text.kind == "statement"}
    topics = {topic.key: topic for topic in Topic.objects.filter(project=project, key__in=by_topic)}
    added, differing = 0, []
    for key, texts in by_topic.items():
        topic = topics.get(key)
        if topic is None:
            topic = create_topic(project=project, key=key, statement=statements.get(key, ""), by=None)
        rows = topic.summaries.values_list("kind", "summarizer", "text")
        words = {(kind, summarizer): text.split() for kind, summarizer, text in rows}
        differing += [
            f"The {text.kind} “{text.name}” of topic “{key}” has other words in the project."
            for text in texts
            if words.get((text.kind, text.name), text.text.split()) != text.text.split()
        ]
        new = [NewSummary(text.kind, text.name, text.text) for text in texts if (text.kind, text.name) not in words]
        add_summaries(topic=topic, summaries=new, by=None)
        added += len(new)
    if differing:
        raise ServiceRefused(*differing[:3])
    documents = sum(text.kind == "document" for text in content.texts)
    return [
        *([Repair("Texts", f"summaries added to the project: {added}.")] if added else []),
        *([Repair("Texts", f"documents left out: {documents}.")] if documents else []),
    ]
