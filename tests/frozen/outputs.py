"""All that comes out of a project: by commands, as files and over HTTP."""

import shlex
from collections.abc import Iterator
from io import StringIO
from itertools import chain, islice
from pathlib import Path

from django.core.management import CommandError, call_command
from django.test import Client

from tests.access.table import TABLE
from tests.frozen.normal import answer_text, cells, normal
from tests.frozen.places import Places, pattern

Outputs = dict[str, str]

COMMANDS = (
    "export_project {slug} --out ./out/project.json",
    "export_duc --project {slug} --out ./duc",
    *(
        f"export_scores --project {{slug}} --out ./out/scores --format {form} {flags}"
        for form in ("csv", "xlsx", "json", "duc")
        for flags in ("", "--include-drafts", "--humans jackknife", "--humans jackknife --include-drafts")
    ),
    *(
        f"export_scores --project {{slug}} --out - {flags}"
        for flags in (
            *("--shape wide --score recall", "--shape wide --score original --include-drafts --format json"),
            *("--rounding exact --include-drafts", "--x distinct --release 1 --include-drafts"),
            "--format duc --no-header --include-drafts",
        )
    ),
    *(
        f"score_files ./duc/*.pan --format {form} {flags}"
        for form in ("json", "csv", "table")
        for flags in ("", "--rounding floor --x distinct --weights summaries --non-matching skip")
    ),
    "agreement --project {slug} --json",
    "agreement --project {slug} --json --include-drafts --uncovered missing",
    "agreement --project {slug} --include-drafts",
    *(f"agreement --files ./duc/{names}.pyr --json" for names in ("*", "D1*")),
    "stability --project {slug} --json",
    "stability --project {slug} --json --include-drafts --score-peers --threshold 0.1 --peers 2",
    "stability --project {slug} --score-peers --peers 1 --json",
    "stability --project {slug} --score-peers",
    "stability ./duc/*.pyr --json",
    "check_log",
)
OF_GIVEN_FILES = (
    *(f"score_files ./given/peers/*.pan --format {form}" for form in ("json", "csv", "table")),
    "score_files ./given/peers/*.pan --format json --rounding exact --x distinct --weights summaries",
    *(f"agreement --files ./given/*.pyr --json --uncovered {policy}" for policy in ("singleton", "missing")),
    "agreement --files ./given/*.pyr",
    "stability ./given/annotator1.pyr --json",
    "stability ./given/annotator1.pyr --json --peers 2 --threshold 0.1",
    "stability ./given/annotator1.pyr ./given/annotator2.pyr",
    *(f"agreement --project {{slug}} --owner annotator1 --json {flags}" for flags in ("", "--release latest")),
    *(f"stability --project {{slug}} --owner annotator1 --score-peers {flags}" for flags in ("", "--json")),
    "import_duc --project again --json ./given",
)
QUERIES = {
    "/api/projects/p/scores/": ("?drafts=on", "?humans=jackknife&rounding=exact", "?x=distinct&score=recall&drafts=on"),
    "/api/projects/p/scores/export/": ("?file=xlsx&drafts=on", "?file=json&shape=wide", "?file=duc&drafts=on"),
    "/api/projects/p/agreement/": ("?drafts=on&uncovered=missing", "?drafts=on&squares=2&score=original"),
    "/api/projects/p/stability/": ("?drafts=on",),
    "/api/projects/p/diagnosis/": ("?drafts=on",),
}
"""What is asked of an address besides the plain question."""
MAX_PAGES = 3
"""So many pages of a route are asked for: of pages only the titles are kept."""


def command_outputs(slug: str, folder: Path, commands: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What each command prints and writes, by its line. Paths are those in the folder, where it runs."""
    (folder / "out").mkdir(exist_ok=True)
    for line in commands:
        words = [_paths(word, folder) for word in shlex.split(line.format(slug=slug))]
        if all(words):  # not where there are no such files
            yield " ".join(line.split()), normal(_ran([*chain(*words)], folder))


def _paths(word: str, folder: Path) -> list[str]:
    """The files that a word means, or the word."""
    if "*" in word:
        return [str(path) for path in sorted(folder.glob(word))]
    return [str(folder / word)] if word.startswith("./") else [word]


def _ran(words: list[str], folder: Path) -> str:
    out, err = StringIO(), StringIO()
    try:
        call_command(*words, stdout=out, stderr=err)
        end = "0"
    except CommandError as error:
        end = f"{error.returncode} {error}"
    told = [f"-- status {end}\n", "-- out\n", out.getvalue(), "-- err\n", err.getvalue()]
    for place in (folder / "out", *([folder / "duc"] if words[0] == "export_duc" else [])):
        for path in sorted(place.glob("*")):
            data = path.read_bytes()
            told += [f"-- file {path.name}\n", cells(data) if data.startswith(b"PK") else data.decode()]
            if place.name == "out":
                path.unlink()
    return "".join(told).replace(str(folder), "FOLDER")


def answers(slug: str, member: str, client: Client) -> Iterator[tuple[str, str]]:
    """The answers to a member of the project at all addresses, by their patterns."""
    places = Places(client, slug)
    for route in TABLE:
        if route.get:
            addresses = [*islice(places.addresses(route), None if route.api else MAX_PAGES)]
            addresses += [f"{address}{query}" for address in addresses for query in QUERIES.get(pattern(route), ())]
            told = [f"-- {address}\n{answer_text(client.get(address))}" for address in addresses]
            if told:
                yield f"GET {pattern(route)} by {member}", normal("".join(told))


def answers_outside_projects(client: Client) -> Iterator[tuple[str, str]]:
    """The answers at addresses that name no project."""
    for route in TABLE:
        if route.get and not route.args:
            yield f"GET {pattern(route)}", normal(answer_text(client.get(pattern(route))))
