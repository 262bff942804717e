"""The sample project: texts and annotation written for it, kept as TOML files that people can read and amend.

``load()`` turns the files into frozen dataclasses. Pure: no Django, no database. In the files contributors and units
are given by quotes of the text; here they are half-open spans of code points, each found as whole words in its place.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from .quotes import SampleError, Span, locate_all

__all__ = [
    "SampleError",
    "SampleModel",
    "SamplePeer",
    "SampleProject",
    "SampleScu",
    "SampleTopic",
    "SampleUnit",
    "load",
]


@dataclass(frozen=True, slots=True)
class SampleModel:
    """A model summary; ``text`` is one paragraph without a line end."""

    letter: str
    summarizer: str
    text: str


@dataclass(frozen=True, slots=True)
class SamplePeer:
    """A peer summary; its summarizer has the same code in every topic."""

    summarizer: str
    text: str


@dataclass(frozen=True, slots=True)
class SampleScu:
    """A content unit. ``contributors``: for each index into the topic's models its parts, in text order."""

    key: str
    label: str
    comment: str
    contributors: Mapping[int, tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class SampleUnit:
    """One mention in a peer. ``peer`` and ``scu`` are indexes into the topic's; ``scu`` None: matches nothing."""

    peer: int
    scu: int | None
    comment: str
    parts: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class SampleTopic:
    """A topic; without SCUs it is one to try things on."""

    key: str
    title: str
    statement: str
    models: tuple[SampleModel, ...]
    peers: tuple[SamplePeer, ...]
    scus: tuple[SampleScu, ...]
    peer_units: tuple[SampleUnit, ...]


@dataclass(frozen=True, slots=True)
class SampleProject:
    """The whole project; ``guidelines`` is Markdown that also reads well as plain text."""

    slug: str
    name: str
    guidelines: str
    topics: tuple[SampleTopic, ...]


def load() -> SampleProject:
    """The sample project, with every quote resolved.

    Raises:
        SampleError: a quote is not found, or found more than once and not numbered; an SCU is unknown or named twice.
            The message names the quote.
    """
    project = tomllib.loads(_read("project.toml"))
    topics = tuple(topic_of(key, tomllib.loads(_read(f"{key}.toml"))) for key in project["topics"])
    return SampleProject(project["slug"], project["name"], _read("guidelines.md"), topics)


def topic_of(key: str, content: Mapping[str, Any]) -> SampleTopic:
    """A topic from its file's content. Raises ``SampleError`` as ``load`` does."""
    models = tuple(SampleModel(m["letter"], m["summarizer"], _one_line(m["text"])) for m in content["models"])
    peers = tuple(SamplePeer(p["summarizer"], _one_line(p["text"])) for p in content["peers"])
    scus = tuple(_scu(scu, models) for scu in content.get("scus", ()))
    index_of_scu = {scu.key: index for index, scu in enumerate(scus)}
    if len(index_of_scu) < len(scus):
        raise SampleError(f"In {key}, two SCUs have the same key.")
    units = tuple(
        _unit(unit, index, peers[index].text, index_of_scu)
        for index, peer in enumerate(content["peers"])
        for unit in peer.get("units", ())
    )
    return SampleTopic(key, content["title"], content["statement"], models, peers, scus, units)


def _scu(content: Mapping[str, Any], models: tuple[SampleModel, ...]) -> SampleScu:
    index_of_letter = {model.letter: index for index, model in enumerate(models)}
    contributors = {}
    for letter, quotes in content["contributors"].items():
        if letter not in index_of_letter:
            raise SampleError(f"The SCU {content['key']} has a contributor in {letter}, which is no model summary.")
        contributors[index_of_letter[letter]] = locate_all(quotes, models[index_of_letter[letter]].text)
    return SampleScu(content["key"], content["label"], content.get("comment", ""), contributors)


def _unit(content: Mapping[str, Any], peer: int, text: str, index_of_scu: Mapping[str, int]) -> SampleUnit:
    key = content.get("scu")
    if key is not None and key not in index_of_scu:
        raise SampleError(f"A unit is matched to {key}, which is no SCU.")
    scu = None if key is None else index_of_scu[key]
    return SampleUnit(peer, scu, content.get("comment", ""), locate_all(content["quotes"], text))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _read(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
