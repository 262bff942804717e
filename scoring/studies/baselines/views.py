"""The page that adds baselines to topics."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.projects.access import ManagerPage, TopicView
from annotator.web.forms import call_service
from scoring.studies.baselines.forms import BaselinesForm
from scoring.studies.baselines.services import (
    TopicBaseline,
    add_baselines,
    check_sentence_count,
    topics_with_documents,
)

MAX_SHOWN_NOTES = 20


class BaselinesAdd(ManagerPage, TopicView):
    """Adds baselines to the topic in the URL, or to all topics with documents."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        return self._page(BaselinesForm())

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        form = BaselinesForm(request.POST)
        added = call_service(form, lambda data: self._add(form, data))
        if added is None:
            return self._page(form, status=400)
        messages.success(request, _added_text(added))
        notes = [f"{row.topic}: {note}" for row in added for note in row.notes]
        for note in notes[:MAX_SHOWN_NOTES]:
            messages.info(request, note)
        if len(notes) > MAX_SHOWN_NOTES:
            messages.info(request, f"And {len(notes) - MAX_SHOWN_NOTES} more notes like these.")
        return redirect("documents", slug, key)

    def _add(self, form: BaselinesForm, data: dict[str, Any]) -> list[TopicBaseline]:
        topics = (
            list(topics_with_documents(self.project).select_related("project")) if data["all_topics"] else [self.topic]
        )
        check_sentence_count(topics)
        return add_baselines(
            topics=topics, names=data["names"], options=form.options(), by=self.member, keep=data["keep"]
        )

    def _page(self, form: BaselinesForm, status: int = 200) -> HttpResponse:
        return render(
            self.request, "scoring/studies/baselines/page.html", self.get_context_data(form=form), status=status
        )


def _added_text(added: Sequence[TopicBaseline]) -> str:
    """Returns a sentence for people, such as "Added: LEAD (2 topics), RAND."."""
    counts = Counter(row.summarizer for row in added if row.is_new)
    unchanged = sum(not row.is_new for row in added)
    new = ", ".join(f"{name} ({count} topics)" if count > 1 else name for name, count in counts.items())
    parts = [f"Added: {new}."] if new else []
    if unchanged:
        parts.append("1 extract was there already." if unchanged == 1 else f"{unchanged} extracts were there already.")
    return " ".join(parts)
