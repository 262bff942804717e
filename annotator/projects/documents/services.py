"""Services that add, rename and delete documents, and correct their sentence boundaries. Texts never change."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.db.models.deletion import RestrictedError

from annotator.projects.documents.models import Document
from annotator.projects.models import Membership, Topic
from annotator.projects.permissions import check_manage
from annotator.projects.texts import text_columns
from annotator.texts.cleaning import TextError
from annotator.texts.word_groups import group_spans
from annotator.web.refusals import ServiceRefused
from annotator.web.url_names import url_name_problem

MAX_DOCUMENTS = 200
"""The most documents that a topic can have; topics of DUC have 10 to 50."""
LONGEST_KEY = 100


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A text to be added. ``text``: the bytes of a file or the characters of a form, not cleaned yet."""

    key: str
    text: str | bytes
    title: str = ""


@transaction.atomic
def add_documents(
    *, topic: Topic, documents: Iterable[NewDocument], by: Membership | None
) -> tuple[list[Document], list[str]]:
    """Add documents after those of the topic, all or none.

    ``by``: None for an import, whose permission has been checked. Returns the documents, and notes on what was changed
    in their texts (line ends, byte order marks). Raises NotAllowed unless ``by`` manages the project, ServiceRefused
    with a reason for every text that cannot be added.
    """
    if by is not None:
        check_manage(by.role)
    Topic.objects.select_for_update().get(pk=topic.pk)
    keys = set(topic.documents.values_list("key", flat=True))
    last = topic.documents.aggregate(last=Max("position"))["last"]
    next_position = 0 if last is None else last + 1
    unsaved: list[Document] = []
    notes: list[str] = []
    problems: list[str] = []
    for new in documents:
        key = new.key.strip()
        try:
            document, text_notes = _unsaved_document(topic, new, key, next_position + len(unsaved), keys)
        except (TextError, ServiceRefused) as error:
            problems.append(f"{key or 'A document without a key'}: {error}")
            continue
        keys.add(key)
        unsaved.append(document)
        notes.extend(f"{key}: {note}" for note in text_notes)
    if len(keys) > MAX_DOCUMENTS:
        problems.append(f"A topic has at most {MAX_DOCUMENTS} documents.")
    if problems:
        raise ServiceRefused(*problems)
    return Document.objects.bulk_create(unsaved), notes


@transaction.atomic
def rename_document(*, document: Document, title: str, by: Membership) -> Document:
    """Set the title of a document, whose key and text never change. Returns the changed document. Raises NotAllowed."""
    check_manage(by.role)
    locked = Document.objects.select_for_update().get(pk=document.pk)
    locked.title = title.strip()
    locked.save(update_fields=["title"])
    return locked


@transaction.atomic
def delete_document(*, document: Document, by: Membership) -> None:
    """Delete a document. Raises NotAllowed, and ServiceRefused if a list of items contains its sentences."""
    check_manage(by.role)
    try:
        document.delete()
    except RestrictedError as error:
        raise ServiceRefused(
            f"“{document}” cannot be deleted: a list of items has its sentences. Delete the list first."
        ) from error


@transaction.atomic
def correct_sentences(*, document: Document, first_words: Iterable[int], by: Membership) -> Document:
    """Change where the sentences of a document begin. ``first_words``: the index of the first word of each sentence.

    The first word of the text always begins a sentence. Lists of items keep the sentences that they have. Returns the
    changed document. Raises NotAllowed unless ``by`` manages the project, ServiceRefused for an invalid index.
    """
    check_manage(by.role)
    locked = Document.objects.select_for_update().get(pk=document.pk)
    try:
        spans = group_spans(locked.text, locked.words, locked.sentences, first_words)
    except IndexError as error:
        raise ServiceRefused(f"The document has no word {error}.") from error
    locked.sentences = [bound for span in spans for bound in span]
    locked.save(update_fields=["sentences"])
    return locked


def _unsaved_document(
    topic: Topic, new: NewDocument, key: str, position: int, used_keys: set[str]
) -> tuple[Document, list[str]]:
    """Returns the document, not saved yet, and notes on what was changed in its text."""
    if not 0 < len(key) <= LONGEST_KEY or url_name_problem(key):
        raise ServiceRefused("A document's key has 1 to 100 characters and no slash, because it is used in URLs.")
    if key in used_keys:
        raise ServiceRefused("this topic already has a document with this key.")
    columns, notes = text_columns(new.text)
    if not columns["words"]:
        raise ServiceRefused("This text contains no words.")
    return Document(topic=topic, key=key, title=new.title.strip(), position=position, **columns), notes
