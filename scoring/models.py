"""Imports all models of the app, because Django looks for them here."""

from scoring.observations.parses.models import Parse
from scoring.studies.models import GivenColumn, GivenScore, Measured, Study, StudyResult
