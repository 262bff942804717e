"""Registers the job in every process of the tests."""

from django.apps import AppConfig


class LongJobConfig(AppConfig):
    """No tables."""

    name = "tests.long_job"
    label = "long_job"

    def ready(self) -> None:
        """The jobs are known wherever the tests' settings are."""
        from annotator.runs.registry import register
        from tests.long_job.job import COMPUTES, WRITES

        for job in (COMPUTES, WRITES):
            register(job)
