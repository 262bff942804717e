"""``manage.py import_trained --project SLUG FILE.json``: adds the model of a trained measure to a project."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from annotator.web.refusals import ServiceRefused
from scoring.management.command_line import project_with_slug
from scoring.management.trained_models import read_model_file
from scoring.studies.trained.services import add_trained_measure


class Command(BaseCommand):
    """Exit status: 0; 1 if the file is refused (one line says why); 2 for wrong usage."""

    help = "Add a trained measure, from a JSON file of train_measure or of another project."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", required=True)
        parser.add_argument("--name", default="", help="name in the project (default: the measure and its ratings)")
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        project, path = project_with_slug(options["project"]), options["file"]
        try:
            data = read_model_file(path)
            trained = add_trained_measure(project=project, data=data, name=options["name"], by=None)
        except OSError as error:
            raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
        except ServiceRefused as error:
            raise CommandError(printable(f"{path}: {error}")) from error
        self.stdout.write(printable(f"“{trained.name}” is {trained.overview['measure']}."))
