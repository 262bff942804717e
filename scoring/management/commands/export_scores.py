"""``manage.py export_scores --project SLUG --out FILE --format csv|json``: the scores of a project."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.models import PeerAnnotation, Project
from scoring.core.pyramid import Rounding
from scoring.exports import FORMATS, export_text
from scoring.management.arguments import release
from scoring.services.peer_scores import ScoreChoice, score_sheet


class Command(BaseCommand):
    """Exit status 0, 1 where it is refused (one line says why), 2 for wrong usage."""

    help = "Write the scores of a project's peers, one row for each peer and matcher."

    def add_arguments(self, parser: CommandParser) -> None:
        """Flags as in DESIGN §5."""
        parser.add_argument("--project", metavar="SLUG", required=True)
        parser.add_argument("--out", metavar="FILE", required=True, help="the file to write; - prints")
        parser.add_argument("--format", choices=FORMATS, default="csv")
        parser.add_argument("--rounding", choices=[str(one) for one in Rounding], help="default: the project's")
        parser.add_argument("--annotator", metavar="NAME", default="", help="only what this person matched")
        parser.add_argument("--release", metavar="N|latest", type=release, default=None, help="default: latest")
        parser.add_argument("--include-drafts", action="store_true", help="score annotations that are not finished too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fetch, score, write."""
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        choice = ScoreChoice(
            include_drafts=options["include_drafts"],
            rounding=Rounding(options["rounding"]) if options["rounding"] else None,
            matcher=options["annotator"],
            release=options["release"],
        )
        sheet = score_sheet(project=project, annotations=PeerAnnotation.objects.all(), role=None, choice=choice)
        if choice.matcher and choice.matcher not in sheet.matchers:
            known = ", ".join(sheet.matchers) or "nobody"
            raise CommandError(f"“{choice.matcher}” has matched no peer of this project; these have: {known}.")
        text = export_text(sheet, options["format"])
        if options["out"] == "-":
            self.stdout.write(text, ending="")
        else:
            _write(Path(options["out"]), text)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise CommandError(f"{path}: It cannot be written ({error.strerror or error}).") from error
