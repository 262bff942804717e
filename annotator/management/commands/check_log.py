"""`manage.py check_log [--project SLUG]`: whether what the tables hold is what the log says."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.projects.models import Project
from annotator.work.log.rebuild import check_logs


class Command(BaseCommand):
    """Only reads; one line for each pyramid or peer annotation that differs."""

    help = "Rebuild pyramids and peer annotations from their logs and compare: for after a crash or a restore."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="only this project (default: all)")

    def handle(self, *, project: str | None, **options: Any) -> None:
        found = Project.objects.filter(slug=project).first() if project else None
        if project and found is None:
            raise CommandError(f"There is no project “{project}”.")
        checked = list(check_logs(project=found))
        wrong = [one for one in checked if one.faults]
        for one in wrong:
            self.stdout.write(f"{one.work.of.title.capitalize()} {one.work.pk} ({one.work}): {' '.join(one.faults)}")
        if wrong:
            raise CommandError(f"{len(wrong)} of {len(checked)} pyramids and peer annotations differ from their log.")
        self.stdout.write(f"{len(checked)} pyramids and peer annotations are what their log says.")
