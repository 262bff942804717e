"""Pages of a topic's item lists: model units, sentences of documents, and statements. Only for managers.

A list is numbered and never changes after it is created.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import redirect, render

from annotator.interchange.judgments.item_files import import_see_units, import_statements
from annotator.judgments.models import ItemList
from annotator.judgments.services.item_lists import (
    create_document_sentence_list,
    create_released_statement_list,
    create_typed_statement_list,
    create_unit_list_at_words,
    delete_item_list,
)
from annotator.overview.item_list_forms import (
    ReleasedStatementsForm,
    SeeUnitsForm,
    StatementsFileForm,
    TypedStatementsForm,
    UnitsForm,
)
from annotator.overview.item_lists import ITEMS_PER_PAGE, counted_lists, items_of, lists_of_topic
from annotator.overview.unit_editor import editor_data
from annotator.projects.access import ManagerPage, TopicView
from annotator.projects.models import Summary
from annotator.web.forms import call_service
from annotator.web.refusals import ServiceRefused
from annotator.work.release_models import Release

ListsAndNotes = tuple[list[ItemList], list[str]]
"""Lists that were just created, and notes on what was left out or repaired."""


class ListCreationPage(ManagerPage, TopicView):
    """Base class of the pages that create item lists."""

    def report(self, lists_and_notes: ListsAndNotes) -> HttpResponseRedirect:
        """Show which lists were created. Redirects to the new list or, if there are several, to the topic's lists."""
        lists, notes = lists_and_notes
        for item_list in lists:
            messages.success(self.request, f"Created list {item_list.code}: {item_list.items.count():,} items.")
        for note in notes:
            messages.info(self.request, note)
        arguments = [self.kwargs["slug"], self.kwargs["key"]]
        if len(lists) == 1:
            return redirect("item-list", *arguments, lists[0].pk)
        return redirect("item-lists", *arguments)


class ItemListsPage(ListCreationPage):
    """The item lists of a topic, with a button that creates a list of all its documents’ sentences."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        return self._page()

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        try:
            item_list = create_document_sentence_list(topic=self.topic, by=self.member)
        except ServiceRefused as error:
            return self._page(refused=error.reasons, status=400)
        return self.report(([item_list], []))

    def _page(self, *, refused: list[str] | None = None, status: int = 200) -> HttpResponse:
        context = self.get_context_data(
            lists=lists_of_topic(self.topic, user=self.user),
            has_documents=self.topic.documents.exists(),
            refused=refused,
        )
        return render(self.request, "annotator/overview/item_lists.html", context, status=status)


class ItemListPage(ManagerPage, TopicView):
    """The items of a list; POST deletes the list if nothing refers to it."""

    @cached_property
    def item_list(self) -> Any:
        """The list in the URL. Raises ItemList.DoesNotExist."""
        return counted_lists(self.topic, user=self.user).get(pk=self.kwargs["items"])

    def get(self, request: HttpRequest, slug: str, key: str, items: int) -> HttpResponse:
        page = Paginator(items_of(self.item_list), ITEMS_PER_PAGE).get_page(request.GET.get("page"))
        context = self.get_context_data(item_list=self.item_list, page=page)
        return render(request, "annotator/overview/item_list.html", context)

    def post(self, request: HttpRequest, slug: str, key: str, items: int) -> HttpResponse:
        try:
            delete_item_list(item_list=self.item_list, by=self.member)
        except ServiceRefused as error:
            messages.error(request, str(error))
            return redirect("item-list", slug, key, items)
        messages.success(request, f"Deleted: list {self.item_list.code}.")
        return redirect("item-lists", slug, key)


class ModelUnits(ListCreationPage):
    """Creates a list of a model summary's units, from its sentences or from a SEE file."""

    @cached_property
    def model(self) -> Summary:
        """The model summary in the URL. Raises Summary.DoesNotExist."""
        models = Summary.objects.visible_to(self.user).filter(topic=self.topic).model_summaries()
        return models.get(summarizer=self.kwargs["model"])

    def get(self, request: HttpRequest, slug: str, key: str, model: str) -> HttpResponse:
        return self._page(SeeUnitsForm())

    def post(self, request: HttpRequest, slug: str, key: str, model: str) -> HttpResponse:
        summary = self.model
        if request.POST.get("how") == "file":
            form: BaseForm = SeeUnitsForm(request.POST, request.FILES)
            lists_and_notes = call_service(form, self._from_file)
            return self.report(lists_and_notes) if lists_and_notes else self._page(form, status=400)
        form = UnitsForm(request.POST)
        unit_list = call_service(form, lambda data: create_unit_list_at_words(summary=summary, by=self.member, **data))
        return self.report(([unit_list], [])) if unit_list else self._page(SeeUnitsForm(), form=form, status=400)

    def _from_file(self, data: dict[str, Any]) -> ListsAndNotes:
        file = data["file"]
        unit_list, notes = import_see_units(
            summary=self.model, name=file.name or "", data=file.read(), by=self.member, list_name=data["name"]
        )
        return [unit_list], notes

    def _page(self, file_form: BaseForm, *, form: BaseForm | None = None, status: int = 200) -> HttpResponse:
        lists = counted_lists(self.topic, user=self.user).filter(summary=self.model, source="model_units")
        context = self.get_context_data(
            model=self.model,
            editor=editor_data(self.model, name=self.model.letter),
            form=form,
            file_form=file_form,
            create_label=f"Create list {self.model.letter}{max((row.number for row in lists), default=0) + 1}",
        )
        return render(self.request, "annotator/overview/model_units.html", context, status=status)


