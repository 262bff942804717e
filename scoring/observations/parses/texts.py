"""The texts of a project by the names that files of parses can have."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

from django.db.models import F, Func, IntegerField, Max, QuerySet, TextField

from annotator.projects.documents.models import Document
from annotator.projects.models import Project, Summary
from scoring.observations.project_texts import topic_summaries
from scoring.observations.text_files.parse_kinds import Original
from scoring.observations.text_files.side_files import names_of_file
from scoring.observations.text_names import DOCUMENTS, TextPaths
from scoring.observations.viewer import Viewer

SUMMARY, DOCUMENT = "summary", "document"

TextKey = tuple[str, int]
"""SUMMARY or DOCUMENT, and the primary key of the text."""

_SHA256 = re.compile("[0-9a-f]{64}")
_WORD_COUNT = Func(F("words"), template="jsonb_array_length(%(expressions)s) / 2", output_field=IntegerField())
_TEXT_SHA256 = Func(
    F("text"), template="encode(sha256(convert_to(%(expressions)s, 'UTF8')), 'hex')", output_field=TextField()
)


class ProjectTexts:
    """The summaries and documents of a project. ``paths``: the path of the file of each text in an export."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self.paths: dict[TextKey, str] = {}
        self._keys_by_name: dict[str, set[TextKey]] = defaultdict(set)  # no text is named ""
        topics = topic_summaries(Viewer(project), needs=())
        lengths, documents = self._lengths(), self._documents()
        for has_duc_names in (True, False):  # the second is the layout whose paths messages show
            paths = TextPaths(has_duc_names)
            for topic in topics:
                for text in paths.of_topic(topic, lengths.get(topic.pk, 0), documents[topic.pk]):
                    key = (DOCUMENT if text.folder == DOCUMENTS else SUMMARY, text.pk)
                    self.paths[key] = text.path
                    for name in (text.path, text.stem):
                        self._keys_by_name[name].add(key)

    def named(self, name: str) -> list[TextKey]:
        """Returns the texts whose file has this name. The name with its folder is tried first, because the folder tells
        a peer from a model.
        """
        names = (candidate for candidate in names_of_file(name) if candidate in self._keys_by_name)
        return sorted(self._keys_by_name[next(names, "")])

    def with_hash(self, name: str) -> list[TextKey]:
        """Returns the texts whose SHA-256 is the name; several if several texts are equal."""
        digest = names_of_file(name)[-1].lower()
        return self._keys_by_hash.get(digest, []) if _SHA256.fullmatch(digest) else []

    def originals(self, keys: Collection[TextKey]) -> Iterator[tuple[TextKey, Original]]:
        """Yields the originals of these texts."""
        for field, rows in ((SUMMARY, self._summary_rows), (DOCUMENT, self._document_rows)):
            wanted = rows.filter(pk__in=[pk for of_field, pk in keys if of_field == field])
            for pk, text, sentences in wanted.values_list("pk", "text", "sentences").iterator():
                yield (field, pk), Original(text, sentences)

    @cached_property
    def _keys_by_hash(self) -> dict[str, list[TextKey]]:
        """The texts by SHA-256; equal texts share one."""
        keys: dict[str, list[TextKey]] = defaultdict(list)
        for field, rows in ((SUMMARY, self._summary_rows), (DOCUMENT, self._document_rows)):
            for pk, digest in rows.annotate(sha256=_TEXT_SHA256).values_list("pk", "sha256"):
                keys[digest].append((field, pk))
        return keys

    @property
    def _summary_rows(self) -> QuerySet[Summary, Any]:
        return Summary.objects.filter(topic__project=self._project).order_by("pk")

    @property
    def _document_rows(self) -> QuerySet[Document, Any]:
        return Document.objects.filter(topic__project=self._project).order_by("topic", "position")

    def _lengths(self) -> dict[int, int]:
        """Returns the number of words of the longest model of each topic, which DUC names contain."""
        models = self._summary_rows.model_summaries().order_by().values("topic")  # type: ignore[attr-defined]
        return dict(models.annotate(length=Max(_WORD_COUNT)).values_list("topic", "length"))

    def _documents(self) -> dict[int, list[tuple[int, str]]]:
        documents: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for topic, pk, key in self._document_rows.values_list("topic", "pk", "key"):
            documents[topic].append((pk, key))
        return documents
