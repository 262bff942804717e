"""`manage.py check_log [--project SLUG]`: compares pyramids, peer annotations and sheets with their logs of edits."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.projects.models import Project
from annotator.work.log.rebuild import check_logs


class Command(BaseCommand):
    help = "Check that pyramids, peer annotations and sheets match their logs, for instance after a crash or a restore."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="only this project (default: all)")

    def handle(self, *, project: str | None, **options: Any) -> None:
        only_project = Project.objects.filter(slug=project).first() if project else None
        if project and only_project is None:
            raise CommandError(f"There is no project “{project}”.")
        checks = list(check_logs(project=only_project))
        faulty = [check for check in checks if check.faults]
        for check in faulty:
            work = check.work
            self.stdout.write(f"{work.work_kind.title.capitalize()} {work.pk} ({work}): {' '.join(check.faults)}")
        if faulty:
            raise CommandError(
                f"{len(faulty)} of {len(checks)} pyramids, peer annotations and sheets differ from their logs."
            )
        self.stdout.write(f"{len(checks)} pyramids, peer annotations and sheets match their logs.")
