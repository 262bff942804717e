"""Reads the sample study from TOML files, in which the marks of two annotators are written inside the texts.

A mark is ``{tags|words}``, and may contain other marks. A tag is the number of an SCU, or ``-`` for words of a peer
that match no SCU. A letter before it names the annotator; a tag without a letter belongs to both. So ``{3|words}``
belong to SCU 3, and ``{n3 t-|words}`` to SCU 3 for annotator n, but to no SCU for t. In a model, all words with the
same tag are one contributor. In a peer, each mark is a unit, except that ``{3+|words}`` are added to the last unit of
SCU 3.
Pure: no Django, no database.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from annotator.interchange.sample_texts import SampleScu, SampleText, SampleUnit, Span

NO_SCU = "-"
RESPONSIVENESS = "responsiveness"
"""The made-up assessors scored from 1 to 5 how well a peer answers its topic's question."""
MARK_BOUNDARY = re.compile(r"\{(?P<tags>[^|{}]+)\||\}")
TAG = re.compile(r"(?P<letter>[a-z]?)(?P<scu>\d+|-)(?P<plus>\+?)")


@dataclass(frozen=True, slots=True)
class Tag:
    """What a mark says about a span.

    ``letter``: of the annotator, or "" for all. ``scu``: a number, or NO_SCU.
    ``extends_last_unit``: the span belongs to the last unit of this SCU, instead of being a new unit.
    """

    letter: str
    scu: str
    extends_last_unit: bool
    span: Span


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text without its marks, and the tags of the marks in text order."""

    summarizer: str
    text: str
    tags: tuple[Tag, ...]

    def tags_by(self, letter: str) -> list[Tag]:
        """The tags of an annotator."""
        return [tag for tag in self.tags if tag.letter in ("", letter)]


@dataclass(frozen=True, slots=True)
class StudyAnnotation:
    """The work of an annotator on a topic. ``units``: matched to the SCUs of the topic's first annotator."""

    owner: str
    scus: tuple[SampleScu, ...]
    units: tuple[SampleUnit, ...]


