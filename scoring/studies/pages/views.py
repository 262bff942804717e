"""The pages of studies: the list, a new study, one study."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.projects.access import ManagerPage
from annotator.projects.permissions import can_manage
from annotator.runs.answers import long_work
from annotator.texts.errors import Malformed
from annotator.web.file_names import file_stem
from annotator.web.forms import call_service
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.pages import page_with_figures, score_page
from scoring.results.reporting.program import this_program
from scoring.studies.definition import StudyDefinition
from scoring.studies.models import Study
from scoring.studies.pages.choices import StudyQuery, choose
from scoring.studies.pages.figures import study_figures
from scoring.studies.pages.forms import StudyForm
from scoring.studies.pages.headline import headline
from scoring.studies.pages.links import linked_disagreements
from scoring.studies.pages.methods import describe_study
from scoring.studies.pages.offers import study_offers
from scoring.studies.pages.tables import agreement_rows, disagreement_rows, pair_rows, summarizer_rows
from scoring.studies.queries import study_with_number, visible_studies
from scoring.studies.services import create_study, delete_study, study_answer

TEMPLATES = "scoring/studies"


@score_page
def study_list(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    context = {"project": viewer.project, "studies": visible_studies(viewer), "may_manage": _may_manage(viewer)}
    return render(request, f"{TEMPLATES}/list.html", context)


@score_page
@long_work(title="Study", depends_on=visible_identifiers)
def study_page(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Shows a study, computed from the scores that the viewer may see now. The query string: see StudyQuery."""
    study, query = study_with_number(viewer, number), StudyQuery(request.GET)
    answer = study_answer(viewer, study)
    context: dict[str, Any] = {"project": viewer.project, "study": study, "may_manage": _may_manage(viewer)}
    context["definition_text"] = json.dumps(study.definition.as_json(), indent=2, ensure_ascii=False)
    if answer.document is None:
        return render(request, f"{TEMPLATES}/refused.html", {**context, "refusal": answer.refusal})
    choice = choose(answer.document, query)
    pairs = pair_rows(choice)
    context |= {"choice": choice, "headline": headline(choice), "agreement": agreement_rows(choice), "pairs": pairs}
    context["best_pairs"] = [pair for pair in pairs if pair.a == pairs[0].a]
    context |= {"summarizers": summarizer_rows(choice), "sort": choice.sort, "descending": choice.is_descending}
    context |= {"has_koehn": any(pair.a_wins is not None for pair in pairs)}
    context |= {"has_williams": any(pair.williams is not None for pair in pairs)}
    context |= {"has_permutation": any(pair.permutation is not None for pair in pairs)}
    context |= {"koehn_is_exact": any(entry["exact"] for entry in choice.part["koehn"])}
    context["disagreements"] = linked_disagreements(viewer, disagreement_rows(choice))
    context["methods"] = describe_study(choice, this_program())
    stem = file_stem(viewer.project.slug, "study", str(number), query=query)
    return page_with_figures(request, f"{TEMPLATES}/study.html", context, study_figures(choice), stem=stem)


class StudyCreate(ManagerPage):
    """The form of a new study; ``?from=NUMBER`` starts with the choices of another study."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        number = request.GET.get("from", "")
        is_number = number.isdecimal() and len(number) < 10
        study = study_with_number(self._viewer, int(number)) if is_number else None
        return self._page(self._form(definition=study.definition if study else None))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self._form(request.POST)
        study = call_service(form, lambda data: self._create(form, data["title"]))
        return redirect("study", slug, study.number) if study else self._page(form, status=400)

    def _create(self, form: StudyForm, title: str) -> Study | None:
        try:
            definition = StudyDefinition.from_json(form.definition_json())
            return create_study(project=self.project, title=title, definition=definition, by=self.member)
        except Malformed as error:
            form.add_refusals(error.errors)
            return None

    @property
    def _viewer(self) -> Viewer:
        return Viewer.member(self.user, self.project.slug)

    def _form(self, data: Any = None, definition: StudyDefinition | None = None) -> StudyForm:
        return StudyForm(data, offers=study_offers(self._viewer), definition=definition)

    def _page(self, form: StudyForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form, offers=form.offers)
        return render(self.request, f"{TEMPLATES}/new.html", context, status=status)


class StudyDelete(ManagerPage):
    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        viewer = Viewer.member(self.user, slug)
        delete_study(study=study_with_number(viewer, number), by=self.member)
        return redirect("studies", slug)


def _may_manage(viewer: Viewer) -> bool:
    return viewer.role is not None and can_manage(viewer.role)
