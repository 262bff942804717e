"""What commands share: flags and their values, and their output as JSON and tables for a terminal."""

import json
from argparse import ArgumentTypeError
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.projects.models import Project, Topic


def positive(text: str) -> int:
    """A whole number above 0 with at most five digits. Raises ArgumentTypeError."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a positive whole number")
    return number


def release(text: str) -> int | None:
    """The number of a release, None for “latest”. Raises ArgumentTypeError."""
    if text == "latest":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise ArgumentTypeError(f"{text!r} is neither a release number nor “latest”")
    return int(text)


def matcher(text: str) -> str:
    """The owner of matchings, "" for “all”."""
    return "" if text == "all" else text


def add_choice(parser: CommandParser, flag: str, choices: Iterable[str], meaning: str, default: str = "") -> None:
    """A flag that takes one of the ``choices``, by default the first."""
    values = [str(choice) for choice in choices]
    default = default or values[0]
    parser.add_argument(flag, choices=values, default=default, help=f"{meaning} (default {default})")


COMMON: dict[str, dict[str, Any]] = {
    "--owner": {"metavar": "NAME", "default": "", "help": "whose pyramids (default: consensus, else the only owner)"},
    "--matcher": {"metavar": "NAME|all", "type": matcher, "default": "", "help": "whose matching (default: all)"},
    "--release": {"metavar": "N|latest", "type": release, "default": False, "help": "this release only"},
    "--include-drafts": {"action": "store_true", "help": "include work that is not finished"},
    "--separator": {"metavar": "REGEX", "help": "separator of model summaries without headers"},
    "--models": {"metavar": "N", "type": positive, "help": "number of model summaries without headers"},
    "--json": {"action": "store_true", "help": "print JSON"},
}
"""Flags that mean the same in every command that has them. ``--release`` is False if it is not given."""


def add_common(parser: CommandParser, *flags: str) -> None:
    for flag in flags:
        parser.add_argument(flag, **COMMON[flag])


def project_with_slug(slug: str) -> Project:
    """The project. Raises CommandError."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise CommandError(f"There is no project “{slug}”.")
    return project


def topics_with_keys(project: Project, keys: Iterable[str]) -> list[Topic]:
    """The topics with these keys, each once. Raises CommandError, which lists the existing ones."""
    known = {topic.key: topic for topic in Topic.objects.filter(project=project)}
    for key in keys:
        if key not in known:
            raise CommandError(f"There is no topic “{key}” in this project; there are: {', '.join(known) or 'none'}.")
    return [known[key] for key in dict.fromkeys(keys)]


def json_text(value: Any) -> str:
    """Indented JSON that ends with a newline; characters outside ASCII are not escaped."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def aligned_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """An aligned table: numbers to the right with four decimals, None as a dash."""
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
    return cell == "-" or cell.replace(".", "", 1).isdigit()
