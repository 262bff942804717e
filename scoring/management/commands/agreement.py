"""``manage.py agreement (--project SLUG [--topic KEY] | --files A.pyr B.pyr ...)``: reliability of annotation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.arguments import add_choice, add_hints, project_called, release, topics_called
from scoring.management.plain_text import aligned_text, json_text
from scoring.observations.named_files import FileRefused
from scoring.observations.viewer import Viewer
from scoring.results.agreement.files import file_agreement
from scoring.results.agreement.matching import agreement_fields
from scoring.results.agreement.project import AgreementChoice, ProjectAgreement, project_agreement
from scoring.results.agreement.words import WordAgreement
from scoring.stats.codings import Uncovered


class Command(BaseCommand):
    """Exit status 0, 1 where it is refused (one line says why), 2 for wrong usage."""

    help = "How far annotators agree: alpha over words, and agreement of the matching of peers."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Flags as in DESIGN §5."""
        given = parser.add_mutually_exclusive_group(required=True)
        given.add_argument("--project", metavar="SLUG", help="the annotators of a project")
        given.add_argument("--files", metavar="FILE.pyr", nargs="+", type=Path, help="pyramids of one topic")
        parser.add_argument("--topic", metavar="KEY", help="one topic of the project; default: all together")
        what = "a word in no SCU stands for itself, has no value, or is refused"
        add_choice(parser, "--uncovered", Uncovered, what)
        parser.add_argument("--include-drafts", action="store_true", help="count annotations that are not finished too")
        parser.add_argument("--owner", metavar="NAME", default="", help="peers matched to this owner's pyramid only")
        parser.add_argument("--release", metavar="N|latest", type=release, default=False, help="to this release only")
        add_hints(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, compute, print."""
        if options["files"] is not None:
            words, found = _of_files(options), None
            answer = {**words.as_json(), "score_agreement": None}
        else:
            found = _of_project(options)
            words, answer = found.words, found.as_json()
        self.stdout.write(
            json_text(answer) if options["json"] else printable("\n".join(_lines(words, found))), ending=""
        )
        if found is not None and found.refused:
            self.stderr.write(found.refused)


def _of_files(options: dict[str, Any]) -> WordAgreement:
    project_flags = [flag for flag in ("topic", "include_drafts", "owner") if options[flag]]
    if options["release"] is not False:
        project_flags.append("release")
    if project_flags:
        raise CommandError(
            f"--{project_flags[0].replace('_', '-')} goes with --project, not with --files.", returncode=2
        )
    policy = Uncovered(options["uncovered"])
    try:
        return file_agreement(options["files"], policy, models=options["models"], separator=options["separator"])
    except FileRefused as refused:
        raise CommandError(str(refused)) from refused


def _of_project(options: dict[str, Any]) -> ProjectAgreement:
    """The whole project's or a topic's; refused where nothing at all can be compared, or the policy refuses."""
    project = project_called(options["project"])
    topics = topics_called(project, [options["topic"]] if options["topic"] is not None else [])
    choice = AgreementChoice(
        uncovered=Uncovered(options["uncovered"]),
        topic=topics[0].key if topics else "",
        include_drafts=options["include_drafts"],
        pyramid_owner=options["owner"],
        release=options["release"] or None,
        latest=options["release"] is None,
    )
    found = project_agreement(Viewer(project), choice)
    if found.refused and (found.matching.overall is None or choice.uncovered is Uncovered.REFUSE):
        raise CommandError(found.refused)
    return found


def _lines(words: WordAgreement, found: ProjectAgreement | None) -> Iterator[str]:
    """Tables for people."""
    policy = words.as_json()["policy"]
    yield f"{words.units} words; in no SCU: {policy['uncovered']}; in several: {policy['shared']}.\n"
    names = ("annotator", "topics", "scus", "uncovered", "shared", "unaligned")
    values = [(one.name, one.topics, one.scus, one.uncovered, one.shared, one.unaligned) for one in words.annotators]
    yield aligned_text(names, [dict(zip(names, row, strict=True)) for row in values])
    rows = [
        {"distance": distance.value, "alpha": alpha, "low": low, "high": high}
        for distance, alpha in words.alpha.items()
        for low, high in [words.intervals[distance] or (None, None)]
    ]
    yield aligned_text(("distance", "alpha", "low", "high"), rows)
    distances = [distance.value for distance in words.alpha]
    pairs = [{**pair, **pair["alpha"]} for pair in words.as_json()["pairs"]]
    yield aligned_text(("a", "b", "matched_scus", *distances), pairs)
    overall = found and found.matching.overall
    if overall:
        fields = agreement_fields(overall)
        yield aligned_text(tuple(fields), [fields])