@dataclass(frozen=True, slots=True)
class StudyDocument:
    """A text of one paragraph, with its title."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class StudyTopic:
    """A topic, with an annotation by each annotator, and a document: what the summaries are about."""

    key: str
    title: str
    statement: str
    document: StudyDocument
    models: tuple[SampleText, ...]
    peers: tuple[SampleText, ...]
    annotations: tuple[StudyAnnotation, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """The sample study. ``guidelines``: Markdown. ``drafts``: unfinished matchings: topic, peer and annotator."""

    slug: str
    name: str
    guidelines: str
    topics: tuple[StudyTopic, ...]
    drafts: frozenset[tuple[str, str, str]]


def read_study() -> Study:
    """Read the sample study. Raises ValueError for a mark that is not closed or has an unknown tag."""
    project = tomllib.loads(_read("project.toml"))
    documents = {
        key: StudyDocument(row["title"], " ".join(row["text"].split()))
        for key, row in tomllib.loads(_read("documents.toml")).items()
    }
    topics = tuple(
        read_topic(key, _read(f"{key}.toml"), project["annotators"], documents[key]) for key in project["topics"]
    )
    drafts = frozenset((draft["topic"], draft["peer"], draft["annotator"]) for draft in project["drafts"])
    return Study(project["slug"], project["name"], _read("guidelines.md"), topics, drafts)


def responsiveness_table() -> bytes:
    """The scores by the made-up assessors, as a CSV table with one score per line."""
    return _read(f"{RESPONSIVENESS}.csv").encode()


def read_topic(key: str, toml: str, annotators: Mapping[str, str], document: StudyDocument) -> StudyTopic:
    """A topic from its file. ``annotators``: names by letter; all of them match peers to the SCUs of the first."""
    content = tomllib.loads(toml)
    models = [read_marks(summarizer, text) for summarizer, text in content["models"].items()]
    peers = [read_marks(summarizer, text) for summarizer, text in content["peers"].items()]
    if unknown_letters := {tag.letter for text in (*models, *peers) for tag in text.tags} - {"", *annotators}:
        raise ValueError(f"Topic {key} has tags of unknown annotators: {', '.join(sorted(unknown_letters))}.")
    scu_numbers = {letter: _used_scus(models, letter) for letter in annotators}
    matched_numbers = next(iter(scu_numbers.values()))
    comments = {(row["peer"], row["tag"]): row["comment"] for row in content.get("comments", ())}
    annotations = []
    for letter, owner in annotators.items():
        labels = content["scus"] | content.get("labels", {}).get(letter, {})
        scus = tuple(_scu(number, labels[number], models, letter) for number in scu_numbers[letter])
        units = tuple(
            unit for index, peer in enumerate(peers) for unit in _units(index, peer, letter, matched_numbers, comments)
        )
        annotations.append(StudyAnnotation(owner, scus, units))
    model_texts, peer_texts = (
        tuple(SampleText(text.summarizer, text.text) for text in marked_texts) for marked_texts in (models, peers)
    )
    return StudyTopic(
        key, content["title"], content["statement"], document, model_texts, peer_texts, tuple(annotations)
    )


def read_marks(summarizer: str, marked_text: str) -> MarkedText:
    """Separate a text from its marks; line ends become spaces. Raises ValueError for a wrong mark."""
    source = " ".join(marked_text.split())
    text, position, tags, open_marks = "", 0, [], []
    for boundary in MARK_BOUNDARY.finditer(source):
        text, position = text + source[position : boundary.start()], boundary.end()
        if boundary["tags"]:
            open_marks.append((len(text), boundary["tags"].split()))
        elif open_marks:
            start, tag_texts = open_marks.pop()
            tags += [_tag(tag_text, (start, len(text))) for tag_text in tag_texts]
        else:
            raise ValueError(f"A mark is closed that was not opened, after “{text[-30:]}”.")
    text += source[position:]
    if open_marks:
        raise ValueError(f"The mark at “{text[open_marks[0][0] :][:30]}” is not closed.")
    return MarkedText(summarizer, text, tuple(sorted(tags, key=lambda tag: tag.span)))


def _tag(text: str, span: Span) -> Tag:
    match = TAG.fullmatch(text)
    if match is None:
        raise ValueError(f"“{text}” is no tag.")
    return Tag(match["letter"], match["scu"], extends_last_unit=bool(match["plus"]), span=span)


def _used_scus(models: Iterable[MarkedText], letter: str) -> list[str]:
    return sorted({tag.scu for model in models for tag in model.tags_by(letter) if tag.scu != NO_SCU}, key=int)


def _scu(number: str, label: str, models: Iterable[MarkedText], letter: str) -> SampleScu:
    contributors = {
        index: _joined((tag.span for tag in model.tags_by(letter) if tag.scu == number), model.text)
        for index, model in enumerate(models)
    }
    return SampleScu(label, "", {index: parts for index, parts in contributors.items() if parts})


def _units(
    peer: int, text: MarkedText, letter: str, scu_numbers: list[str], comments: Mapping[tuple[str, str], str]
) -> Iterator[SampleUnit]:
    """The units of a peer. ``comments``: by summarizer and tag, such as "n3"; each is for the tag's first unit."""
    marked_units: list[tuple[str, list[Span]]] = []  # the number of the SCU or NO_SCU, and the parts
    for tag in text.tags_by(letter):
        if tag.extends_last_unit:
            next(parts for number, parts in reversed(marked_units) if number == tag.scu).append(tag.span)
        else:
            marked_units.append((tag.scu, [tag.span]))
    commented = set()
    for number, parts in marked_units:
        scu = None if number == NO_SCU else scu_numbers.index(number)
        comment = "" if number in commented else comments.get((text.summarizer, f"{letter}{number}"), "")
        commented.add(number)
        yield SampleUnit(peer, scu, comment, _joined(parts, text.text))


def _joined(spans: Iterable[Span], text: str) -> tuple[Span, ...]:
    """The spans in text order; neighbours without a word between them are joined."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and not re.search(r"\w", text[joined[-1][1] : start]):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _read(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
