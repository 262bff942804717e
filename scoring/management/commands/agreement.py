"""``manage.py agreement (--project SLUG [--topic KEY] | --files A.pyr B.pyr ...)``: reliability of annotation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.command_line import (
    add_choice,
    add_common,
    aligned_text,
    json_text,
    project_with_slug,
    topics_with_keys,
)
from scoring.measures.peer_agreement import PeerAgreement
from scoring.observations.files import FileRefused
from scoring.observations.viewer import Viewer
from scoring.results.agreement.files import file_agreement
from scoring.results.agreement.matching import agreement_fields
from scoring.results.agreement.project import AgreementChoice, ProjectAgreement, project_agreement
from scoring.results.agreement.words import WordAgreement
from scoring.stats.codings import Uncovered


class Command(BaseCommand):
    """Exit status 0, 1 if refused (one line says why), 2 for wrong usage."""

    help = "How far annotators agree: alpha over words, and agreement of the matching of peers."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--project", metavar="SLUG", help="the annotators of a project")
        source.add_argument("--files", metavar="FILE.pyr", nargs="+", type=Path, help="pyramids of one topic")
        parser.add_argument("--topic", metavar="KEY", help="one topic of the project; default: all together")
        meaning = "a word in no SCU is a set of its own, has no value, or is refused"
        add_choice(parser, "--uncovered", Uncovered, meaning)
        add_common(parser, "--owner", "--release", "--include-drafts", "--separator", "--models", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["files"] is not None:
            words, matching, refused = _of_files(options), None, ""
        else:
            agreement = _of_project(options)
            words, matching, refused = agreement.words, agreement.matching, agreement.refused
        if options["json"]:
            answer = {**words.as_json(), "score_agreement": matching.as_json() if matching else None}
            self.stdout.write(json_text(answer), ending="")
        else:
            peers = matching.overall if matching else None
            self.stdout.write(printable("\n".join(_lines(words, peers))), ending="")
        if refused:
            self.stderr.write(refused)


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
    """Agreement of the project or a topic. Raises CommandError if nothing can be compared, or the policy refuses."""
    project = project_with_slug(options["project"])
    topics = topics_with_keys(project, [options["topic"]] if options["topic"] is not None else [])
    choice = AgreementChoice(
        uncovered=Uncovered(options["uncovered"]),
        topic=topics[0].key if topics else "",
        include_drafts=options["include_drafts"],
        pyramid_owner=options["owner"],
        release=options["release"] or None,
        latest=options["release"] is None,
    )
    agreement = project_agreement(Viewer(project), choice)
    if agreement.refused and (agreement.matching.overall is None or choice.uncovered is Uncovered.REFUSE):
        raise CommandError(agreement.refused)
    return agreement


def _lines(words: WordAgreement, peers: PeerAgreement | None) -> Iterator[str]:
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
    if peers:
        fields = agreement_fields(peers)
        yield aligned_text(tuple(fields), [fields])