class StatementsAdd(ListCreationPage):
    """Creates lists of statements, which come from a release, are typed, or come from a table of items."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        return self._page()

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        how = request.POST.get("how", "")
        make_form, create_lists = self._origins.get(how, self._origins["typed"])
        form = make_form(request.POST, request.FILES)
        lists_and_notes = call_service(form, lambda data: create_lists(form, data))
        return self.report(lists_and_notes) if lists_and_notes else self._page({how: form}, status=400)

    @property
    def _origins(self) -> dict[str, tuple[Callable[..., Any], Callable[[Any, dict[str, Any]], ListsAndNotes]]]:
        """For each origin of statements, two functions: one makes the form, the other creates lists from its data."""
        return {
            "release": (self._release_form, self._from_release),
            "typed": (TypedStatementsForm, self._from_text),
            "file": (StatementsFileForm, self._from_file),
        }

    def _release_form(self, *args: Any) -> ReleasedStatementsForm:
        releases = Release.objects.visible_to(self.user).filter(pyramid__topic=self.topic).to_choose_from()
        return ReleasedStatementsForm(*args, releases=releases)

    def _from_release(self, form: ReleasedStatementsForm, _: dict[str, Any]) -> ListsAndNotes:
        return [create_released_statement_list(by=self.member, **form.options())], []

    def _from_text(self, _: TypedStatementsForm, data: dict[str, Any]) -> ListsAndNotes:
        item_list = create_typed_statement_list(
            topic=self.topic, texts=data["statements"], by=self.member, name=data["name"]
        )
        return [item_list], []

    def _from_file(self, _: StatementsFileForm, data: dict[str, Any]) -> ListsAndNotes:
        file = data["file"]
        return import_statements(topic=self.topic, name=file.name or "", data=file.read(), by=self.member)

    def _page(self, forms: dict[str, BaseForm] | None = None, *, status: int = 200) -> HttpResponse:
        empty_forms = {how: make_form() for how, (make_form, _) in self._origins.items()}
        context = self.get_context_data(forms=empty_forms | (forms or {}))
        return render(self.request, "annotator/overview/statements_add.html", context, status=status)
