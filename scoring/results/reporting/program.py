"""The program that computes results now."""

from django.conf import settings
from django.utils import timezone

from scoring.results.reporting.sentences import Program


def this_program() -> Program:
    return Program(settings.PYRAMIDION_VERSION, timezone.now().date())
