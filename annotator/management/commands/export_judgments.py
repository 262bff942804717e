"""`manage.py export_judgments --project SLUG --instrument KEY --out FILE`: writes people's judgments."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.interchange.judgments.exporting import export_judgments, export_measures
from annotator.interchange.judgments.layouts import FORMATS, Layout, Shape
from annotator.interchange.judgments.measures import measure_rows
from annotator.interchange.whole_file import whole_file
from annotator.judgments.models import Instrument
from annotator.judgments.queries.rows import judgment_rows
from annotator.web.refusals import ServiceRefused


class Command(BaseCommand):
    """Writes the file completely or not at all."""

    help = "Write the judgments or items of an instrument for import_judgments or another program."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--instrument", required=True, metavar="KEY")
        parser.add_argument("--out", required=True, type=Path, metavar="FILE")
        parser.add_argument("--format", choices=FORMATS, default="csv")
        parser.add_argument("--shape", choices=list(Shape), help="default: judgments; items for the format see")
        parser.add_argument("--judge", metavar="NAME", help="only the judgments of this judge")
        parser.add_argument("--include-drafts", action="store_true", help="also sheets that are not finished")

    def handle(self, *, project: str, out: Path, **options: Any) -> None:
        instrument = Instrument.objects.filter(project__slug=project, key=options["instrument"]).first()
        if instrument is None:
            raise CommandError(f"There is no instrument “{options['instrument']}” in a project “{project}”.")
        rows = judgment_rows(instrument=instrument, user=None, with_drafts=options["include_drafts"])
        rows = [row for row in rows if options["judge"] in (None, row.judge)]
        try:
            layout = Layout.of(options["format"], options["shape"] or "")
            layout.check_judge(options["judge"] or "")
            if layout.shape == Shape.MEASURES:
                drafts = options["include_drafts"]
                scores = measure_rows(instrument=instrument, user=None, with_drafts=drafts)
                data = export_measures(scores, layout.file_format)
            else:
                data = export_judgments(instrument=instrument, rows=rows, layout=layout)
            with whole_file(out) as file:
                file.write(data)
        except ServiceRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as error:
            raise CommandError(f"Cannot write to {out}: {error.strerror}.") from error
        counted = f"{len(rows)} judgment{'' if len(rows) == 1 else 's'}"
        self.stdout.write(f"{counted if layout.shape == Shape.JUDGMENTS else layout.shape.title()} written to {out}.")
