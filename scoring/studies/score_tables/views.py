"""The page of given scores: imports and deletes them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.projects.access import ManagerPage
from annotator.web.forms import call_service
from scoring.studies.given_scores import ScoreReport, delete_given_column, given_columns, import_scores
from scoring.studies.score_tables.forms import ScoreTableForm


class ScoreTables(ManagerPage):
    """Imports a table of scores and shows the report; deletes the scores of a name."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(ScoreTableForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "delete" in request.POST:
            delete_given_column(project=self.project, name=request.POST["delete"], by=self.member)
            return redirect("score-tables", slug)
        form = ScoreTableForm(request.POST, request.FILES)
        report = call_service(form, lambda data: self._import(form, data))
        return self._page(form, status=200 if report else 400, report=report)

    def _import(self, form: ScoreTableForm, data: dict[str, Any]) -> ScoreReport:
        return import_scores(
            project=self.project,
            data=data["table"].read(),
            options=form.options,
            by=self.member,
            dry_run=data["dry_run"],
        )

    def _page(self, form: ScoreTableForm, *, status: int = 200, **context: Any) -> HttpResponse:
        context = self.get_context_data(form=form, columns=given_columns(self.project), **context)
        return render(self.request, "scoring/studies/score_tables/page.html", context, status=status)
