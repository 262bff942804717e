"""Services that store extracts of systems: sentences that a system chose from a topic's documents."""

import re
from collections.abc import Collection, Sequence

from django.db import transaction

from annotator.judgments.models import Extract, ExtractedItem, Item, ItemList
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.permissions import check_manage
from annotator.projects.texts import NewSummary, add_summaries
from annotator.web.refusals import ServiceRefused
from annotator.web.url_names import url_name_problem

LONGEST_NAME = 100
LONGEST_LABEL = 40
_KEY_AND_NUMBER = re.compile(r"(.+)[.](\d+)")  # such as "41.2": the document's key and the sentence's number
_NUMBER = re.compile(r"[1-9]\d{0,5}", re.ASCII)


@transaction.atomic
def add_extract(
    *,
    topic: Topic,
    summarizer: str,
    sentences: Sequence[str],
    by: Membership | None,
    label: str = "",
    items: ItemList | None = None,
    file_name: str = "",
) -> tuple[Extract, list[str]]:
    """Store the sentences that a summarizer chose, in the order of the extract.

    ``sentences``: their keys (``41#2``), or their numbers on pages (``41.2``; ``2`` if there is one document).
    ``items``: the list of the documents' sentences that contains them; by default the topic's last list, which is
    created if there is none. ``by``: None for an import, whose permission has been checked. Returns the extract,
    and notes: on repeated sentences, which count once, or if there are no sentences. Raises NotAllowed unless ``by``
    manages the project; ServiceRefused for sentences that the list lacks, or for a second extract with this summarizer
    and label.
    """
    if by is not None:
        check_manage(by.role)
    summarizer, label = summarizer.strip(), label.strip()
    _check_names(summarizer, label)
    Topic.objects.select_for_update().get(pk=topic.pk)
    items = items or sentence_list_of(topic=topic, by=by)
    if items.topic_id != topic.pk or items.source != ItemList.Source.DOCUMENT_SENTENCES:
        raise ServiceRefused("An extract needs a list of the sentences of this topic's documents.")
    if Extract.objects.filter(items=items, summarizer=summarizer, label=label).exists():
        name = f"{summarizer} {label}".strip()
        raise ServiceRefused(f"List {items.number} already has an extract “{name}”; give this one another label.")
    chosen, notes = _chosen_items(items, sentences)
    extract = Extract.objects.create(
        items=items,
        summarizer=summarizer,
        label=label,
        summary=_peer_of_same_text(topic, summarizer, chosen),
        file_name=file_name[-255:],
    )
    ExtractedItem.objects.bulk_create(
        ExtractedItem(extract=extract, item=item, position=position) for position, item in enumerate(chosen, start=1)
    )
    return extract, notes


@transaction.atomic
def keep_as_peer(*, extract: Extract, by: Membership | None) -> Summary:
    """Make the sentences of an extract a peer of its summarizer, unless it has this peer already. Returns the peer.

    An existing peer with the same words becomes the extract's peer, so that no text is stored twice. ``by``: None for
    a command. Raises NotAllowed unless ``by`` manages the project, ServiceRefused if the extract has no sentences, or
    if the summarizer has a peer with another text.
    """
    if by is not None:
        check_manage(by.role)
    topic = Topic.objects.select_for_update().get(item_lists__extracts=extract.pk)
    locked = Extract.objects.select_for_update().get(pk=extract.pk)
    if locked.summary is not None:
        return locked.summary
    chosen = locked.extracted_items.select_related("item").order_by("position")
    items = [extracted.item for extracted in chosen]
    if not items:
        raise ServiceRefused(f"{locked}: an extract without sentences cannot be a peer.")
    peer = _peer_of_same_text(topic, locked.summarizer, items)
    if peer is None:
        _check_no_peer(topic, locked.summarizer)
        text = "\n".join(" ".join(item.text.split()) for item in items)
        (peer,), _ = add_summaries(
            topic=topic, summaries=[NewSummary(Summary.Kind.PEER, locked.summarizer, text)], by=by
        )
    locked.summary = peer
    locked.save(update_fields=["summary"])
    return peer


@transaction.atomic
def delete_extract(*, extract: Extract, by: Membership) -> None:
    """Delete an extract. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    extract.delete()


def sentence_list_of(*, topic: Topic, by: Membership | None) -> ItemList:
    """The topic's last list of its documents' sentences, which is created if there is none.

    Raises ServiceRefused if the topic has no documents.
    """
    last = topic.item_lists.filter(source=ItemList.Source.DOCUMENT_SENTENCES).order_by("number").last()
    return last or create_document_sentence_list(topic=topic, by=by)


def _check_names(summarizer: str, label: str) -> None:
    if not 0 < len(summarizer) <= LONGEST_NAME or url_name_problem(summarizer):
        raise ServiceRefused("A summarizer's name has 1 to 100 characters and no slash, because it is used in URLs.")
    if len(label) > LONGEST_LABEL or not label.isprintable():
        raise ServiceRefused(f"A label has at most {LONGEST_LABEL} characters, all of them visible.")


def _check_no_peer(topic: Topic, summarizer: str) -> None:
    """Raises ServiceRefused if the summarizer has a peer, such as an extract of another length."""
    if topic.summaries.filter(kind=Summary.Kind.PEER, summarizer=summarizer).exists():
        raise ServiceRefused(
            f"{summarizer} already has a peer with another text on topic {topic.key}, and a summarizer has only one "
            "peer on each topic. Delete that peer first, or add the extract without making it a peer."
        )


def _chosen_items(items: ItemList, sentences: Sequence[str]) -> tuple[list[Item], list[str]]:
    """Returns the items of the sentences in their order, each once, and notes. Raises ServiceRefused."""
    by_key = {item.key: item for item in items.items.select_related("document").defer("document__text")}
    documents = {item.document_id: item.document for item in by_key.values()}
    only_document = next(iter(documents.values())) if len(documents) == 1 else None
    chosen: dict[str, Item] = {}
    notes, unknown = list[str](), list[str]()
    for sentence in sentences:
        key = _key_of(sentence.strip(), by_key.keys(), only_document.key if only_document else "")
        if key is None:
            unknown.append(sentence)
        elif key in chosen:
            notes.append(f"Sentence {sentence} is there twice; it counts once.")
        else:
            chosen[key] = by_key[key]
    if unknown:
        shown = ", ".join(f"“{sentence[:40]}”" for sentence in unknown[:3])
        more = f" and {len(unknown) - 3:,} more" if len(unknown) > 3 else ""
        raise ServiceRefused(f"List {items.number} of the documents’ sentences has no sentence {shown}{more}.")
    return list(chosen.values()), notes if chosen else [*notes, "The extract has no sentences, so its scores are 0."]


def _key_of(sentence: str, keys: Collection[str], only_document: str) -> str | None:
    """Returns the key of a sentence that is named by its key or its number on pages; None if the list lacks it."""
    possible_keys = [sentence]
    if match := _KEY_AND_NUMBER.fullmatch(sentence):
        possible_keys.append(f"{match[1]}#{match[2]}")
    if only_document and _NUMBER.fullmatch(sentence):
        possible_keys.append(f"{only_document}#{sentence}")
    return next((key for key in possible_keys if key in keys), None)


def _peer_of_same_text(topic: Topic, summarizer: str, items: Sequence[Item]) -> Summary | None:
    """Returns this summarizer's peer if it has the same words as the extract, else None."""
    peer = topic.summaries.filter(kind=Summary.Kind.PEER, summarizer=summarizer).first()
    words = [word for item in items for word in item.text.split()]
    return peer if peer and words and peer.text.split() == words else None
