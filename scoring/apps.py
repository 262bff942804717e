"""The Django app that computes results from annotations: scores, agreement, stability, diagnosis."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Registers what scoring adds to annotator's exports; annotator itself never imports scoring."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotator.interchange.judgments.measures import register_measures
        from annotator.interchange.project_file.additions import register_addition
        from scoring.results.judgments.exported_measures import exported_measures
        from scoring.studies.interchange.parses import PARSES
        from scoring.studies.interchange.project_file import GIVEN_SCORES, STUDIES
        from scoring.studies.interchange.trained_measures import TRAINED_MEASURES

        register_measures(exported_measures)
        for addition in (GIVEN_SCORES, PARSES, STUDIES, TRAINED_MEASURES):
            register_addition(addition)
