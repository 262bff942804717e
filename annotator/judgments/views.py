"""Pages about instruments: the list of a member's sessions, and the page of an instrument."""

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument
from annotator.judgments.queries.authors import authors_among_judges
from annotator.judgments.queries.contents import question_spec
from annotator.judgments.queries.judge_list import judge_list
from annotator.judgments.queries.judges import begun_sessions, judge_rows, session_rows, topics_without_items
from annotator.judgments.services.instruments import obstacles_to_opening
from annotator.projects.access import ProjectView
from annotator.projects.permissions import can_manage

SESSIONS_SHOWN = 6
"""The number of sessions that the list shows for each instrument. A page for one instrument shows all."""
SESSIONS_PER_PAGE = 100
TOPICS_SHOWN = 8
AUTHORS_SHOWN = 30
"""`TOPICS_SHOWN` and `AUTHORS_SHOWN`: how many topics and authors the notes for managers name at most."""


class JudgeList(ProjectView):
    """The user's own sessions, by instrument. With ``?instrument=KEY``, all sessions of this instrument."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        own_instruments = judge_list(judge=self.member, user=self.user)
        key = request.GET.get("instrument", "")
        if key:
            chosen = next((row for row in own_instruments if row.instrument.key == key), None)
            if chosen is None:
                raise Instrument.DoesNotExist
            page = Paginator(chosen.sessions, SESSIONS_PER_PAGE).get_page(request.GET.get("page"))
            context = self.get_context_data(own_instrument=chosen, page=page, sessions=page.object_list)
            return render(request, "annotator/judgments/judge_sessions.html", context)
        by_state = {
            state: [row for row in own_instruments if row.instrument.state == state]
            for state in Instrument.State.values
        }
        context = self.get_context_data(session_limit=SESSIONS_SHOWN, session_slice=f":{SESSIONS_SHOWN}", **by_state)
        return render(request, "annotator/judgments/judge_list.html", context)


class InstrumentView(ProjectView):
    """A page of the instrument in the URL."""

    @cached_property
    def instrument(self) -> Instrument:
        """The instrument of the URL. Raises Instrument.DoesNotExist if the user may not see it."""
        visible = Instrument.objects.visible_to(self.user).prefetch_related("questions").select_related("project")
        return visible.get(project__slug=self.kwargs["slug"], key=self.kwargs["instrument"])


class InstrumentPage(InstrumentView):
    """An instrument: its guidelines and questions, and the progress of its judges."""

    def get(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        judge = request.GET.get("judge", "")
        begun = begun_sessions(self.instrument, user=self.user, judge=judge)
        page = Paginator(begun, SESSIONS_PER_PAGE).get_page(request.GET.get("page"))
        context = self.get_context_data(
            instrument=self.instrument,
            kind=instrument_kind(self.instrument.kind),
            **(self._for_managers() if can_manage(self.member.role) else {}),
            questions=[question_spec(question) for question in self.instrument.questions.all()],
            judges=judge_rows(self.instrument, user=self.user),
            chosen_judge=judge,
            page=page,
            sessions=session_rows(self.instrument, page.object_list),
        )
        return render(request, "annotator/judgments/instrument.html", context)

    def _for_managers(self) -> dict[str, Any]:
        """The part of the context that is only for managers. Five queries."""
        is_draft = self.instrument.state == Instrument.State.DRAFT
        return {
            "has_sheets": self.instrument.sheets.exists(),
            "obstacles": obstacles_to_opening(self.instrument) if is_draft else [],
            "authors": authors_among_judges(self.instrument)[:AUTHORS_SHOWN],
            "topics_without_items": topics_without_items(self.instrument)[:TOPICS_SHOWN],
        }
