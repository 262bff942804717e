"""`manage.py tidy`: removes what has expired or is no longer used, as each start of `serve` does."""

from typing import Any

from django.core.management.base import BaseCommand

from config.first_start import SIGN_IN_RECORD_DAYS, delete_expired_rows


class Command(BaseCommand):
    """For installations that run for months without a restart: removes expired rows as `serve` does when it starts."""

    help = (
        f"Remove expired sessions and runs, sign-in records older than {SIGN_IN_RECORD_DAYS} days, and values of "
        "measures and results of studies that nobody has read for 90 days."
    )

    def handle(self, *, verbosity: int = 1, **options: Any) -> None:
        delete_expired_rows()
        if verbosity:  # cron mails each line that a command prints
            days = SIGN_IN_RECORD_DAYS
            self.stdout.write(
                f"Removed: expired sessions and runs, sign-in records older than {days} days, values of measures and "
                "results of studies that nobody has read for 90 days."
            )
