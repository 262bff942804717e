"""`manage.py run_queue`: executes queued runs, as `serve` does too, on any machine that can reach the database."""

import signal
from typing import Any

from django.core.management.base import BaseCommand

from annotator.runs.runner import Runner


class Command(BaseCommand):
    help = "Execute queued runs (large imports, exports, calculations) until stopped with Ctrl-C or SIGTERM."

    def handle(self, **options: Any) -> None:
        """Executes runs until a signal arrives; then the current run returns to the queue."""
        runner = Runner()
        for signal_number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signal_number, lambda *_: runner.stop())
        runner.work()
