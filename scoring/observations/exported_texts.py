"""Exports a project's summaries and documents as files for parsers and other tools, with settings for ROUGE-1.5.5.

In all layouts the files have the sentences of the project, so that measures give the same values for the files as for
the project. Summarizers have the names that the viewer may see. Files of Basic Elements and parses, which other
programs make, must be named like the texts.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from django.db.models import QuerySet

from annotator.projects.documents.models import Document
from annotator.projects.models import Summary
from annotator.texts.cleaning import printable
from annotator.texts.spans import touching_tokens
from scoring.observations.project_texts import topic_summaries
from scoring.observations.text_names import DOCUMENTS, TextPaths
from scoring.observations.viewer import Viewer

SETTINGS = "settings.xml"
PARSES = "conllu"
"""The folder of the CoNLL-U files, with the same subfolders as the texts."""

_NON_SPACE = re.compile(r"\S")
_EMPTY_COLUMNS = "\t_" * 7  # the columns of CoNLL-U from LEMMA to DEPS


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """``path``: relative to the exported folder, with "/"."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class _Content:
    """A text. ``words``: start, end, start, end, ... of its words; ``bounds``: the same of its sentences."""

    text: str
    words: Sequence[int]
    bounds: Sequence[int]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The start and end of each sentence; a text without sentences is one sentence, as measures read it."""
        spans = list(pairwise(self.bounds))[::2] or [(0, len(self.text))]
        return [(start, end) for start, end in spans if start < end]

    @property
    def sentences(self) -> list[str]:
        """The sentences, each on one line."""
        return [" ".join(self.text[start:end].splitlines()) for start, end in self.spans]


def _lines(content: _Content) -> str:
    return "".join(f"{sentence}\n" for sentence in content.sentences)


def _see(content: _Content) -> str:
    """Returns the HTML of SEE (Summary Evaluation Environment). Programs that read it do not decode entities and end a
    sentence at "<", so "<" becomes a space.
    """
    lines = [
        f'<a name="{number}">[{number}]</a> <a href="#{number}" id={number}>{sentence.replace("<", " ")}</a>\n'
        for number, sentence in enumerate(content.sentences, 1)
    ]
    return f'<html>\n<body bgcolor="white">\n{"".join(lines)}</body>\n</html>\n'


def _conllu(name: str, content: _Content) -> str:
    """Returns the sentences in CoNLL-U without analysis, for parsers that accept the words and marks as they are."""
    pieces = [f"# newdoc id = {name}\n"]
    for number, ((start, end), sentence) in enumerate(zip(content.spans, content.sentences, strict=True), 1):
        pieces.append(f"# sent_id = {number}\n# text = {sentence}\n")
        tokens = list(_tokens(content, start, end))
        for index, (token_start, token_end) in enumerate(tokens):
            next_start = tokens[index + 1][0] if index + 1 < len(tokens) else end
            space = "SpaceAfter=No" if next_start == token_end and next_start < end else "_"
            pieces.append(f"{index + 1}\t{content.text[token_start:token_end]}{_EMPTY_COLUMNS}\t{space}\n")
        pieces.append("\n")
    return "".join(pieces)


def _tokens(content: _Content, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Returns the bounds of the words of a sentence, and of each other character that is not white space, in order."""
    words = touching_tokens(content.words, start, end)  # the range of their indexes
    bounds = list(content.words[2 * words.start : 2 * words.stop])
    gaps = zip([start, *bounds[1::2]], [*bounds[::2], end], strict=True)
    marks = [mark.span() for gap in gaps for mark in _NON_SPACE.finditer(content.text, *gap)]
    return iter(sorted([*pairwise(bounds)][::2] + marks))


@dataclass(frozen=True, slots=True)
class _Layout:
    """``write``: returns the content of a file. ``suffix``: of the files of texts. ``rouge_format``: the name of the
    format in settings files. ``has_duc_names``: whether files have names such as D0601.M.250.A.1, with the length 250.
    ``has_conllu``: whether there is also a CoNLL-U file of each text.
    """

    write: Callable[[_Content], str]
    suffix: str = ".txt"
    rouge_format: str = "SPL"
    has_duc_names: bool = False
    has_conllu: bool = False


LAYOUTS: Mapping[str, _Layout] = {
    "tac": _Layout(_lines, suffix="", has_duc_names=True),
    "spl": _Layout(_lines),
    "see": _Layout(_see, suffix=".html", rouge_format="SEE"),
    "conllu-plain": _Layout(_lines, has_conllu=True),
}


def exported_texts(viewer: Viewer, layout_name: str) -> Iterator[ExportedFile]:
    """Yields the files of all topics that the viewer may see, and last the settings file.

    Documents are not in the settings file, because ROUGE does not read them.
    """
    layout, evals = LAYOUTS[layout_name], []
    paths = TextPaths(has_duc_names=layout.has_duc_names)
    for topic in topic_summaries(viewer, needs=()):
        summaries = _contents(Summary.objects.filter(pk__in=[summary.pk for summary in topic.summaries]))
        document_rows: QuerySet[Document, Any] = Document.objects.filter(topic=topic.pk).order_by("position")
        keys = list(document_rows.values_list("pk", "key"))
        contents = {"peers": summaries, "models": summaries, DOCUMENTS: _contents(document_rows) if keys else {}}
        # The length in a DUC name: the number of words of the longest model.
        length = max((len(summaries[model.pk].words) // 2 for model in topic.models), default=0)
        files: dict[str, list[tuple[str, str]]] = defaultdict(list)  # (summarizer, file name) by folder
        for text in paths.of_topic(topic, length, keys):
            content = contents[text.folder][text.pk]
            yield ExportedFile(f"{text.path}{layout.suffix}", layout.write(content))
            if layout.has_conllu:
                yield ExportedFile(f"{PARSES}/{text.path}.conllu", _conllu(text.stem, content))
            files[text.folder].append((text.name, f"{text.stem}{layout.suffix}"))
        evals.append(_eval(topic.key, files, layout))
    yield ExportedFile(SETTINGS, f'<ROUGE_EVAL version="1.5.5">\n{"".join(evals)}</ROUGE_EVAL>\n')


def _contents(texts: QuerySet[Any, Any]) -> dict[int, _Content]:
    rows = texts.values_list("pk", "text", "words", "sentences")
    return {pk: _Content(text, words, bounds) for pk, text, words, bounds in rows}


def _eval(key: str, files: Mapping[str, Sequence[tuple[str, str]]], layout: _Layout) -> str:
    """Returns the EVAL element of a topic. ``files``: (summarizer, file name) by folder."""
    peers, models = (
        "".join(f"<{tag} ID={quoteattr(printable(name))}>{escape(file)}</{tag}>\n" for name, file in files[folder])
        for tag, folder in (("P", "peers"), ("M", "models"))
    )
    return (
        f"<EVAL ID={quoteattr(printable(key))}>\n<PEER-ROOT>peers</PEER-ROOT>\n<MODEL-ROOT>models</MODEL-ROOT>\n"
        f'<INPUT-FORMAT TYPE="{layout.rouge_format}"></INPUT-FORMAT>\n'
        f"<PEERS>\n{peers}</PEERS>\n<MODELS>\n{models}</MODELS>\n</EVAL>\n"
    )
