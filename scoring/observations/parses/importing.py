"""Imports files of parses into a project, and deletes parses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.texts.cleaning import decode_text
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused
from scoring.observations.parses.models import MAX_PARSER, Parse
from scoring.observations.parses.texts import DOCUMENT, SUMMARY, ProjectTexts, TextKey
from scoring.observations.text_files.parse_kinds import PARSE_KINDS, Original, ParseKind, kind_of_file, split_file
from scoring.observations.topic_documents import as_text

MAX_PROBLEMS = 20
"""The most faults that a refusal names."""
ROWS_PER_QUERY = 200

ParseKey = tuple[str, TextKey]
"""The name of the kind of a parse, and its text."""


@dataclass(frozen=True, slots=True)
class ParseFile:
    """A file to import. ``name``: its path with "/" between folders; ``kind``: None to tell it by the name's suffix."""

    name: str
    data: bytes
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class ParseReport:
    """What an import did: numbers of parses. ``unmatched``: the files, or texts in files, whose names no text of the
    project has.
    """

    added: int
    replaced: int
    unchanged: int
    unmatched: list[str]
    dry_run: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _NewParse:
    """A parse to store. ``place``: the file, and the name in the file, that it comes from; for messages."""

    content: str
    parser: str
    file_name: str
    place: str

    @property
    def digest(self) -> str:
        return sha256(self.content.encode()).hexdigest()


@dataclass
class _Import:
    """The parses that are to be stored, and what is wrong or unmatched."""

    texts: ProjectTexts
    parser: str
    parses: dict[ParseKey, _NewParse] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)

    def read(self, file: ParseFile) -> None:
        """Read a file, and keep the parses whose names are those of texts."""
        try:
            kind = PARSE_KINDS[file.kind] if file.kind else kind_of_file(file.name)
            content = decode_text(file.data)
            parser = self.parser or kind.parser(content)
            for name, parse in split_file(kind, content):
                place = f"{file.name}, “{name}”" if name else file.name
                self._add(kind, name or file.name, _NewParse(parse, parser[:MAX_PARSER], file.name[-255:], place))
        except FormatError as error:
            self.problems.append(f"{file.name}: {error}")

    def _add(self, kind: ParseKind, name: str, parse: _NewParse) -> None:
        equal_texts = self.texts.with_hash(name)
        texts = equal_texts or self.texts.named(name)
        if not texts:
            self.unmatched.append(parse.place)
        if len(texts) > 1 and not equal_texts:
            paths = " or ".join(sorted(self.texts.paths[text] for text in texts)[:2])
            self.problems.append(f"{parse.place} may belong to {paths}: put the folder before the name.")
            return
        for text in texts:
            if earlier := self.parses.get((kind.name, text)):
                self.problems.append(f"{earlier.place} and {parse.place} both belong to {self.texts.paths[text]}.")
            self.parses[kind.name, text] = parse

    def check(self) -> None:
        """Compare each parse with its text."""
        for key, original in self.texts.originals({key for _, key in self.parses}):
            for kind in PARSE_KINDS.values():
                if (kind.name, key) in self.parses:
                    self._check(kind, key, self.parses[kind.name, key], original)

    def _check(self, kind: ParseKind, key: TextKey, parse: _NewParse, original: Original) -> None:
        try:
            kind.complete(as_text(original.text, original.sentences), original, parse.content)
        except FormatError as error:
            self.problems.append(f"{parse.place}: {self.texts.paths[key]}: {error}")


@transaction.atomic
def import_parses(
    *,
    project: Project,
    files: Iterable[ParseFile],
    by: Membership | None,
    parser: str = "",
    dry_run: bool = False,
) -> ParseReport:
    """Import parses of the project's summaries and documents. A text that has a parse of the kind gets the new parse.

    A file, or a text in a file, has the name that `export_texts` gives to the text, with or without its folder, or the
    SHA-256 of the text. ``parser``: the program that made the parses; "" for what the files say. ``by``: None for a
    command.

    Raises NotAllowed unless ``by`` manages the project. If anything is wrong, imports nothing and raises ServiceRefused
    with the first MAX_PROBLEMS faults.
    """
    if by is not None:
        check_manage(by.role)
    Project.objects.select_for_update().get(pk=project.pk)  # two imports at once must not store two parses of a text
    new = _Import(ProjectTexts(project), parser.strip())
    for file in files:
        new.read(file)
    new.check()
    if not new.parses and not new.problems:
        new.problems.append("None of the names is that of a text of the project.")
    if new.problems:
        more = len(new.problems) - MAX_PROBLEMS
        raise ServiceRefused(*new.problems[:MAX_PROBLEMS], *([f"And {more} more."] if more > 0 else []))
    return _store(project, new, by.user if by else None, dry_run=dry_run)


@transaction.atomic
def delete_parses(*, project: Project, kind: str, by: Membership) -> int:
    """Delete all parses of a kind. Returns their number. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    return sum(parses.filter(kind=kind).delete()[0] for parses in _parses(project))


def _store(project: Project, new: _Import, by: User | None, *, dry_run: bool) -> ParseReport:
    """Store the parses that are new or differ from the stored parses. ``dry_run``: only count them."""
    digests = _digests(project)
    changed = {key: parse for key, parse in new.parses.items() if digests.get(key) != parse.digest}
    replaced = changed.keys() & digests.keys()
    if not dry_run:
        _delete(replaced)
        Parse.objects.bulk_create((_row(key, parse, by) for key, parse in changed.items()), batch_size=ROWS_PER_QUERY)
    return ParseReport(
        len(changed) - len(replaced), len(replaced), len(new.parses) - len(changed), new.unmatched, dry_run
    )


def _digests(project: Project) -> Mapping[ParseKey, str]:
    summaries, documents = (rows.values_list("kind", "summary", "document", "digest") for rows in _parses(project))
    rows: Sequence[Any] = [*summaries, *documents]
    return {
        (kind, (SUMMARY, summary) if summary else (DOCUMENT, document)): digest
        for kind, summary, document, digest in rows
    }


def _parses(project: Project) -> Any:
    """Returns the parses of summaries, and those of documents."""
    return (
        Parse.objects.filter(summary__topic__project=project),
        Parse.objects.filter(document__topic__project=project),
    )


def _delete(keys: Iterable[ParseKey]) -> None:
    for kind in PARSE_KINDS:
        for field_name in (SUMMARY, DOCUMENT):
            pks = [pk for of_kind, (of_field, pk) in keys if (of_kind, of_field) == (kind, field_name)]
            Parse.objects.filter(kind=kind, **{f"{field_name}__in": pks}).delete()


def _row(key: ParseKey, parse: _NewParse, by: User | None) -> Parse:
    kind, (field_name, pk) = key
    return Parse(
        kind=kind,
        content=parse.content,
        digest=parse.digest,
        parser=parse.parser,
        file_name=parse.file_name,
        created_by=by,
        **{f"{field_name}_id": pk},
    )
