"""``manage.py extracts (--document FILE | --project SLUG)``: ranks all extracts of a document by 28 measures."""

import re
from argparse import ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.interchange.whole_file import whole_file
from annotator.texts.cleaning import printable
from scoring.management.command_line import (
    add_common,
    json_text,
    made_by,
    positive,
    project_with_slug,
    topics_with_keys,
)
from scoring.management.extract_output import printed_tables
from scoring.measures.automatic.topic_texts import Text
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.measures.extracts.products import DEFAULT_DIMENSIONS
from scoring.measures.extracts.results import PlacedExtract
from scoring.measures.extracts.scores import MAX_TRUTHS
from scoring.observations.text_files.contents import ENCODINGS, FORMATS
from scoring.observations.text_files.evaluations import TextFilesRefused
from scoring.observations.viewer import Viewer
from scoring.results.exports.texts import csv_pieces
from scoring.results.extracts.files import read_corpus, read_document
from scoring.results.extracts.grids import (
    DEFAULT_SIZE,
    DocumentGrids,
    GridSettings,
    Sentences,
    document_grid,
    document_grids,
)
from scoring.results.extracts.project import project_corpus, topic_sources
from scoring.results.extracts.tables import (
    MAX_SCORED_EXTRACTS,
    extract_table,
    grid_tables,
)

FILE_FLAGS = ("truth", "extract", "corpus", "text_format", "encoding")
PROJECT_FLAGS = ("topic", "judge", "instrument")
_NUMBERS = re.compile(r"[1-9][0-9]{0,4}(?:,[1-9][0-9]{0,4})*")


def sentence_list(text: str) -> Sentences:
    """Parses sentence numbers, counted from 1: ``2,5,9``. Raises ArgumentTypeError."""
    if not _NUMBERS.fullmatch(text):
        raise ArgumentTypeError(f"{text!r} is not a list of sentence numbers such as 2,5,9")
    return tuple(map(int, text.split(",")))


def named_extract(text: str) -> tuple[str, Sentences]:
    """Parses an extract with an optional name, ``lead=1,2,3``; without one, its numbers are its name."""
    name, separator, numbers = text.rpartition("=")
    return (name if separator else numbers), sentence_list(numbers)


