"""The page of parses: imports and deletes them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.projects.access import ManagerPage
from annotator.web.forms import call_service
from scoring.observations.parses.importing import ParseReport, delete_parses, import_parses
from scoring.studies.parses.forms import ParsesForm
from scoring.studies.parses.queries import stored_kinds


class Parses(ManagerPage):
    """Imports files of parses and shows the report; deletes the parses of a kind."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(ParsesForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "delete" in request.POST:
            delete_parses(project=self.project, kind=request.POST["delete"], by=self.member)
            return redirect("parses", slug)
        form = ParsesForm(request.POST, request.FILES)
        report = call_service(form, lambda data: self._import(form, data))
        return self._page(form, status=200 if report else 400, report=report)

    def _import(self, form: ParsesForm, data: dict[str, Any]) -> ParseReport:
        return import_parses(
            project=self.project,
            files=form.parse_files(data),
            parser=data["parser"],
            by=self.member,
            dry_run=data["dry_run"],
        )

    def _page(self, form: ParsesForm, *, status: int = 200, **context: Any) -> HttpResponse:
        kinds = stored_kinds(self.project, with_missing=True)
        context = self.get_context_data(form=form, kinds=kinds, has_parses=any(kind.count for kind in kinds), **context)
        return render(self.request, "scoring/studies/parses/page.html", context, status=status)
