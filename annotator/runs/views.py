"""Pages of runs: the list of the user's own runs, and the page of one run."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.runs.models import PROGRESS_TOTAL, Run
from annotator.runs.registry import job_named
from annotator.runs.services import DAYS_KEPT, cancel_run, visible_run
from annotator.web.signed_in import SignedIn

MAX_LISTED = 100


class RunList(SignedIn):
    """The user's own runs, newest first."""

    def get(self, request: HttpRequest) -> HttpResponse:
        runs = Run.objects.of_user(self.user).select_related("project")[:MAX_LISTED]
        return render(request, "annotator/runs/run_list.html", {"runs": runs, "days_kept": DAYS_KEPT})


class RunPage(SignedIn):
    """The progress of a run and a link to its result; ``POST`` cancels the run."""

    def get(self, request: HttpRequest, run: UUID) -> HttpResponse:
        """Redirect from a finished run to its result, unless this is a file or the URL has ``?stay``."""
        shown_run = visible_run(self.user, run)
        if shown_run.state == Run.State.DONE and shown_run.result.get("is_page", True) and "stay" not in request.GET:
            return redirect(job_named(shown_run.job).result_url(shown_run))
        return render(request, "annotator/runs/run.html", self._context(shown_run))

    def post(self, request: HttpRequest, run: UUID) -> HttpResponse:
        run_to_cancel = visible_run(self.user, run)
        cancel_run(run=run_to_cancel, by=self.user)
        return redirect("run", run_to_cancel.pk)

    def _context(self, run: Run) -> dict[str, Any]:
        queued_before = Run.objects.filter(state=Run.State.QUEUED, created_at__lt=run.created_at)
        return {
            "run": run,
            "progress_total": PROGRESS_TOTAL,
            "time_left": _in_words(run.time_left(timezone.now())),
            "is_own": run.user_id == self.user.pk,
            "runs_before": queued_before.count() if run.state == Run.State.QUEUED else 0,
            "result_url": job_named(run.job).result_url(run) if run.state == Run.State.DONE else "",
        }


def _in_words(time: timedelta | None) -> str:
    """Return a time such as "3 minutes", in the same words as static/js/runs/run_progress.js; "" for None."""
    if time is None:
        return ""
    number, unit = round(time.total_seconds()), "second"
    for larger in ("minute", "hour"):
        if number >= 60:
            number, unit = round(number / 60), larger
    return f"{number} {unit}{'' if number == 1 else 's'}"
