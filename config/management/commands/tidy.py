"""`manage.py tidy`: what is no longer needed goes, as at each start of `serve`."""

from typing import Any

from django.core.management.base import BaseCommand

from config.first_start import RECORD_DAYS, forget_what_ended


class Command(BaseCommand):
    """For installations that run for months."""

    help = f"Remove sessions that have ended, and records of signing in that are older than {RECORD_DAYS} days."

    def handle(self, **options: Any) -> None:
        """One line says what went."""
        forget_what_ended()
        self.stdout.write(f"Ended sessions and records of signing in older than {RECORD_DAYS} days were removed.")
