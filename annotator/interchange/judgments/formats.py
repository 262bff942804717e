"""The formats in which judgments can be imported, by the names that commands use, and their readers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from annotator.interchange.judgment_files.duc_scores import read_duc_scores
from annotator.interchange.judgment_files.items_table import read_items
from annotator.interchange.judgment_files.litepyramid import read_results, read_scus
from annotator.interchange.judgment_files.long_table import read_judgments
from annotator.interchange.judgment_files.nist_tables import read_duc_table, read_tac_manual
from annotator.interchange.judgment_files.nuggets import read_answers, read_assignments, read_bank
from annotator.interchange.judgment_files.qapyramid import read_qapyramid
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile
from annotator.interchange.judgment_files.rose import read_rose
from annotator.interchange.judgment_files.see import read_units, see_name
from annotator.interchange.judgments.mead_sources import mead_sources
from annotator.interchange.judgments.sources import Source

TITLES = {
    "table": "Table of judgments (CSV or JSON Lines)",
    "items": "Table of items: units, sentences or statements (CSV or JSON Lines)",
    "nuggets": "Nuggets of TREC RAG: banks, judged answers or answers (JSON Lines)",
    "duc-table": "Ratings of DUC 2005 to 2007",
    "tac-manual": "Ratings of TAC (manual.peer, manual.model)",
    "duc-scores": "Scores of DUC 2005 or 2006 with ratings",
    "see": "Model units of SEE (HTML)",
    "litepyramid": "LitePyramid: SCUs or crowd workers’ answers (CSV)",
    "mead": "MEAD: .cluster, .docsent, .sentjudge, .extract",
    "acu": "RoSE: references, content units and their labels (JSON)",
    "qapyramid": "QAPyramid (JSON)",
}
"""The title that pages show for each format."""
FORMATS = tuple(TITLES)
DEFAULT_QUESTION = "content"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Details that a file may lack.

    ``judge``: who judged, for formats that name no judge. ``question``: its key, for tables that name no question.
    ``topic``: its key, for MEAD's documents without a cluster file.
    """

    judge: str = ""
    question: str = DEFAULT_QUESTION
    topic: str = ""


def sources_of(file_format: str, files: Sequence[tuple[str, bytes]], options: ReadOptions) -> list[Source]:
    """Returns a source for each file, or for all documents of a MEAD cluster together (see `Source`)."""
    if file_format == "mead":
        return mead_sources(files, topic=options.topic)
    readers: Mapping[str, Callable[[str, bytes, Sequence[ItemRow]], JudgmentFile]] = {
        "table": lambda _name, data, _known: read_judgments(data),
        "items": lambda _name, data, _known: read_items(data),
        "nuggets": lambda name, data, known: _read_nuggets(name, data, known, options.judge),
        "duc-table": lambda _name, data, _known: read_duc_table(data, question=options.question).content,
        "tac-manual": lambda name, data, _known: read_tac_manual(data, kind="model" if "model" in name else "peer"),
        "duc-scores": lambda _name, data, _known: read_duc_scores(data),
        "see": lambda name, data, _known: read_units(data, see_name(name)),
        "litepyramid": lambda _name, data, known: (
            read_results(data, scus=known) if _first_line_has(data, b"input.eventid") else read_scus(data)
        ),
        "acu": lambda _name, data, _known: read_rose(data, judge=options.judge),
        "qapyramid": lambda _name, data, _known: read_qapyramid(data),
    }
    return [Source(name, partial(readers[file_format], name, data)) for name, data in files]


def _read_nuggets(name: str, data: bytes, known: Sequence[ItemRow], judge: str) -> JudgmentFile:
    """Reads judged answers, answers, or a bank, depending on the fields in the first line."""
    if _first_line_has(data, b'"assignment"'):
        return read_assignments(data, judge=judge, bank=known)
    if _first_line_has(data, b'"answer"') and not _first_line_has(data, b'_bank"'):
        return read_answers(data, run=name.rpartition(".")[0] or name)
    return read_bank(data)


def _first_line_has(data: bytes, word: bytes) -> bool:
    return word in data.lstrip().partition(b"\n")[0].lower()