class Command(BaseCommand):
    """Exit status: 0; 1 if the document or settings are refused (one line says why); 2 for wrong usage."""

    help = "Rank all extracts of a document by recall, sentence-rank tau and content (Donaway et al. 2000)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="documents of a project instead of a file")
        parser.add_argument(
            "--document",
            metavar="FILE|KEY",
            help="the document; with --project, its key (default: all documents, and means)",
        )
        parser.add_argument(
            "-k", metavar="N", type=positive, default=DEFAULT_SIZE, help="number of sentences in an extract (1-5)"
        )
        parser.add_argument(
            "--svd-k",
            metavar="N",
            type=positive,
            default=DEFAULT_DIMENSIONS,
            help="number of dimensions of SVD (default 100)",
        )
        help_text = "list the best extracts of two measures, by their numbers (1 to 28)"
        parser.add_argument("--compare", metavar=("A", "B"), type=positive, nargs=2, help=help_text)
        parser.add_argument("--csv", metavar="DIR", type=Path, help="write tables into this folder, which must exist")
        add_common(parser, "--json")
        files = parser.add_argument_group("with a file")
        help_text = "the sentences that each judge chose, up to four judges"
        files.add_argument("--truth", metavar="2,5,9", type=sentence_list, nargs="+", action="extend", help=help_text)
        help_text = "extracts whose ranks are printed: lead=1,2,3"
        files.add_argument(
            "--extract", metavar="[NAME=]1,2,3", type=named_extract, nargs="+", action="extend", help=help_text
        )
        files.add_argument("--corpus", metavar="DIR", type=Path, help="texts for tf-idf and SVD")
        files.add_argument(
            "--text-format", choices=list(FORMATS), help="format of the files; spl: a sentence on each line"
        )
        files.add_argument("--encoding", choices=ENCODINGS, help="encoding of the files (default utf-8)")
        projects = parser.add_argument_group("with a project")
        projects.add_argument("--topic", metavar="KEY", nargs="+", help="these topics (default: all with documents)")
        projects.add_argument("--judge", metavar="NAME", nargs="+", help="up to four judges (default: the first four)")
        projects.add_argument("--instrument", metavar="KEY", help="the instrument with which judges chose sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        _check_usage(options)
        try:
            result = _project_grids(options) if options["project"] else _file_grid(options)
            compared = {str(number): _best(result, number) for number in options["compare"] or ()}
        except (ExtractsRefused, TextFilesRefused) as refusal:
            raise CommandError(printable(str(refusal))) from refusal
        if options["csv"]:
            _write_tables(options["csv"], result)
        if options["json"]:
            output = result.as_json() if len(result.grids) > 1 else result.grids[0].as_json()
            best = {number: [extract.as_json() for extract in extracts] for number, extracts in compared.items()}
            extra = {"compared": best} if compared else {}
            self.stdout.write(json_text({**output, **extra, "made_by": made_by(options)}), ending="")
            return
        self.stdout.write(printable("\n".join(printed_tables(result, compared))), ending="")
        warnings = [*result.warnings, *(warning for named_grid in result.grids for warning in named_grid.warnings)]
        self.stderr.writelines(f"{printable(warning)}\n" for warning in warnings)


def _check_usage(options: Mapping[str, Any]) -> None:
    if not options["project"] and not options["document"]:
        raise CommandError("Give either --document FILE or --project.", returncode=2)
    misplaced_flags = [flag for flag in (FILE_FLAGS if options["project"] else PROJECT_FLAGS) if options[flag]]
    if misplaced_flags:
        partner = "a file" if options["project"] else "--project"
        raise CommandError(f"--{misplaced_flags[0].replace('_', '-')} goes with {partner} only.", returncode=2)


def _settings(options: Mapping[str, Any]) -> GridSettings:
    return GridSettings(options["k"], options["svd_k"], tuple(options["judge"] or ()))


def _file_grid(options: Mapping[str, Any]) -> DocumentGrids:
    truths = options["truth"] or ()
    if len(truths) > MAX_TRUTHS:
        raise ExtractsRefused(f"At most {MAX_TRUTHS} judges can be compared, not {len(truths)}.")
    read_options = {"text_format": options["text_format"] or "auto", "encoding": options["encoding"] or ENCODINGS[0]}
    source = read_document(Path(options["document"]), truths, options["extract"] or (), **read_options)
    corpus: tuple[Text, ...] = read_corpus(options["corpus"], **read_options) if options["corpus"] else ()
    warnings: tuple[str, ...] = ()
    if corpus and Text(source.sentences) not in corpus:
        corpus += (Text(source.sentences),)
        warnings = ("The document is not in the corpus, and was added to it.",)
    return DocumentGrids((document_grid(source, corpus, _settings(options)),), warnings)


def _project_grids(options: Mapping[str, Any]) -> DocumentGrids:
    """Returns the grid of the document that --document names, or the grids of all documents of the topics."""
    project = project_with_slug(options["project"])
    viewer = Viewer(project)
    keys = options["topic"]
    topics = (
        topics_with_keys(project, keys) if keys else list(project.topics.filter(documents__isnull=False).distinct())
    )
    sources = [source for topic in topics for source in topic_sources(viewer, topic, options["instrument"] or "")]
    if key := options["document"]:
        names = [source.name for source in sources]
        sources = [source for source in sources if source.name == key]
        if len(sources) != 1:
            problem = "Several topics have a" if sources else "There is no"
            raise ExtractsRefused(f"{problem} document “{key}”; documents are: {', '.join(names) or 'none'}.")
    return document_grids(sources, project_corpus(viewer), _settings(options))


def _best(result: DocumentGrids, number: int) -> tuple[PlacedExtract, ...]:
    """Returns the best extracts of the only document by a measure. Raises ExtractsRefused."""
    if len(result.grids) > 1:
        raise ExtractsRefused("--compare needs a single document: choose it by --document.")
    grid = result.grids[0].grid
    numbers = [measure.number for measure in grid.measures]
    if number not in numbers:
        raise ExtractsRefused(f"There is no measure {number} here; there are: {', '.join(map(str, numbers))}.")
    return grid.best(number)


def _write_tables(folder: Path, result: DocumentGrids) -> None:
    """Writes a file for each table. Raises CommandError."""
    tables = grid_tables(result.grids)
    if len(result.grids) == 1 and len(result.grids[0].grid.extract_set.extracts) <= MAX_SCORED_EXTRACTS:
        tables["extracts"] = extract_table(result.grids[0])
    for name, table in tables.items():
        path = folder / f"{name}.csv"
        try:
            with whole_file(path) as out:
                out.writelines(text.encode() for text in csv_pieces(table))
        except OSError as error:
            raise CommandError(f"{path}: It cannot be written ({error.strerror or error}).") from error
