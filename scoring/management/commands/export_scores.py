"""``manage.py export_scores --project SLUG --out FILE --format csv|xlsx|json|duc``: the scores of a project."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper

from annotator.interchange.whole_file import whole_file
from annotator.texts.cleaning import printable
from annotator.web.refusals import ServiceRefused
from scoring.management.command_line import add_choice, add_score_choices, score_request
from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.observations.score_stream import ScoreRequest
from scoring.results.exports.forms import ExportLayout, FileFormat, Shape
from scoring.results.exports.ratings import peer_ratings
from scoring.results.exports.tables import Totals
from scoring.results.exports.writing import write_export

DEFAULTS = ExportLayout()


class Command(BaseCommand):
    """Exit status: 0; 1 if the export is refused (one line says why); 2 for wrong usage."""

    help = "Write the scores of a project's peers, one row for each peer and matcher, or a table of peers by topics."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", required=True)
        parser.add_argument("--out", metavar="FILE", required=True, help="the file to write; - for standard output")
        add_choice(parser, "--format", FileFormat, "duc: the table of DUC 2005 and 2006", DEFAULTS.file_format)
        add_choice(
            parser, "--shape", Shape, "wide: a row for each summarizer and matcher, topics as columns", DEFAULTS.shape
        )
        add_choice(
            parser, "--score", SCORE_KINDS, "the score of a wide table and of the ranking in XLSX", DEFAULTS.score_kind
        )
        parser.add_argument("--no-header", action="store_true", help="leave out the column names of a DUC table")
        parser.add_argument(
            "--ratings", nargs="+", metavar="KEY", help="add the ratings by these instruments to a DUC table"
        )
        add_score_choices(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        file_format, shape = FileFormat(options["format"]), Shape(options["shape"])
        if options["ratings"] and file_format is not FileFormat.DUC:
            raise CommandError("Only --format duc has columns for ratings.", returncode=2)
        layout = ExportLayout(file_format, shape, options["score"], has_header=not options["no_header"])
        request = score_request(options)
        try:
            if options["ratings"]:
                layout = replace(layout, ratings=peer_ratings(request.viewer.project, options["ratings"]))
            if options["out"] == "-":
                totals = self._print(request, layout)
            else:
                with whole_file(Path(options["out"])) as out:
                    totals = write_export(out, [request], layout)
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            raise CommandError(f"{options['out']}: It cannot be written ({error.strerror or error}).") from error
        except ServiceRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stderr.writelines(f"{printable(warning)}\n" for warning in totals.release_warnings)

    def _print(self, request: ScoreRequest, layout: ExportLayout) -> Totals:
        if layout.file_format is FileFormat.XLSX:
            raise CommandError("XLSX is not text and cannot be printed: name a file.")
        return write_export(cast("BinaryIO", _ByteOutput(self.stdout)), [request], layout)


class _ByteOutput:
    """Looks like a binary file. Decodes the bytes written to it as UTF-8 and writes the text to a command's output."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out = out

    def writelines(self, pieces: Iterable[bytes]) -> None:
        for piece in pieces:
            self._out.write(piece.decode(), ending="")
