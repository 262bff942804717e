"""`manage.py load_sample_study [--user NAME]`: creates a sample project with studies (see `StudyDefinition`)."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotator.interchange.sample import load_study
from annotator.interchange.study_texts import RESPONSIVENESS, responsiveness_table
from annotator.projects.models import Project
from scoring.management.commands import load_sample
from scoring.studies.given_scores import ScoreOptions, import_scores
from scoring.studies.sample.loading import complete_study


class Command(load_sample.Command):
    help = "Create the sample study. Its manager is --user, by default the first active user."
    kind = "study"

    @transaction.atomic
    def load(self, manager: User) -> Project:
        project = load_study(by=manager, now=timezone.now())
        options = ScoreOptions(name=RESPONSIVENESS, human=(RESPONSIVENESS,), scale=(1, 5))
        import_scores(project=project, data=responsiveness_table(), options=options, by=None)
        complete_study(project, project.memberships.get(user=manager))
        return project
