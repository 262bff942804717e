"""Pages of a topic's documents and of the extracts that systems made of them."""

from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import redirect, render

from annotator.interchange.judgments.extracts import import_extracts
from annotator.judgments.models import Extract
from annotator.judgments.services.extracts import add_extract, delete_extract, keep_as_peer
from annotator.overview.document_forms import (
    DocumentFilesForm,
    ExtractFilesForm,
    PastedDocumentForm,
    TitleForm,
    TypedExtractForm,
    WordIndexesForm,
)
from annotator.overview.documents import (
    listed_documents,
    listed_extracts,
    numbered_sentences,
    shown_extract,
)
from annotator.overview.unit_editor import editor_data
from annotator.projects.access import ManagerPage, TopicView
from annotator.projects.documents.models import Document
from annotator.projects.documents.services import (
    add_documents,
    correct_sentences,
    delete_document,
    rename_document,
)
from annotator.web.forms import call_service
from annotator.web.refusals import ServiceRefused

MAX_SHOWN_NOTES = 20


class DocumentsPage(TopicView):
    """A topic's documents: a list of them, the text of one document, and the extracts.

    Query parameters: ``document``, the key of the document to show; ``extract``, the id of the extract whose sentences
    are highlighted; ``page``, the page of the list of extracts.
    """

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        documents = list(listed_documents(self.topic, user=self.user))
        extract_id = request.GET.get("extract", "")
        extract = shown_extract(self.topic, user=self.user, extract=_parse_id(extract_id)) if extract_id else None
        shown_document = self._shown_document(documents, extract.numbers[0][1] if extract and extract.numbers else "")
        context = self.get_context_data(
            documents=documents,
            shown_document=shown_document,
            sentences=list(numbered_sentences(shown_document, extract)) if shown_document else [],
            shown_extract=extract,
            extracts=listed_extracts(self.topic, user=self.user, page=request.GET.get("page")),
        )
        return render(request, "annotator/overview/documents.html", context)

    def _shown_document(self, documents: list[Document], key_in_extract: str) -> Document | None:
        """The document that the URL names, else the first of the extract, else the first of all; with its text."""
        key = self.request.GET.get("document") or key_in_extract or (documents[0].key if documents else "")
        if not key:
            return None
        return Document.objects.visible_to(self.user).get(topic=self.topic, key=key)


class DocumentsAdd(ManagerPage, TopicView):
    """Adds documents to a topic: one typed text, or several plain-text files."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        return self._page(PastedDocumentForm(), DocumentFilesForm())

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        is_files = request.POST.get("how") == "files"
        form = DocumentFilesForm(request.POST, request.FILES) if is_files else PastedDocumentForm(request.POST)
        added = call_service(
            form, lambda _: add_documents(topic=self.topic, documents=form.documents(), by=self.member)
        )
        if added is None:
            paste_form, files_form = (PastedDocumentForm(), form) if is_files else (form, DocumentFilesForm())
            return self._page(paste_form, files_form, status=400)
        documents, notes = added
        messages.success(request, f"Added: {', '.join(document.key for document in documents)}.")
        _show_notes(request, notes)
        return redirect("documents", slug, key)

    def _page(self, paste_form: BaseForm, files_form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(paste_form=paste_form, files_form=files_form)
        return render(self.request, "annotator/overview/documents_add.html", context, status=status)


class DocumentPage(ManagerPage, TopicView):
    """Corrects where a document's sentences end, changes its title, or deletes it."""

    @property
    def document(self) -> Document:
        """The document in the URL. Raises Document.DoesNotExist."""
        return Document.objects.visible_to(self.user).get(topic=self.topic, key=self.kwargs["document"])

    def get(self, request: HttpRequest, slug: str, key: str, document: str) -> HttpResponse:
        return self._page(self.document)

    def post(self, request: HttpRequest, slug: str, key: str, document: str) -> HttpResponse:
        document_row, how = self.document, request.POST.get("how")
        if how == "delete":
            return self._delete(document_row)
        form: BaseForm = TitleForm(request.POST) if how == "title" else WordIndexesForm(request.POST)
        change: Any = rename_document if how == "title" else correct_sentences
        changed = call_service(form, lambda data: change(document=document_row, by=self.member, **data))
        if changed is None:
            return self._page(document_row, form=form, status=400)
        count = len(changed.sentences) // 2
        messages.success(request, "Title saved." if how == "title" else f"{document_row.key} has {count} sentences.")
        return redirect("document", slug, key, document)

    def _delete(self, document: Document) -> HttpResponseRedirect:
        try:
            delete_document(document=document, by=self.member)
        except ServiceRefused as error:
            messages.error(self.request, str(error))
            return redirect("document", *self.kwargs.values())
        messages.success(self.request, f"Deleted: {document.key}.")
        return redirect("documents", self.kwargs["slug"], self.kwargs["key"])

    def _page(self, document: Document, *, status: int = 200, form: BaseForm | None = None) -> HttpResponse:
        context = self.get_context_data(
            document=document,
            title_form=TitleForm(initial={"title": document.title}),
            form=form,
            editor=editor_data(document, name=document.key),
        )
        return render(self.request, "annotator/overview/document.html", context, status=status)


