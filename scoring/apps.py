"""The measuring side of Pyramidion: scores and how far to trust them."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
