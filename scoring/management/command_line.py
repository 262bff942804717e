"""Code that several commands share: flags, the parsing of their values, and output as JSON and as tables."""

import json
from argparse import ArgumentTypeError
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.duc import separator_option
from annotator.projects.models import Project, Topic
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.short_name import parse_short_name
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import XCount
from scoring.observations.files import FileRefused
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.observations.score_stream import ScoreRequest, matchers_of
from scoring.observations.viewer import Viewer
from scoring.results.reporting.program import this_program


def positive(text: str) -> int:
    """Parses a whole number above 0 with at most five digits. Raises ArgumentTypeError."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a positive whole number")
    return number


def release_number(text: str) -> int | None:
    """Parses the number of a release; None for “latest”. Raises ArgumentTypeError."""
    if text == "latest":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise ArgumentTypeError(f"{text!r} is neither a release number nor “latest”")
    return int(text)


def matcher_name(text: str) -> str:
    """Parses the name of a matcher; "" for “all”."""
    return "" if text == "all" else text


MAX_WORKERS = 64


def worker_count(text: str) -> int:
    """Parses a number of processes. Raises ArgumentTypeError."""
    number = positive(text)
    if number > MAX_WORKERS:
        raise ArgumentTypeError(f"at most {MAX_WORKERS} processes are allowed, not {number}")
    return number


def measure_name(text: str) -> Measure:
    """Parses a measure such as ``rouge-2:stem=no``. Raises ArgumentTypeError."""
    try:
        measure, value_name = parse_short_name(text)
    except MeasureError as error:
        raise ArgumentTypeError(str(error)) from error
    if value_name != measure.primary:
        raise ArgumentTypeError(f"“{text}”: all values of a measure are printed; leave value out")
    return measure


def add_measure_option(parser: CommandParser) -> None:
    """Add ``--measure``, whose values are in ``options["measures"]``."""
    parser.add_argument(
        "--measure",
        metavar="NAME[:k=v,...]",
        dest="measures",
        type=measure_name,
        action="append",
        required=True,
        help="a measure and its parameters, such as rouge-2:stem=no; repeatable (see the command measures)",
    )


def add_choice(parser: CommandParser, flag: str, choices: Iterable[str], meaning: str, default: str = "") -> None:
    """Add a flag that takes one of the ``choices``. ``default``: a choice; "" for the first."""
    values = [str(choice) for choice in choices]
    default = default or values[0]
    parser.add_argument(flag, choices=values, default=default, help=f"{meaning} (default {default})")


COMMON: dict[str, dict[str, Any]] = {
    "--owner": {"metavar": "NAME", "default": "", "help": "owner of the pyramids (default: consensus, or only owner)"},
    "--matcher": {"metavar": "NAME|all", "type": matcher_name, "default": "", "help": "the matcher (default: all)"},
    "--release": {"metavar": "N|latest", "type": release_number, "default": False, "help": "this release only"},
    "--include-drafts": {"action": "store_true", "help": "include work that is not finished"},
    "--separator": {"metavar": "REGEX", "help": separator_option.HELP},
    "--models": {"metavar": "N", "type": positive, "help": "number of model summaries (files without headers)"},
    "--strict": {"action": "store_true", "help": "stop at the first file that cannot be read"},
    "--json": {"action": "store_true", "help": "print JSON"},
}
"""Flags that mean the same in every command that has them. ``--release`` is False if it is not given."""


def add_common(parser: CommandParser, *flags: str) -> None:
    """Add these flags of `COMMON`."""
    for flag in flags:
        parser.add_argument(flag, **COMMON[flag])
    if "--separator" in flags:
        separator_option.explain_leading_dash(parser)


def add_score_choices(parser: CommandParser) -> None:
    """Add the flags that `score_request` reads, except --project."""
    parser.add_argument("--rounding", choices=[str(rule) for rule in Rounding], help="default: the project's")
    add_choice(parser, "--x", XCount, "X of the original score: all units, or each SCU once")
    parser.add_argument(
        "--humans", choices=["jackknife"], help="score each model summary too, all against leave-one-out pyramids"
    )
    add_common(parser, "--matcher", "--release", "--include-drafts")


def score_request(options: Mapping[str, Any]) -> ScoreRequest:
    """Returns the request for a project's scores with the settings in the flags. Raises CommandError."""
    project = project_with_slug(options["project"])
    settings = ScoreSettings(
        include_drafts=options["include_drafts"],
        rounding=Rounding(options["rounding"]) if options["rounding"] else None,
        matcher=options["matcher"],
        release=options["release"] or None,
        x=XCount(options["x"]),
        jackknife=options["humans"] is not None,
    )
    matchers = matchers_of(project) if settings.matcher else []
    if settings.matcher and settings.matcher not in matchers:
        names = ", ".join(matchers) or "nobody"
        raise CommandError(f"“{settings.matcher}” has matched no peer of this project; matchers are: {names}.")
    return ScoreRequest(Viewer(project), settings)


