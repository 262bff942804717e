"""Whatever is damaged in a file: its reader returns content or refuses the file with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest

from annotator.interchange.judgment_files.duc_scores import read_duc_scores
from annotator.interchange.judgment_files.items_table import read_items
from annotator.interchange.judgment_files.litepyramid import read_results, read_scus
from annotator.interchange.judgment_files.long_table import read_judgments
from annotator.interchange.judgment_files.mead import read_cluster, read_document, read_extract, read_utilities
from annotator.interchange.judgment_files.nist_tables import read_duc_table, read_tac_manual
from annotator.interchange.judgment_files.nuggets import read_answers, read_assignments, read_bank
from annotator.interchange.judgment_files.qapyramid import read_qapyramid
from annotator.interchange.judgment_files.rose import read_rose
from annotator.interchange.judgment_files.see import read_units
from annotator.texts.errors import FormatError
from tests.annotator.interchange.judgment_files import test_litepyramid as litepyramid
from tests.annotator.interchange.judgment_files import test_long_table as long_table
from tests.annotator.interchange.judgment_files import test_mead as mead
from tests.annotator.interchange.judgment_files import test_nist_tables as nist
from tests.annotator.interchange.judgment_files import test_nuggets as nuggets
from tests.annotator.interchange.judgment_files import test_rose_and_qapyramid as units
from tests.annotator.interchange.judgment_files import test_see as see

AUTO_JUDGE = {
    "query_id": "7",
    "title_query": "Why?",
    "claim_bank": {"c": {"claim": "It broke", "importance": 3}},
    "nugget_bank": {"q": {"question": "What?", "answers": {"rain": {}}}},
}
FILES: list[tuple[Callable[[bytes], object], str | bytes]] = [
    (read_judgments, long_table.EXAMPLE),
    (read_items, "topic,source,key,text,start,end\nmill,statements,1,It broke.,,\n"),
    (partial(read_duc_table, question=""), f"{nist.QUALITY}D1\tA\tB\t7\t1\t3\n"),
    (partial(read_tac_manual, kind="peer"), "D0801-A 1 0.5 4 3\n"),
    (read_duc_scores, nist.SCORES),
    (read_bank, nuggets.BANK),
    (read_bank, json.dumps(AUTO_JUDGE)),
    (partial(read_assignments, judge="ann"), nuggets.ASSIGNED),
    (read_answers, '{"topic_id": "1", "run_id": "lead", "answer": [{"text": "It broke."}]}'),
    (read_scus, litepyramid.SCUS),
    (read_results, litepyramid.results(litepyramid.result())),
    (partial(read_document, topic="7"), mead.DOCUMENT),
    (read_cluster, '<CLUSTER><D DID="41"/></CLUSTER>'),
    (read_utilities, mead.UTILITIES),
    (read_extract, '<EXTRACT QID="7" SYSTEM="lead"><S ORDER="1" DID="d1" SNO="2"/></EXTRACT>'),
    (partial(read_units, name=see.NAME), see.UNITS),
    (read_rose, json.dumps([units.DOCUMENT])),
    (read_qapyramid, json.dumps(units.PAIRS)),
]
PIECES = [b'"', b"\n", b"<", b",", b"\t", b"[", b"99999999999", b"\x00", b"-1", b"''", b"\r", b"\xff"]
VALUES: list[Any] = [None, 1, -1, 1.5, True, [], {}, "", "\x00", [1], {"a": 1}, 10**30]


def damaged_bytes(data: bytes, random: Random) -> bytes:
    """The bytes with some changed, removed or added."""
    damaged = bytearray(data)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(damaged))
        damaged[at : at + random.randrange(9)] = random.choice([*PIECES, bytes([random.randrange(256)]), b""])
        damaged = damaged or bytearray(b" ")
    return bytes(damaged)


def damaged_value(value: Any, random: Random) -> Any:
    """The value of a JSON text, with one of the values in it replaced or removed."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.2:
        return random.choice(VALUES)
    entries: list[tuple[Any, Any]] = list(value.items() if isinstance(value, dict) else enumerate(value))
    at = random.randrange(len(entries))
    entries[at] = (entries[at][0], damaged_value(entries[at][1], random))
    if random.random() < 0.1:
        del entries[at]
    return dict(entries) if isinstance(value, dict) else [entry for _, entry in entries]


@pytest.mark.parametrize("number", range(len(FILES)))
def test_a_damaged_file_is_read_or_refused(number: int) -> None:
    read, text = FILES[number]
    data = text.encode() if isinstance(text, str) else text
    read(data)
    for seed in range(60):
        random = Random(seed)
        damaged = damaged_bytes(data, random)
        if seed % 2 and data.startswith((b"{", b"[")):
            damaged = json.dumps(damaged_value(json.loads(data), random)).encode()
        with suppress(FormatError):
            read(damaged)
