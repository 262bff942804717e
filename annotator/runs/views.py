"""Pages of runs: one's own, and one."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.runs.models import WHOLE, Run
from annotator.runs.registry import job_named
from annotator.runs.services import KEPT_DAYS, cancel_run, visible_run
from annotator.web.signed_in import SignedIn

MOST_LISTED = 100


class RunList(SignedIn):
    """One's own runs, the newest first."""

    def get(self, request: HttpRequest) -> HttpResponse:
        runs = Run.objects.of(self.user).select_related("project")[:MOST_LISTED]
        return render(request, "annotator/runs/run_list.html", {"runs": runs, "kept_days": KEPT_DAYS})


class RunPage(SignedIn):
    """How far a run is, and where its result is; ``POST`` cancels it."""

    def get(self, request: HttpRequest, run: UUID) -> HttpResponse:
        found = visible_run(self.user, run)
        if found.state == Run.State.DONE and found.result.get("is_page", True) and "stay" not in request.GET:
            return redirect(job_named(found.job).result_url(found))
        return render(request, "annotator/runs/run.html", self._context(found))

    def post(self, request: HttpRequest, run: UUID) -> HttpResponse:
        found = visible_run(self.user, run)
        cancel_run(run=found, by=self.user)
        return redirect("run", found.pk)

    def _context(self, run: Run) -> dict[str, Any]:
        before = Run.objects.waiting().filter(state=Run.State.QUEUED, created_at__lt=run.created_at)
        return {
            "run": run,
            "whole": WHOLE,
            "left": _in_words(run.time_left(timezone.now())),
            "is_own": run.user_id == self.user.pk,
            "before": before.count() if run.state == Run.State.QUEUED else 0,
            "result_url": job_named(run.job).result_url(run) if run.state == Run.State.DONE else "",
        }


def _in_words(left: timedelta | None) -> str:
    """As the page's script says it (static/js/runs/run_progress.js)."""
    if left is None:
        return ""
    number, unit = round(left.total_seconds()), "second"
    for larger in ("minute", "hour"):
        if number >= 60:
            number, unit = round(number / 60), larger
    return f"{number} {unit}{'' if number == 1 else 's'}"
