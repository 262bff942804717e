"""`manage.py tidy`: removes expired sessions and old sign-in records, as each start of `serve` does."""

from typing import Any

from django.core.management.base import BaseCommand

from config.first_start import RECORD_DAYS, remove_expired


class Command(BaseCommand):
    """For installations that run for months without a restart."""

    help = f"Remove sessions that have ended, and records of signing in that are older than {RECORD_DAYS} days."

    def handle(self, **options: Any) -> None:
        """Prints one line."""
        remove_expired()
        self.stdout.write(f"Ended sessions and records of signing in older than {RECORD_DAYS} days were removed.")
