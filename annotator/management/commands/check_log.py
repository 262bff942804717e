"""`manage.py check_log [--project SLUG]`: compares the tables with the log."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.projects.models import Project
from annotator.work.log.rebuild import check_logs


class Command(BaseCommand):
    """Prints a line for each pyramid or peer annotation that differs; changes nothing."""

    help = "Rebuild pyramids and peer annotations from their logs and compare: for after a crash or a restore."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="only this project (default: all)")

    def handle(self, *, project: str | None, **options: Any) -> None:
        only = Project.objects.filter(slug=project).first() if project else None
        if project and only is None:
            raise CommandError(f"There is no project “{project}”.")
        checked = list(check_logs(project=only))
        wrong = [check for check in checked if check.faults]
        for check in wrong:
            work = check.work
            self.stdout.write(f"{work.of.title.capitalize()} {work.pk} ({work}): {' '.join(check.faults)}")
        if wrong:
            raise CommandError(f"{len(wrong)} of {len(checked)} pyramids and peer annotations differ from their log.")
        self.stdout.write(f"{len(checked)} pyramids and peer annotations are what their log says.")
