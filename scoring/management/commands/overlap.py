"""``manage.py overlap (FILE.pyr... | --files A.txt B.txt... | --project SLUG)``: how much model summaries overlap."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.command_line import (
    add_common,
    aligned_text,
    check_all_read,
    json_text,
    positive,
    project_with_slug,
    topics_with_keys,
)
from scoring.measures.overlap import DEFAULT_N, MAX_N, ModelOverlap, OverlapSettings
from scoring.observations.files import FileRefused
from scoring.observations.viewer import Viewer
from scoring.results.overlap.files import pyramid_file_overlap, text_file_overlap
from scoring.results.overlap.project import project_overlap
from scoring.results.reporting.program import this_program


def gram_length(text: str) -> int:
    """Parses the length of n-grams, a whole number from 1 to MAX_N. Raises ArgumentTypeError."""
    number = positive(text)
    if number > MAX_N:
        raise ArgumentTypeError(f"at most {MAX_N} words are possible, not {number}")
    return number


class Command(BaseCommand):
    """Exit status: 0; 1 if nothing can be compared or a file cannot be read (one line says why); 2 for wrong usage."""

    help = "How much the model summaries of a topic overlap: n-grams that two share, divided by those in either."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pyramids", metavar="FILE.pyr", nargs="*", type=Path, help="pyramids, one topic each")
        parser.add_argument("--files", metavar="FILE.txt", nargs="+", type=Path, help="model summaries of one topic")
        parser.add_argument("--project", metavar="SLUG", help="the model summaries of a project")
        parser.add_argument("--topic", metavar="KEY", nargs="+", help="these topics of the project only")
        meaning = f"compare sequences of 1 to N words (default {DEFAULT_N})"
        parser.add_argument("--n", metavar="N", type=gram_length, default=DEFAULT_N, help=meaning)
        parser.add_argument("--fold-case", action="store_true", help="capital and small letters are the same")
        parser.add_argument("--bare", action="store_true", help="leave out punctuation marks")
        add_common(parser, "--separator", "--models", "--strict", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        _check_usage(options)
        refused: list[FileRefused] = []
        try:
            overlap = _compare(options, None if options["strict"] else refused)
        except FileRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        if options["json"]:
            unread = [refusal.as_json() for refusal in refused]
            output = {**overlap.as_json(), "unread": unread, "made_by": this_program().made_by(_settings(options))}
            self.stdout.write(json_text(output), ending="")
        else:
            self.stdout.write(printable("\n".join(_tables(overlap))), ending="")
            self.stderr.writelines(f"{printable(warning)}\n" for warning in overlap.warnings)
        check_all_read(self, refused, len(options["files"] or options["pyramids"]))
        if not overlap.topics:
            raise CommandError("There are no two model summaries of a topic to compare.")


def _check_usage(options: dict[str, Any]) -> None:
    if sum(map(bool, (options["pyramids"], options["files"], options["project"]))) != 1:
        raise CommandError("Give pyramid files, or texts after --files, or --project.", returncode=2)
    if options["topic"] and not options["project"]:
        raise CommandError("--topic goes with --project only.", returncode=2)
    for flag in ("models", "separator"):
        if options[flag] and not options["pyramids"]:
            raise CommandError(f"--{flag} goes with pyramid files only.", returncode=2)


def _compare(options: dict[str, Any], refused: list[FileRefused] | None) -> ModelOverlap:
    """Returns the overlaps; adds the files that cannot be read to ``refused``, or raises FileRefused for the first of
    them if ``refused`` is None. Raises CommandError for an unknown project or topic.
    """
    settings = OverlapSettings(options["n"], folds_case=options["fold_case"], drops_marks=options["bare"])
    if options["files"]:
        return text_file_overlap(options["files"], settings, refused)
    if options["pyramids"]:
        hints = {"model_count": options["models"], "separator": options["separator"]}
        return pyramid_file_overlap(options["pyramids"], settings, **hints, refused=refused)
    project = project_with_slug(options["project"])
    topics = topics_with_keys(project, options["topic"] or ())
    return project_overlap(Viewer(project), settings, [topic.key for topic in topics])


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """Returns the values of the flags that can change the numbers."""
    return {name: options[name] for name in ("project", "topic", "n", "fold_case", "bare", "models", "separator")}


def _tables(result: ModelOverlap) -> Iterator[str]:
    lengths = range(1, result.settings.largest_n + 1)
    columns = [f"n={n}" for n in lengths]
    yield f"Shared n-grams divided by those in either text; tokens: {result.settings.words_name}\n"
    rows: list[dict[str, Any]] = [
        {
            "topic": topic.topic or None,
            "a": pair.a,
            "b": pair.b,
            **dict(zip(columns, (overlap.value for overlap in pair.overlaps), strict=True)),
        }
        for topic in result.topics
        for pair in topic.pairs
    ]
    yield aligned_text(("topic", "a", "b", *columns), rows)
    means = zip(lengths, result.means, result.topics_with_common, strict=True) if result.topics else ()
    yield "Mean over topics, and topics in which any two texts share an n-gram\n" + aligned_text(
        ("n", "mean", "topics_with"), [dict(zip(("n", "mean", "topics_with"), row, strict=True)) for row in means]
    )
