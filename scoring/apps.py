"""The Django app for what is computed from annotations: scores, agreement, stability, diagnosis."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