def project_with_slug(slug: str) -> Project:
    """Returns the project. Raises CommandError if there is none with this slug."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise CommandError(f"There is no project “{slug}”.")
    return project


def topics_with_keys(project: Project, keys: Iterable[str]) -> list[Topic]:
    """Returns the topics with these keys, each once. Raises CommandError for an unknown key."""
    topics = {topic.key: topic for topic in Topic.objects.filter(project=project)}
    for key in keys:
        if key not in topics:
            raise CommandError(f"There is no topic “{key}” in this project; there are: {', '.join(topics) or 'none'}.")
    return [topics[key] for key in dict.fromkeys(keys)]


NO_SETTINGS = frozenset(
    {
        *("verbosity", "settings", "pythonpath", "traceback", "no_color", "force_color", "skip_checks"),
        *("stdout", "stderr", "files", "strict", "json", "csv", "xlsx"),
    }
)
"""Options that do not change the numbers: Django's own, and options for input and output files."""


def made_by(options: Mapping[str, Any], **computed: Any) -> dict[str, Any]:
    """Returns the value of the key "made_by" of a command's output: the program, the day, and the values of all flags
    that can change its numbers. ``computed``: settings without a flag, such as a seed. Without --rounding, the rounding
    is the project's.
    """
    settings = {name: _setting(name, value) for name, value in options.items() if name not in NO_SETTINGS}
    if options.get("project") and not options.get("rounding"):
        settings["rounding"] = str(project_with_slug(options["project"]).rounding)
    return this_program().made_by({**settings, **computed})


def _setting(name: str, value: Any) -> Any:
    """Returns the value of a flag as JSON; null instead of an empty string or list."""
    if name == "release":  # False: the flag is not given; None: “latest”
        return None if value is False else value or "latest"
    if isinstance(value, list):
        return [_setting("", entry) for entry in value] or None
    if isinstance(value, Path):
        return value.name
    if isinstance(value, Fraction):
        return float(value)
    return (value or None) if isinstance(value, str) else value


def check_all_read(command: BaseCommand, refused: Sequence[FileRefused], file_count: int) -> None:
    """Raises CommandError if any of the ``file_count`` files could not be read. If there are several files, prints each
    refusal to stderr first.
    """
    if file_count > 1:
        command.stderr.writelines(f"{refusal}\n" for refusal in refused)
    if refused:
        summary = f"{len(refused)} of {file_count} files could not be read."
        raise CommandError(summary if file_count > 1 else str(refused[0]))


def json_text(value: Any) -> str:
    """Returns indented JSON that ends with a newline. Characters outside ASCII are not escaped."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def aligned_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Returns an aligned table. Columns of numbers are aligned right, floats have four decimals, and None is a dash.
    ``rows``: the values by column; other keys are ignored.
    """
    table = [list(columns), *([_terminal_cell(row[column]) for column in columns] for row in rows)]
    if len(table) == 1:
        return "  ".join(columns) + "\n"
    table_columns = list(zip(*table, strict=True))
    widths = [max(map(len, column)) for column in table_columns]
    alignments = [str.rjust if all(map(_is_number, column[1:])) else str.ljust for column in table_columns]
    lines = (
        "  ".join(align(cell, width) for align, cell, width in zip(alignments, row, widths, strict=True)).rstrip()
        for row in table
    )
    return "\n".join(lines) + "\n"


def _terminal_cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _is_number(cell: str) -> bool:
    return cell == "-" or cell.removeprefix("-").replace(".", "", 1).isdigit()
