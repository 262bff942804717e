"""``manage.py relative_utility``: scores systems' extracts by judgments of sentences, in MEAD's files or a project."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.interchange.judgment_files.mead import read_extract, read_utilities
from annotator.tables.csv_records import TableError
from annotator.texts.cleaning import printable
from annotator.texts.errors import FormatError
from scoring.management.command_line import add_common, aligned_text, json_text, made_by, positive
from scoring.management.judgment_options import (
    add_instrument_flags,
    instrument_of_options,
    positive_share,
    share,
)
from scoring.measures.judgments.relative_utility import FULL_CREDIT
from scoring.results.judgments.extracts.files import WrongExtract, file_report
from scoring.results.judgments.extracts.topics import topic_reports
from scoring.results.judgments.project_sheets import read_judgments
from scoring.results.judgments.settings import JudgmentSettings, counted_sheets

COLUMNS = ("summarizer", "label", "s", "d", "precision", "recall", "f1", "kappa_with_judges")


class Command(BaseCommand):
    """Exit status: 0; 1 if the judgments cannot be read (one line says why); 2 for wrong usage."""

    help = "Relative Utility of extracts: S, its bounds J and R, and the agreement of extracts with those of judges."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_instrument_flags(parser)
        parser.add_argument("--judgments", metavar="F.sentjudge", type=Path, help="utilities of a topic's sentences")
        parser.add_argument(
            "--extracts", metavar="F.extract", type=Path, nargs="+", default=[], help="systems' extracts"
        )
        help_text = "compare judges by extracts of this number of sentences (default: the size of systems' extracts)"
        parser.add_argument("--size", metavar="N", type=positive, help=help_text)
        parser.add_argument("--rate", metavar="SHARE", type=positive_share, help="--size as a share of all sentences")
        parser.add_argument("--pooled", action="store_true", help="print S pooled over judges too (JSON has it always)")
        help_text = "share of a sentence's utility that counts if another one of the extract subsumes it (default 1)"
        parser.add_argument("--subsumption", metavar="SHARE", type=share, default=FULL_CREDIT, help=help_text)
        add_common(parser, "--include-drafts", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        _check_usage(options)
        settings = JudgmentSettings(
            include_drafts=options["include_drafts"],
            size=options["size"],
            rate=options["rate"],
            credit=options["subsumption"],
        )
        if options["judgments"]:
            output = _report_of_files(options, settings)
            reports = [output]
        else:
            output = _reports_of_project(options, settings)
            reports = output["topics"]
        if options["json"]:
            self.stdout.write(json_text({**output, "made_by": made_by(options)}), ending="")
            return
        self.stdout.write(printable("\n".join(_tables(reports, pooled=options["pooled"]))), ending="")
        warnings = [warning for report in reports for warning in report["warnings"]]
        self.stderr.writelines(f"{printable(warning)}\n" for warning in warnings)


def _check_usage(options: dict[str, Any]) -> None:
    if bool(options["judgments"]) == bool(options["project"]):
        raise CommandError("Give either --judgments or --project.", returncode=2)
    for flag, partner in (("judgments", "extracts"), ("project", "instrument")):
        if bool(options[flag]) != bool(options[partner]):
            raise CommandError(f"--{flag} and --{partner} go together.", returncode=2)
    if options["size"] and options["rate"]:
        raise CommandError("Give either --size or --rate.", returncode=2)


def _report_of_files(options: dict[str, Any], settings: JudgmentSettings) -> dict[str, Any]:
    path = options["judgments"]  # then each file of extracts, so that errors name the file that was being read
    try:
        judged = read_utilities(path.read_bytes())
        extracts = {}
        for path in options["extracts"]:
            extracts[str(path)] = read_extract(path.read_bytes())
        return file_report(judged, extracts, settings)
    except OSError as error:
        raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
    except (FormatError, TableError) as error:
        raise CommandError(f"{path}: {error}") from error
    except WrongExtract as error:
        raise CommandError(str(error)) from error


def _reports_of_project(options: dict[str, Any], settings: JudgmentSettings) -> dict[str, Any]:
    instrument = instrument_of_options(options)
    if instrument.kind not in ("utility", "extract"):
        raise CommandError(f"The instrument “{instrument.key}” is not about the sentences of documents.")
    data = read_judgments(instrument=instrument, user=None, with_drafts=settings.include_drafts)
    sheets = counted_sheets(data, settings).sheets
    reports = list(topic_reports(data, sheets, settings))
    return {"project": options["project"], "instrument": instrument.key, "topics": reports}


def _tables(reports: list[dict[str, Any]], *, pooled: bool) -> Iterator[str]:
    """Yields the lines that are printed without --json."""
    columns = (*COLUMNS[:3], "s_pooled", *COLUMNS[3:]) if pooled else COLUMNS
    topic_columns = ("topic", "sentences", "judges", "size", "j", "r", "kappa_judges")
    topics = ({**dict.fromkeys(topic_columns), **report, "judges": len(report["judges"])} for report in reports)
    yield "Judges: J between them, R of random extracts, K of their best sentences\n" + aligned_text(
        topic_columns, topics
    )
    for report in reports:
        title = " ".join(filter(None, ("Extracts", report.get("topic"))))
        yield f"{title}\n{aligned_text(columns, report['extracts'])}"
