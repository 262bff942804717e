"""The text that a methods section can copy: sentences and the references that they cite."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.results.reporting import references as cited
from scoring.results.reporting.reference import Reference


@dataclass(frozen=True, slots=True)
class MethodsText:
    """Sentences to be copied into a paper, and the references that they cite."""

    sentences: tuple[str, ...]
    references: tuple[Reference, ...]

    @property
    def text(self) -> str:
        """The sentences as one paragraph, then the references, one per line."""
        return "\n\n".join([" ".join(self.sentences), "\n".join(reference.text for reference in self.references)])

    @property
    def bibtex(self) -> str:
        return "\n".join(reference.bibtex for reference in self.references)


def methods_text(sentences: Iterable[str], references: Iterable[Reference]) -> MethodsText:
    return MethodsText(tuple(sentences), tuple(dict.fromkeys(references)))


def score_citations(kind: str) -> tuple[str, list[Reference]]:
    """Returns the citation of a kind of score for the inside of a sentence, and the references that it cites."""
    references = [cited.PYRAMID, cited.MODIFIED_SCORE] if kind == "modified" else [cited.PYRAMID]
    return "; ".join(reference.citation for reference in references), references
