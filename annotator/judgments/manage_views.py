"""Pages on which managers create, change, copy, open and close instruments."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.judgments.forms import OWN_QUESTIONS, CopyForm, InstrumentForm, NewInstrumentForm
from annotator.judgments.kinds.base import MAX_QUESTIONS, QuestionSpec
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.presets.registry import PRESET_GROUPS
from annotator.judgments.queries.contents import question_spec
from annotator.judgments.question_forms import QuestionsForm
from annotator.judgments.services.instruments import (
    change_instrument,
    copy_instrument,
    create_instrument,
    set_instrument_state,
)
from annotator.judgments.views import InstrumentView
from annotator.projects.access import ManagerPage
from annotator.web.forms import call_service
from annotator.web.refusals import ServiceRefused


class InstrumentNew(ManagerPage):
    """Creates a draft from a preset, or an empty draft for the manager's own questions."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(NewInstrumentForm(initial={"start": request.GET.get("preset", "")}))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = NewInstrumentForm(request.POST)
        instrument = call_service(
            form, lambda _: create_instrument(project=self.project, by=self.member, **form.arguments())
        )
        if instrument is None:
            return self._page(form, status=400)
        page = "instrument-questions" if form.cleaned_data["start"] == OWN_QUESTIONS else "instrument"
        return redirect(page, slug, instrument.key)

    def _page(self, form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form, preset_groups=PRESET_GROUPS, own_questions=OWN_QUESTIONS)
        return render(self.request, "annotator/judgments/instrument_new.html", context, status=status)


class ManagedInstrument(InstrumentView, ManagerPage):
    """A page on which managers change the instrument of the URL."""

    def check_access(self) -> None:
        super().check_access()
        _ = self.instrument  # raises DoesNotExist, so an unknown instrument gives a manager 404 with any method

    @cached_property
    def has_sheets(self) -> bool:
        return self.instrument.sheets.exists()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kind = instrument_kind(self.instrument.kind)
        context = {"instrument": self.instrument, "kind": kind, "has_sheets": self.has_sheets, **kwargs}
        return super().get_context_data(**context)


class InstrumentSettings(ManagedInstrument):
    """Changes the settings of an instrument. Once judges have begun, `FIXED_FIELDS` are shown but cannot be changed."""

    def get(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        return self._page(self._form())

    def post(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        form = self._form(request.POST)
        changed = call_service(
            form,
            lambda data: change_instrument(instrument=self.instrument, changes=data, by=self.member),
        )
        if changed is None:
            return self._page(form, status=400)
        messages.success(request, "Settings saved.")
        return redirect("instrument", slug, instrument)

    def _form(self, data: Any = None) -> InstrumentForm:
        return InstrumentForm(data, instance=self.instrument, has_sheets=self.has_sheets)

    def _page(self, form: InstrumentForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form)
        return render(self.request, "annotator/judgments/instrument_settings.html", context, status=status)


class InstrumentQuestions(ManagedInstrument):
    """Edits the questions of a rating. The parameter ``how`` is "save", "preview", "add", or an action on a row:
    "remove", "up" or "down" with the row's index, such as "up-2".
    """

    def check_access(self) -> None:
        super().check_access()
        if not instrument_kind(self.instrument.kind).has_own_questions:
            raise self.instrument.DoesNotExist

    def get(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        questions = [question_spec(question) for question in self.instrument.questions.all()]
        return self._page(QuestionsForm(questions=questions))

    def post(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        form = QuestionsForm(data=request.POST.dict())
        action, _, index = request.POST.get("how", "save").partition("-")
        if action not in ("save", "preview"):
            form.rearrange(action, int(index) if index.isascii() and index.isdigit() and len(index) < 3 else -1)
            return self._page(form)
        specs = form.specs()
        if specs is None:
            return self._page(form, status=400)
        if action == "preview":
            return self._page(form, preview=specs)
        try:
            change_instrument(instrument=self.instrument, changes={"questions": specs}, by=self.member)
        except ServiceRefused as error:
            return self._page(form, refused=error.reasons, status=400)
        messages.success(request, "Questions saved.")
        return redirect("instrument", slug, instrument)

    def _page(
        self, form: QuestionsForm, *, preview: list[QuestionSpec] | None = None, status: int = 200, **context: Any
    ) -> HttpResponse:
        context = self.get_context_data(form=form, preview=preview, max_questions=MAX_QUESTIONS, **context)
        return render(self.request, "annotator/judgments/instrument_questions.html", context, status=status)


class InstrumentCopy(ManagedInstrument):
    """Creates a draft with the same questions and settings."""

    def get(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        return self._page(CopyForm(initial={"name": f"{self.instrument.name} (copy)"[:200]}))

    def post(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        form = CopyForm(request.POST)
        copy = call_service(
            form,
            lambda data: copy_instrument(
                instrument=self.instrument, key=data["key"], name=data["name"], by=self.member
            ),
        )
        if copy is None:
            return self._page(form, status=400)
        return redirect("instrument", slug, copy.key)

    def _page(self, form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form)
        return render(self.request, "annotator/judgments/instrument_copy.html", context, status=status)


class InstrumentStateChange(ManagedInstrument):
    """Opens or closes the instrument: ``state`` is "open" or "closed"."""

    def post(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        state = request.POST.get("state", "")
        try:
            if state not in ("open", "closed"):
                raise ServiceRefused("An instrument can be opened or closed.")
            changed = set_instrument_state(instrument=self.instrument, state=state, by=self.member)
        except ServiceRefused as error:
            for reason in error.reasons:
                messages.error(request, reason)
        else:
            messages.success(request, f"{changed.name} is {changed.get_state_display().lower()}.")
        return redirect("instrument", slug, instrument)
