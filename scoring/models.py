"""Imports all models of the app, because Django looks for them here."""

from scoring.studies.models import GivenColumn, GivenScore, Measured, Study, StudyResult
