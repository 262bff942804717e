"""`manage.py load_sample [--user NAME]`: creates the sample project."""

import argparse
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from annotator.interchange.sample import load_sample
from annotator.projects.models import Project
from annotator.web.refusals import ServiceRefused
from scoring.studies.sample.loading import complete_sample


class Command(BaseCommand):
    help = "Make the sample project, with a user (by default the first active one) as its manager."
    kind = "project"  # of sample, as the message calls it; subclasses load a sample of another kind

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--user", default="", help="the manager's user name")

    def handle(self, *, user: str, **options: Any) -> None:
        users = User.objects.filter(is_active=True).order_by("pk")
        manager = users.filter(username=user).first() if user else users.first()
        if manager is None:
            raise CommandError("There is no active user with this name: create one with manage.py createsuperuser.")
        try:
            project = self.load(manager)
        except ServiceRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"The sample {self.kind} is at /p/{project.slug}/.")

    @transaction.atomic
    def load(self, manager: User) -> Project:
        """Create the project. Raises ServiceRefused."""
        project = load_sample(by=manager, now=timezone.now())
        complete_sample(project, project.memberships.get(user=manager))
        return project
