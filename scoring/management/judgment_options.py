"""Flags of the commands about judgments, and the settings, instrument and report that they select."""

from argparse import ArgumentTypeError
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.interchange.judgment_files.long_table import read_judgments as read_table
from annotator.judgments.models import Instrument
from annotator.tables.csv_records import TableError
from scoring.management.command_line import project_with_slug
from scoring.measures.judgments.presence import Aggregate, Tie
from scoring.results.judgments.project_sheets import read_judgments
from scoring.results.judgments.report import JudgmentReport, judgment_report
from scoring.results.judgments.settings import JudgmentSettings, LengthTarget
from scoring.results.judgments.sheets import ContradictoryRows, InstrumentData, data_of_rows


def share(text: str) -> Fraction:
    """Parses a number from 0 to 1, exactly. Raises ArgumentTypeError."""
    number = _fraction(text)
    if number is None or number > 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def positive_share(text: str) -> Fraction:
    """Parses a number above 0 and at most 1, exactly. Raises ArgumentTypeError."""
    number = share(text)
    if not number:
        raise ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def penalty(text: str) -> Fraction:
    """Parses the length penalty ``a`` of `normalized_acu`: a number above 0, exactly. Raises ArgumentTypeError."""
    number = _fraction(text)
    if not number:
        raise ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def add_instrument_flags(parser: CommandParser) -> None:
    """Add --project and --instrument."""
    parser.add_argument("--project", metavar="SLUG", help="the judgments of a project")
    parser.add_argument("--instrument", metavar="KEY", help="the key of the instrument in the project")


def instrument_of_options(options: Mapping[str, Any]) -> Instrument:
    """Returns the instrument that --project and --instrument name. Raises CommandError for an unknown key."""
    project = project_with_slug(options["project"])
    instrument = project.instruments.filter(key=options["instrument"]).first()
    if instrument is None:
        keys = ", ".join(project.instruments.values_list("key", flat=True)) or "none"
        raise CommandError(f"The project has no instrument “{options['instrument']}”; there are: {keys}.")
    return instrument


def judgment_settings(options: Mapping[str, Any]) -> JudgmentSettings:
    target, weight = options["target"], options["share"]
    return JudgmentSettings(
        program=options["program"],
        include_drafts=options["include_drafts"],
        aggregate=Aggregate(options["aggregate"]),
        tie=Tie(options["tie"]),
        min_agreement=options["min_agreement"],
        length_penalty=options["alpha"],
        length_target=LengthTarget(target, weight) if target and weight is not None else None,
    )


def report_of_options(options: Mapping[str, Any], settings: JudgmentSettings) -> JudgmentReport:
    """Returns the scores and agreement of the judgments in a table or in a project. Raises CommandError."""
    if options["file"]:
        return judgment_report(_data_of_table(options), settings)
    instrument = instrument_of_options(options)
    data = read_judgments(instrument=instrument, user=None, with_drafts=settings.include_drafts)
    if settings.program and settings.program not in data.programs:
        names = ", ".join(sorted(data.programs)) or "none"
        raise CommandError(f"There is no program “{settings.program}” among the judges; there are: {names}.")
    return judgment_report(data, settings)


def _data_of_table(options: Mapping[str, Any]) -> InstrumentData:
    path = options["file"]
    try:
        table = read_table(path.read_bytes())
        data = data_of_rows(table.rows, options["kind"])
    except OSError as error:
        raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
    except (TableError, ContradictoryRows) as error:
        raise CommandError(f"{path}: {error}") from error
    repairs = (f"{repair.place}: {repair.what}" for repair in table.repairs)
    programs = options.get("programs") or ()
    judges = {sheet.judge for sheet in data.sheets}
    if unknown := sorted({*programs} - judges):
        names = ", ".join(sorted(judges)) or "none"
        raise CommandError(f"{path}: There is no judge “{unknown[0]}”; there are: {names}.")
    return replace(data, warnings=(*repairs, *data.warnings), programs=frozenset(programs))


def _fraction(text: str) -> Fraction | None:
    """Returns the exact value of a short decimal number that is not negative; None for any other text."""
    try:
        number = Fraction(text) if len(text) < 12 and "/" not in text else None
    except ValueError:
        return None
    return number if number is not None and number >= 0 else None
