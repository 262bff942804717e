"""Adds judgments of each kind to the sample project, from files in the formats that users import."""

import tomllib
from datetime import datetime
from importlib.resources import files
from typing import Any

from annotator.interchange import sample_texts
from annotator.interchange.judgments.formats import ReadOptions, sources_of
from annotator.interchange.judgments.importing import import_judgments
from annotator.judgments.models import ItemList
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.extracts import add_extract, keep_as_peer
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.judgments.services.item_lists import (
    create_document_sentence_list,
    create_released_statement_list,
    create_sentence_unit_list,
)
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Membership, Topic
from annotator.work.release_models import Release

_FOLDER = files(sample_texts).joinpath("judgments")
_INSTRUMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "quality": ("duc-quality", {}),
    "coverage": ("see-2002", {"against": "all"}),
    "utility": ("mead-utility", {}),
    "best-sentences": ("best-sentences", {"size": 5}),
    "presence": ("presence", {}),
}
"""The preset and the settings of each instrument, by its key. Its judgments are in the file ``<key>.csv``."""
_EXTRACTS = {
    "lead": ("courier#1", "courier#2", "review#1", "review#2", "letters#1"),
    "central": ("courier#5", "courier#1", "courier#7", "review#5", "letters#1"),
}
"""The keys of the extracted sentences, by summarizer."""
_PROGRAM, _PROGRAM_VERSION = "presence-program.csv", "1.0"
_MODELS_WITH_UNITS = 2


def load_judgments(*, topic: Topic, release: Release, manager: Membership, now: datetime) -> None:
    """Add documents, lists of items, and finished sheets of several judges to the sample topic "mill".

    The judges are members without accounts; one of them is a program.
    """
    sentence_list = _load_documents(topic, _content("documents.toml"), manager)
    for summarizer, sentence_keys in _EXTRACTS.items():
        add_extract(topic=topic, summarizer=summarizer, sentences=sentence_keys, by=manager, items=sentence_list)
    for model in topic.summaries.model_summaries()[:_MODELS_WITH_UNITS]:
        create_sentence_unit_list(summary=model, by=manager)
    create_released_statement_list(release=release, by=manager)
    for key, (preset, settings) in _INSTRUMENTS.items():
        instrument = create_instrument(
            project=topic.project, key=key, name="", kind="", preset=PRESETS[preset], by=manager, **settings
        )
        set_instrument_state(instrument=instrument, state="open", by=manager)
        _import(topic, key, f"{key}.csv", now)
    _import(topic, "presence", _PROGRAM, now, program_version=_PROGRAM_VERSION)


def load_extracts(*, topic: Topic, manager: Membership, now: datetime) -> None:
    """Add a document and the extracts of four judges and two systems to the sample topic "turn". The systems'
    extracts become its peers. Call it after `load_judgments`, which creates the instrument.
    """
    content = _content("turn.toml")
    sentence_list = _load_documents(topic, content, manager)
    for summarizer, sentence_keys in content["extracts"].items():
        extract, _ = add_extract(
            topic=topic, summarizer=summarizer, sentences=sentence_keys, by=manager, items=sentence_list
        )
        keep_as_peer(extract=extract, by=manager)
    _import(topic, "best-sentences", "turn.csv", now)


def _content(name: str) -> dict[str, Any]:
    return tomllib.loads(_FOLDER.joinpath(name).read_text(encoding="utf-8"))


def _load_documents(topic: Topic, content: dict[str, Any], manager: Membership) -> ItemList:
    """Add the documents of a file to a topic. Returns the list of their sentences."""
    rows = content["documents"]
    new_documents = [NewDocument(row["key"], " ".join(row["text"].split()), row["title"]) for row in rows]
    add_documents(topic=topic, documents=new_documents, by=manager)
    return create_document_sentence_list(topic=topic, by=manager)


def _import(topic: Topic, key: str, name: str, now: datetime, program_version: str = "") -> None:
    """Import a file of judgments. Raises ValueError if the file does not fit the texts of the sample."""
    sources = sources_of("table", [(name, _FOLDER.joinpath(name).read_bytes())], ReadOptions())
    report = import_judgments(project=topic.project, key=key, sources=sources, now=now, program_version=program_version)
    if report.refused:
        raise ValueError(str(report.refused))
