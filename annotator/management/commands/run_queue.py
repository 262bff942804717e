"""`manage.py run_queue`: a runner by itself, beside the one that `serve` starts, on any machine with the database."""

import signal
from typing import Any

from django.core.management.base import BaseCommand

from annotator.runs.runner import Runner


class Command(BaseCommand):
    """Works until it is stopped."""

    help = "Work on queued runs (large imports, exports, calculations) until stopped with Ctrl-C or SIGTERM."

    def handle(self, **options: Any) -> None:
        """The run in hand goes back to the queue when it is stopped."""
        runner = Runner()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: runner.stop())
        runner.work()
