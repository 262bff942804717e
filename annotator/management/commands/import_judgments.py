"""`manage.py import_judgments --project SLUG --instrument KEY PATH...`: imports files of people's judgments."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.interchange.judgments.formats import DEFAULT_QUESTION, FORMATS, ReadOptions, sources_of
from annotator.interchange.judgments.importing import import_judgments
from annotator.judgments.presets.registry import PRESETS
from annotator.projects.models import Project
from annotator.texts.cleaning import printable
from annotator.web.refusals import ServiceRefused


class Command(BaseCommand):
    """Imports each file whole or not at all; exits with status 1 if a file was refused."""

    help = "Import judgments and items: tables, nuggets, files of NIST, SEE, MEAD, LitePyramid, RoSE and QAPyramid."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--instrument", default="", metavar="KEY", help="needed unless the files have only items")
        parser.add_argument("--format", choices=FORMATS, default="table", help="table (default): CSV or JSON Lines")
        parser.add_argument("--preset", choices=PRESETS, help="make the instrument, if there is none with this key")
        parser.add_argument("--judge", default="", metavar="NAME", help="the judge, for formats that name none")
        question_help = "the question of a duc-table that names none (default content)"
        parser.add_argument("--question", default=DEFAULT_QUESTION, metavar="KEY", help=question_help)
        parser.add_argument("--topic", default="", metavar="KEY", help="the topic of MEAD documents without a cluster")
        parser.add_argument(
            "--program-version", default="", metavar="VERSION", help="of the judges, if they are programs"
        )
        parser.add_argument("--dry-run", action="store_true", help="report what would happen, and change nothing")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *, paths: list[Path], project: str, **options: Any) -> None:
        existing_project = Project.objects.filter(slug=project).first()
        if existing_project is None:
            raise CommandError(f"There is no project “{project}”.")
        try:
            report = import_judgments(
                project=existing_project,
                key=options["instrument"],
                sources=sources_of(
                    options["format"],
                    [(path.name, path.read_bytes()) for path in paths],
                    ReadOptions(options["judge"], options["question"], options["topic"]),
                ),
                now=timezone.now(),
                preset=PRESETS.get(options["preset"] or ""),
                program_version=options["program_version"],
                dry_run=options["dry_run"],
            )
        except OSError as error:
            raise CommandError(f"Cannot read {error.filename}: {error.strerror}.") from error
        except ServiceRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        if options["json"]:
            self.stdout.write(json.dumps(asdict(report), indent=2, ensure_ascii=False))
        else:
            self.stdout.write(report.counts_in_words)
            for repair in report.repairs:
                self.stdout.write(printable(f"{repair['file']}: {repair['place']}: {repair['what']}"))
        for refused in report.refused:
            self.stderr.write(printable(f"{refused['file']}: refused. {refused['why']}"))
        if report.refused:
            raise CommandError(f"{len(report.refused)} of {len(paths)} files refused.")
