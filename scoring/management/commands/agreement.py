"""``manage.py agreement (--project SLUG [--topic KEY] | --files A.pyr B.pyr ...)``: how far annotators agree."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.command_line import (
    add_choice,
    add_common,
    aligned_text,
    check_all_read,
    json_text,
    made_by,
    project_with_slug,
    topics_with_keys,
)
from scoring.measures.peer_agreement import PeerAgreement
from scoring.observations.files import FileRefused
from scoring.observations.viewer import Viewer
from scoring.results.agreement.files import file_agreement
from scoring.results.agreement.matching import COEFFICIENTS, agreement_fields
from scoring.results.agreement.project import AgreementSettings, ProjectAgreement, project_agreement
from scoring.results.agreement.words import WordAgreement
from scoring.stats.arrays import Interval
from scoring.stats.codings import UncoveredPolicy


class Command(BaseCommand):
    """Exit status: 0; 1 if the agreement cannot be computed (one line says why); 2 for wrong usage."""

    help = "How far annotators agree: alpha over words, and agreement of matchers."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--project", metavar="SLUG", help="the annotators of a project")
        source.add_argument("--files", metavar="FILE.pyr", nargs="+", type=Path, help="pyramids of one topic")
        parser.add_argument("--topic", metavar="KEY", help="one topic of the project; default: all together")
        meaning = "a word in no SCU is a set of its own, has no value, or is refused"
        add_choice(parser, "--uncovered", UncoveredPolicy, meaning)
        add_common(parser, "--owner", "--release", "--include-drafts", "--separator", "--models", "--strict", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        refused: list[FileRefused] = []
        if options["files"] is not None:
            words, matching, refusal = _agreement_of_files(options, refused), None, ""
        else:
            agreement = _agreement_of_project(options)
            words, matching, refusal = agreement.words, agreement.matching, agreement.refusal
        if options["json"]:
            output = {
                **words.as_json(),
                "score_agreement": matching.as_json() if matching else None,
                "unread": [file_refusal.as_json() for file_refusal in refused],
                "made_by": made_by(options),
            }
            self.stdout.write(json_text(output), ending="")
        else:
            overall = matching.overall if matching else None
            self.stdout.write(printable("\n".join(_tables(words, overall))), ending="")
            self.stderr.writelines(f"{printable(warning)}\n" for warning in words.warnings)
        if refusal:
            self.stderr.write(refusal)
        check_all_read(self, refused, len(options["files"] or ()))


def _agreement_of_files(options: dict[str, Any], refused: list[FileRefused]) -> WordAgreement:
    """Returns the agreement of the files, and adds the files that cannot be read to ``refused``. Raises CommandError if
    the other files cannot be compared, or if a flag is given that goes with --project only.
    """
    project_flags = [flag for flag in ("topic", "include_drafts", "owner") if options[flag]]
    if options["release"] is not False:  # None means “latest”; False: flag not given
        project_flags.append("release")
    if project_flags:
        raise CommandError(
            f"--{project_flags[0].replace('_', '-')} goes with --project, not with --files.", returncode=2
        )
    policy = UncoveredPolicy(options["uncovered"])
    try:
        return file_agreement(
            options["files"],
            policy,
            model_count=options["models"],
            separator=options["separator"],
            refused=None if options["strict"] else refused,
        )
    except FileRefused as refusal:
        raise CommandError(" ".join(map(str, [*refused, refusal]))) from refusal


def _agreement_of_project(options: dict[str, Any]) -> ProjectAgreement:
    """Returns the agreement in a project. Raises CommandError if neither words nor matchings can be compared, or if a
    word is in no SCU although the policy is REFUSE.
    """
    project = project_with_slug(options["project"])
    topics = topics_with_keys(project, [options["topic"]] if options["topic"] is not None else [])
    settings = AgreementSettings(
        uncovered=UncoveredPolicy(options["uncovered"]),
        topic=topics[0].key if topics else "",
        include_drafts=options["include_drafts"],
        pyramid_owner=options["owner"],
        release=options["release"] or None,
        latest_only=options["release"] is None,  # None means “latest”; False: flag not given
    )
    agreement = project_agreement(Viewer(project), settings)
    if agreement.refusal and (agreement.matching.overall is None or settings.uncovered is UncoveredPolicy.REFUSE):
        raise CommandError(agreement.refusal)
    return agreement


def _tables(words: WordAgreement, matching: PeerAgreement | None) -> Iterator[str]:
    """Yields what is printed without --json. ``matching``: the agreement of matchers over all peers, if any."""
    policy = words.as_json()["policy"]
    yield f"{words.word_count} words; in no SCU: {policy['uncovered']}; in several: {policy['shared']}.\n"
    annotator_columns = ("annotator", "topics", "scus", "uncovered", "shared", "unaligned")
    annotator_rows = [
        (row.name, row.topic_count, row.scu_count, row.share_in_no_scu, row.share_in_several_scus, row.unaligned_count)
        for row in words.annotators
    ]
    yield aligned_text(annotator_columns, [dict(zip(annotator_columns, row, strict=True)) for row in annotator_rows])
    alpha_rows = [
        {"distance": distance.value, "alpha": alpha, "low": low, "high": high}
        for distance, alpha in words.alpha.items()
        for low, high in [words.intervals[distance] or (None, None)]
    ]
    yield aligned_text(("distance", "alpha", "low", "high"), alpha_rows)
    distances = [distance.value for distance in words.alpha]
    pairs = [{**pair, **pair["alpha"]} for pair in words.as_json()["pairs"]]
    yield aligned_text(("a", "b", "matched_scus", *distances), pairs)
    if matching:
        fields = agreement_fields(matching)
        method, intervals = fields["method"], fields["intervals"]
        yield (
            f"{fields['peers']} peers; cells of two matchers: {method['cells']}; of several matchers: "
            f"{method['matchers']}; icc: {method['icc']}.\n"
        )
        yield aligned_text(("score_agreement", "value", "low", "high"), list(_coefficients(fields, intervals)))


def _coefficients(fields: dict[str, Any], intervals: Mapping[str, Interval]) -> Iterator[dict[str, Any]]:
    for name in COEFFICIENTS:  # the limits of agreement are an interval without a value
        value, interval = (None, fields[name]) if name == "limits" else (fields[name], intervals[name])
        low, high = interval or (None, None)
        yield {"score_agreement": name, "value": value, "low": low, "high": high}
