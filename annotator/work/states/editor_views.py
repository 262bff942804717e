"""Who edits a pyramid or a peer annotation besides its owner: a list that a manager keeps."""

from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotator.matching.models import PeerAnnotation
from annotator.matching.views import PeerAnnotationPage, pinned
from annotator.projects.access import TopicMember
from annotator.projects.models import Membership
from annotator.projects.permissions import check_manage
from annotator.pyramids.models import Pyramid
from annotator.web.submitted import Submitted
from annotator.work.states.editors import possible_editors, set_editors
from annotator.work.states.forms import EditorsForm


class Editors(TopicMember):
    """The form, for the work that ``work`` finds."""

    def work(self) -> Pyramid | PeerAnnotation:
        """The pyramid or peer annotation of the address. Raises ObjectDoesNotExist for one that cannot be seen."""
        raise NotImplementedError

    def named(self, work: Any) -> dict[str, str]:
        """What the page calls the work, and its addresses."""
        raise NotImplementedError

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        check_manage(self.member.role)
        work = self.work()
        return self._page(work, self._form(work))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        check_manage(self.member.role)
        work = self.work()
        submitted = Submitted(self._form(work, request.POST))
        chosen = submitted.carry_out(lambda data: self._set(work, list(data["editors"])))
        if chosen is None:
            return self._page(work, submitted.form, status=400)
        who = ", ".join([work.owner.name, *(editor.name for editor in chosen)])
        messages.success(request, f"Edited by: {who}.")
        return redirect("topic", self.topic.project.slug, self.topic.key)

    def _set(self, work: Pyramid | PeerAnnotation, chosen: list[Membership]) -> list[Membership]:
        set_editors(work=work, editors=chosen, by=self.member)
        return chosen

    def _form(self, work: Pyramid | PeerAnnotation, data: Any = None) -> EditorsForm:
        members = possible_editors(project=self.project.pk, owner=work.owner_id)
        return EditorsForm(data, members=members, chosen=work.editors.all())

    def _page(self, work: Pyramid | PeerAnnotation, form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(work=work, form=form, **self.named(work))
        return render(self.request, "annotator/work/states/editors.html", context, status=status)


class PyramidEditors(Editors):
    """Who edits a pyramid."""

    def work(self) -> Pyramid:
        return self.topic.pyramids.select_related("topic", "owner").get(owner__name=self.kwargs["owner"])

    def named(self, work: Pyramid) -> dict[str, str]:
        return {"what": f"{work.owner.name}’s pyramid", "open": reverse("pyramid", kwargs=self.kwargs)}


class PeerEditors(Editors):
    """Who edits a peer annotation: that of the newest release, or of ``?release=N&pyramid=OWNER``."""

    def work(self) -> PeerAnnotation:
        page = PeerAnnotationPage()
        page.setup(self.request, **self.kwargs)
        return page.annotation

    def named(self, work: PeerAnnotation) -> dict[str, str]:
        return {
            "what": f"{work.owner.name}’s annotation of {work.summary.summarizer}, release {work.release.number}",
            "open": pinned(reverse("peer", kwargs=self.kwargs), work),
        }
