"""``manage.py export_texts --project SLUG --layout tac --out DIR``: summaries for parsers and other tools."""

import secrets
import shutil
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.projects.models import Membership
from scoring.management.command_line import add_choice, project_with_slug
from scoring.observations.exported_texts import LAYOUTS, exported_texts
from scoring.observations.viewer import Viewer


class Command(BaseCommand):
    """Exit status: 0; 1 if nothing could be written (one line says why); 2 for wrong usage."""

    help = "Write the summaries of a project into a new folder, with a settings file of ROUGE-1.5.5."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="a new or empty folder")
        add_choice(parser, "--layout", LAYOUTS, "the names and the format of the files", default="spl")
        parser.add_argument("--member", metavar="USER", help="name peers as this member sees them, masked or not")

    def handle(self, *args: Any, project: str, out: Path, layout: str, member: str | None, **options: Any) -> None:
        viewer = Viewer(project_with_slug(project)) if member is None else _viewer_of_member(project, member)
        try:
            count = _write(viewer, layout, out)
        except OSError as error:
            raise CommandError(f"Cannot write to {out}: {error.strerror or error}.") from error
        self.stdout.write(f"{count} files written to {out}.")


def _viewer_of_member(slug: str, name: str) -> Viewer:
    """Returns the viewer for the member of the project with this user name. Raises CommandError."""
    project_with_slug(slug)
    try:
        return Viewer.member(User.objects.get(username=name), slug)
    except (User.DoesNotExist, Membership.DoesNotExist) as error:
        raise CommandError(f"“{name}” is not a member of the project with an account.") from error


def _write(viewer: Viewer, layout: str, out: Path) -> int:
    """Write all files, or none: first into a temporary folder, which is then renamed to ``out``. Returns their number.
    Raises OSError.
    """
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise CommandError(f"{out} is not an empty folder.")
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    temporary = out.with_name(f".{secrets.token_hex(6)}.part")
    count = 0
    try:
        temporary.mkdir()
        for file in exported_texts(viewer, layout):
            path = temporary / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, encoding="utf-8", newline="")
            count += 1
        temporary.replace(out)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return count
