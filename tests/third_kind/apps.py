"""The app of the tables of checklists. The kind itself is registered by the tests that want it."""

from django.apps import AppConfig


class ThirdKindConfig(AppConfig):
    """Brings the table into the tests' databases."""

    name = "tests.third_kind"
    label = "third_kind"
    default_auto_field = "django.db.models.BigAutoField"
