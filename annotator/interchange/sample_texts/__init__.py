"""Reads the sample project from TOML files, which are easy to read and change.

In the files, contributors and units are quotations from a text; ``read_sample()`` converts them to half-open spans
of code points. Pure: no Django, no database.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

Span = tuple[int, int]
Quote = str | Mapping[str, Any]
"""Words that occur once in a text, or `{"quote": words, "occurrence": n}` for their n-th occurrence (from 1)."""


@dataclass(frozen=True, slots=True)
class SampleText:
    """A model or peer summary of one paragraph; `summarizer` is a code, the same in every topic."""

    summarizer: str
    text: str


@dataclass(frozen=True, slots=True)
class SampleScu:
    """An SCU. ``contributors``: by index of the model, the contributor's parts in text order."""

    label: str
    comment: str
    contributors: Mapping[int, tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class SampleUnit:
    """A unit of a peer. ``peer``, ``scu``: indexes in the topic's peers and SCUs; ``scu`` is None without a match."""

    peer: int
    scu: int | None
    comment: str
    parts: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class SampleTopic:
    """A topic; it may have no SCUs, so that users can annotate it themselves."""

    key: str
    title: str
    statement: str
    models: tuple[SampleText, ...]
    peers: tuple[SampleText, ...]
    scus: tuple[SampleScu, ...]
    units: tuple[SampleUnit, ...]


@dataclass(frozen=True, slots=True)
class SampleProject:
    """The sample project; ``guidelines`` is Markdown that also reads well as plain text."""

    slug: str
    name: str
    guidelines: str
    topics: tuple[SampleTopic, ...]


def read_sample() -> SampleProject:
    """The sample project with spans for all quotes. Raises ValueError for a quote that is not in its text."""
    project = tomllib.loads(_read("project.toml"))
    topics = tuple(_topic(key, tomllib.loads(_read(f"{key}.toml"))) for key in project["topics"])
    return SampleProject(project["slug"], project["name"], _read("guidelines.md"), topics)


def _topic(key: str, content: Mapping[str, Any]) -> SampleTopic:
    models, peers = (
        tuple(SampleText(row["summarizer"], " ".join(row["text"].split())) for row in content[kind])
        for kind in ("models", "peers")
    )
    model_indexes = {model["letter"]: index for index, model in enumerate(content["models"])}
    scus = content.get("scus", ())
    scu_indexes = {scu["key"]: index for index, scu in enumerate(scus)}
    return SampleTopic(
        key,
        content["title"],
        content["statement"],
        models,
        peers,
        tuple(_scu(scu, models, model_indexes) for scu in scus),
        tuple(
            SampleUnit(
                peer,
                scu_indexes[unit["scu"]] if "scu" in unit else None,
                unit.get("comment", ""),
                find_spans(unit["quotes"], peers[peer].text),
            )
            for peer, row in enumerate(content["peers"])
            for unit in row.get("units", ())
        ),
    )


def _scu(content: Mapping[str, Any], models: Sequence[SampleText], model_indexes: Mapping[str, int]) -> SampleScu:
    contributors = {
        model_indexes[letter]: find_spans(quotes, models[model_indexes[letter]].text)
        for letter, quotes in content["contributors"].items()
    }
    return SampleScu(content["label"], content.get("comment", ""), contributors)


def find_spans(quotes: Sequence[Quote], text: str) -> tuple[Span, ...]:
    """The spans of quotes in a text. Raises ValueError for a missing quote, or an ambiguous one without a number."""
    spans = []
    for quote in quotes:
        words, number = (quote, None) if isinstance(quote, str) else (quote["quote"], quote["occurrence"])
        occurrences = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text)]
        if len(occurrences) < (number or 1) or (number is None and len(occurrences) > 1):
            raise ValueError(
                f"“{words}” occurs {len(occurrences)} times in “{text[:40]}...”; number {number} is needed."
            )
        spans.append(occurrences[(number or 1) - 1])
    return tuple(spans)


def _read(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
