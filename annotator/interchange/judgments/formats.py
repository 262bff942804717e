"""The formats of judgment files by the names that the commands use."""

from collections.abc import Callable, Mapping
from functools import partial

from annotator.interchange.judgment_files.duc_scores import read_duc_scores
from annotator.interchange.judgment_files.litepyramid import read_results
from annotator.interchange.judgment_files.long_table import read_judgments
from annotator.interchange.judgment_files.mead import read_utilities
from annotator.interchange.judgment_files.nist_tables import read_duc_table, read_tac_manual
from annotator.interchange.judgment_files.nuggets import read_assignments
from annotator.interchange.judgment_files.qapyramid import read_qapyramid
from annotator.interchange.judgment_files.reading import JudgmentFile
from annotator.interchange.judgment_files.rose import read_rose

FORMATS = (
    "table", "nuggets", "duc-table", "tac-manual", "duc-scores", "litepyramid", "mead", "acu", "qapyramid"
)  # fmt: skip
WITHOUT_JUDGE = ("nuggets", "acu")


def reader_of(file_format: str, *, judge: str, question: str) -> Callable[[bytes], JudgmentFile]:
    """Returns the reader of a format. ``judge``: for files that name none; ``question``: for tables that name none."""
    readers: Mapping[str, Callable[[bytes], JudgmentFile]] = {
        "table": read_judgments,
        "nuggets": partial(read_assignments, judge=judge),
        "duc-table": lambda data: read_duc_table(data, question=question).content,
        "tac-manual": partial(read_tac_manual, kind="peer"),
        "duc-scores": lambda data: read_duc_scores(data).content,
        "litepyramid": read_results,
        "mead": read_utilities,
        "acu": partial(read_rose, judge=judge),
        "qapyramid": read_qapyramid,
    }
    return readers[file_format]
