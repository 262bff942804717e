"""The annotation side of Pyramidion: texts, pyramids, peers and their log."""

from django.apps import AppConfig


class AnnotatorConfig(AppConfig):
    """Registers the app and its models."""

    name = "annotator"
    default_auto_field = "django.db.models.BigAutoField"
