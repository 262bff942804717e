"""``manage.py agreement (--project SLUG [--topic KEY] | --files A.pyr B.pyr ...)``: reliability of annotation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Project, Topic
from annotator.pyramids.models import Pyramid
from annotator.texts.cleaning import printable
from scoring.core.codings import Uncovered
from scoring.management.arguments import positive, release
from scoring.services.agreement import AgreementChoice, ProjectAgreement, project_agreement
from scoring.services.file_agreement import file_agreement
from scoring.services.file_scores import FileRefused
from scoring.services.matching_agreement import agreement_fields
from scoring.services.word_agreement import WordAgreement
from scoring.tables import aligned_text, json_text


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
        parser.add_argument(
            "--uncovered",
            choices=[str(one) for one in Uncovered],
            default=str(Uncovered.SINGLETON),
            help="a word in no SCU stands for itself, has no value, or is refused (default singleton)",
        )
        parser.add_argument("--include-drafts", action="store_true", help="count annotations that are not finished too")
        parser.add_argument(
            "--annotator", metavar="NAME", default="", help="peers matched to this owner's pyramid only"
        )
        parser.add_argument("--release", metavar="N|latest", type=release, default=False, help="to this release only")
        parser.add_argument("--separator", metavar="REGEX", help="what stands between model summaries without headers")
        parser.add_argument("--models", metavar="N", type=positive, help="number of model summaries without headers")
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
    project_flags = [flag for flag in ("topic", "include_drafts", "annotator") if options[flag]]
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
    project = Project.objects.filter(slug=options["project"]).first()
    if project is None:
        raise CommandError(f"There is no project “{options['project']}”.")
    topic = None
    if options["topic"] is not None:
        topic = Topic.objects.filter(project=project, key=options["topic"]).first()
        if topic is None:
            keys = ", ".join(Topic.objects.filter(project=project).values_list("key", flat=True)) or "none"
            raise CommandError(f"There is no topic “{options['topic']}” in this project; there are: {keys}.")
    choice = AgreementChoice(
        uncovered=Uncovered(options["uncovered"]),
        topic=topic,
        include_drafts=options["include_drafts"],
        pyramid_owner=options["annotator"],
        release=options["release"] or None,
        latest=options["release"] is None,
    )
    found = project_agreement(
        project=project,
        pyramids=Pyramid.objects.all(),
        annotations=PeerAnnotation.objects.all(),
        role=None,
        choice=choice,
    )
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