class ExtractsAdd(ManagerPage, TopicView):
    """Adds extracts to a topic, from typed sentence numbers or from MEAD's files. Keeps an extract as a peer, or
    deletes it.
    """

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        return self._page(TypedExtractForm(), ExtractFilesForm())

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        if request.POST.get("how") in ("delete", "keep"):
            return self._change(_parse_id(request.POST.get("extract", "")), request.POST["how"])
        is_files = request.POST.get("how") == "files"
        form = ExtractFilesForm(request.POST, request.FILES) if is_files else TypedExtractForm(request.POST)
        added = call_service(form, lambda data: self._add(form, data))
        if added is None:
            typed_form, files_form = (TypedExtractForm(), form) if is_files else (form, ExtractFilesForm())
            return self._page(typed_form, files_form, status=400)
        extracts, notes = added
        messages.success(request, f"Added: {', '.join(map(str, extracts))}.")
        _show_notes(request, notes)
        return redirect("documents", slug, key)

    def _add(self, form: BaseForm, data: dict[str, Any]) -> tuple[list[Extract], list[str]]:
        if isinstance(form, ExtractFilesForm):
            return import_extracts(topic=self.topic, files=form.contents(), by=self.member)
        extract, notes = add_extract(topic=self.topic, by=self.member, **data)
        return [extract], notes

    def _change(self, pk: int, how: str) -> HttpResponseRedirect:
        """Delete the extract, or keep it as a peer."""
        extract = Extract.objects.visible_to(self.user).get(pk=pk, items__topic=self.topic)
        try:
            if how == "delete":
                delete_extract(extract=extract, by=self.member)
                messages.success(self.request, f"Deleted: {extract}.")
            else:
                peer = keep_as_peer(extract=extract, by=self.member)
                messages.success(self.request, f"Kept as peer: {peer.summarizer}.")
        except ServiceRefused as error:
            messages.error(self.request, str(error))
        return redirect("documents", self.kwargs["slug"], self.kwargs["key"])

    def _page(self, typed_form: BaseForm, files_form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(typed_form=typed_form, files_form=files_form)
        return render(self.request, "annotator/overview/extracts_add.html", context, status=status)


def _show_notes(request: HttpRequest, notes: list[str]) -> None:
    for note in notes[:MAX_SHOWN_NOTES]:
        messages.info(request, note)
    if len(notes) > MAX_SHOWN_NOTES:
        messages.info(request, f"And {len(notes) - MAX_SHOWN_NOTES} more changes like these.")


def _parse_id(text: str) -> int:
    """The primary key in a query string or form. Raises Http404 if it is not a number."""
    if not (text.isascii() and text.isdigit() and len(text) < 17):
        raise Http404
    return int(text)
