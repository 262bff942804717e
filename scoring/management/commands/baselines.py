"""``manage.py baselines (--project SLUG | --files DIR --out DIR) --words N``: extracts by LEAD, RAND and CENTROID."""

import argparse
import csv
import io
import secrets
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from annotator.web.refusals import ServiceRefused
from scoring.management.command_line import (
    add_choice,
    add_common,
    aligned_text,
    json_text,
    positive,
    project_with_slug,
    topics_with_keys,
)
from scoring.measures.extracts.baselines.documents import TopicDocuments
from scoring.measures.extracts.baselines.options import BaselineOptions, LeadFrom, Size, Unit
from scoring.measures.extracts.baselines.rules import BASELINES, Baseline, make_baseline
from scoring.observations.text_files.document_folders import read_documents
from scoring.observations.text_files.evaluations import TextFilesRefused
from scoring.results.reporting.program import this_program
from scoring.studies.baselines.services import TopicBaseline, add_baselines, topics_with_documents

COLUMNS = ("topic", "summarizer", "label", "sentences", "peer")
SETTINGS = ("project", "topic", "name", *Unit, "from", "seed", "keep")
"""Options that can change the extracts."""


def baseline_names(text: str) -> list[str]:
    """Parses names of baselines with commas between them. Raises ArgumentTypeError."""
    names = list(dict.fromkeys(text.split(",")))
    if unknown := [name for name in names if name not in BASELINES]:
        raise argparse.ArgumentTypeError(f"there is no baseline {unknown[0]!r}; there are {', '.join(BASELINES)}")
    return names


def percentage(text: str) -> int:
    """Parses a percentage from 1 to 100. Raises ArgumentTypeError."""
    number = positive(text)
    if number > 100:
        raise argparse.ArgumentTypeError(f"{text!r} is more than 100 percent")
    return number


class Command(BaseCommand):
    """Exit status: 0; 1 if something was refused (one line says why); 2 for wrong usage."""

    help = "Make baselines, extracts of documents by simple rules: LEAD, RAND and CENTROID."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--project", metavar="SLUG", help="add baselines to the topics of this project")
        source.add_argument("--files", metavar="DIR", type=Path, help="documents, in a folder for each topic")
        parser.add_argument("--out", metavar="DIR", type=Path, help="with --files: a new or empty folder to write to")
        parser.add_argument("--topic", metavar="KEY", nargs="+", help="these topics only (default: all with documents)")
        names = ",".join(BASELINES)
        parser.add_argument("--name", metavar=names, type=baseline_names, default=list(BASELINES), help="default: all")
        size = parser.add_mutually_exclusive_group(required=True)
        size.add_argument("--words", metavar="N", type=positive, help="the length of each extract, in whole sentences")
        size.add_argument("--sentences", metavar="N", type=positive, help="the number of sentences of each extract")
        size.add_argument("--percent", metavar="N", type=percentage, help="share of all sentences, rounded up")
        add_choice(parser, "--from", LeadFrom, "the document whose first sentences LEAD takes")
        parser.add_argument("--seed", metavar="N", type=positive, default=1, help="seed of RAND (default 1)")
        parser.add_argument("--keep", action="store_true", help="with --project: also add the baselines as peers")
        add_common(parser, "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["files"]) != bool(options["out"]) or (
            options["files"] and (options["keep"] or options["topic"])
        ):
            raise CommandError("--files goes with --out, --project with --keep and --topic.", returncode=2)
        try:
            rows = list(_rows_of_files(options) if options["files"] else _rows_of_project(options))
        except (ServiceRefused, TextFilesRefused) as error:
            raise CommandError(printable(str(error))) from error
        except OSError as error:
            raise CommandError(printable(f"Cannot write to {options['out']}: {error.strerror or error}.")) from error
        if options["json"]:
            settings = {name: options[name] for name in SETTINGS}
            output = {"baselines": rows, "made_by": this_program().made_by(settings)}
            self.stdout.write(json_text(output), ending="")
            return
        table_rows = [{**row, "sentences": " ".join(row["sentences"])} for row in rows]
        self.stdout.write(printable(aligned_text(COLUMNS, table_rows)), ending="")
        notes = dict.fromkeys(f"{row['topic']}: {note}" for row in rows for note in row["notes"])
        self.stderr.writelines(f"{printable(note)}\n" for note in notes)


def _baseline_options(options: dict[str, Any]) -> BaselineOptions:
    (size,) = (Size(options[unit], unit) for unit in Unit if options[unit])
    return BaselineOptions(size, LeadFrom(options["from"]), options["seed"])


def _rows_of_project(options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Adds the baselines to the project and yields them as JSON. Raises ServiceRefused."""
    project = project_with_slug(options["project"])
    topics = topics_with_keys(project, options["topic"]) if options["topic"] else list(topics_with_documents(project))
    for topic in topics:
        topic.project = project
    added = add_baselines(
        topics=topics, names=options["name"], options=_baseline_options(options), by=None, keep=options["keep"]
    )
    return map(_row, added)


def _row(baseline: TopicBaseline) -> dict[str, Any]:
    return {
        "topic": baseline.topic,
        "summarizer": baseline.summarizer,
        "label": baseline.label,
        "sentences": list(baseline.sentences),
        "peer": baseline.peer,
        "is_new": baseline.is_new,
        "notes": list(baseline.notes),
    }


def _rows_of_files(options: dict[str, Any]) -> list[dict[str, Any]]:
    """Writes the baselines to files and returns them as JSON. Raises TextFilesRefused and OSError."""
    settings = _baseline_options(options)
    baselines = [
        (topic, make_baseline(name, topic, settings))
        for topic in read_documents(options["files"])
        for name in options["name"]
    ]
    _write(options["out"], baselines, settings.size)
    return [
        {
            "topic": topic.key,
            "summarizer": baseline.summarizer,
            "label": settings.size.label,
            "sentences": [
                f"{document.key}#{number}"
                for document, numbers in topic.by_document(baseline.sentences)
                for number in numbers
            ],
            "peer": None,
            "is_new": True,
            "notes": list(baseline.notes),
        }
        for topic, baseline in baselines
    ]


def _write(out: Path, baselines: Sequence[tuple[TopicDocuments, Baseline]], size: Size) -> None:
    """Write a text for each baseline and the table of extracts, all or none. Raises OSError."""
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise CommandError(f"{printable(str(out))} is not an empty folder.")
    out = out.resolve()
    temporary = out.with_name(f".{secrets.token_hex(6)}.part")
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(("topic", "document", "name", "kind", "sentences"))
    try:
        (temporary / "peers").mkdir(parents=True)
        for topic, baseline in baselines:
            sentences = [" ".join(topic.sentences[number].split()) for number in baseline.sentences]
            name = f"{topic.key}.M.{size.number}.X.{baseline.summarizer}"  # a name that measure_files reads
            text = "".join(f"{sentence}\n" for sentence in sentences)
            (temporary / "peers" / name).write_text(text, encoding="utf-8", newline="")
            for document, numbers in topic.by_document(baseline.sentences):
                writer.writerow((topic.key, document.key, baseline.summarizer, "baseline", " ".join(map(str, numbers))))
        (temporary / "extracts.csv").write_text(table.getvalue(), encoding="utf-8", newline="")
        temporary.replace(out)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
