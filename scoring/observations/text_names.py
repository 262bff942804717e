"""The names of files of a project's texts. Parses that other programs make of these files come back by their names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from annotator.projects.peer_names import mask_sort_key
from annotator.web.file_names import file_stem
from scoring.observations.project_texts import NamedSummary, TopicSummaries

DOCUMENTS = "documents"
"""The folder of the documents. The other folders are "peers" and "models"."""


@dataclass(frozen=True, slots=True)
class TextPath:
    """``name``: of the summarizer or the document. ``path``: of the file, without suffix, such as "peers/D0601.12"."""

    pk: int
    folder: str
    name: str
    path: str

    @property
    def stem(self) -> str:
        return self.path.partition("/")[2]


@dataclass
class TextPaths:
    """Names the files of a project, topic by topic. ``has_duc_names``: whether files of summaries have names such as
    D0601.M.250.A.1.
    """

    has_duc_names: bool = False
    _used: set[str] = field(default_factory=set)

    def of_topic(
        self, topic: TopicSummaries, length: int, documents: Sequence[tuple[int, str]] = ()
    ) -> Iterator[TextPath]:
        """Yields the peers, models and documents. ``length``: the number of words in DUC names. ``documents``: their
        primary keys and keys.
        """
        in_folders = chain(
            (("peers", peer.pk, peer.name) for peer in _shown_order(topic.peers)),
            (("models", model.pk, model.name) for model in topic.models),
        )
        for folder, pk, name in in_folders:
            stem = file_stem(topic.key, name)
            if self.has_duc_names:
                stem = f"{file_stem(topic.key)}.M.{length}.A.{file_stem(name)}"
            yield TextPath(pk, folder, name, self._unused(f"{folder}/{stem}"))
        for pk, key in documents:
            yield TextPath(pk, DOCUMENTS, key, self._unused(f"{DOCUMENTS}/{file_stem(topic.key, key)}"))

    def _unused(self, path: str) -> str:
        """Returns the path, with a number if another file has it (ignoring case)."""
        paths = chain([path], (f"{path}~{number}" for number in count(2)))
        unused = next(candidate for candidate in paths if candidate.lower() not in self._used)
        self._used.add(unused.lower())
        return unused


def _shown_order(peers: Sequence[NamedSummary]) -> list[NamedSummary]:
    """Sorts masked peers by their masks, after the others, because the order of the import would show who they are."""
    return sorted(peers, key=lambda peer: mask_sort_key(peer.name) if peer.is_masked else (0, 0, ""))
