"""RoSE's content units and QAPyramid's question-answer pairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.interchange.judgment_files.qapyramid import read_qapyramid
from annotator.interchange.judgment_files.reading import TextRow
from annotator.interchange.judgment_files.rose import read_rose
from annotator.tables.csv_records import TableError

ROSE = Path(__file__).parents[5] / "shared" / "data" / "rose"
DOCUMENT = {
    "example_id": "e1",
    "reference": "The old dam broke.",
    "reference_acus": ["The dam broke.", "The dam was old."],
    "source": "A dam broke on Friday.",
    "system_outputs": {"bart": "The dam broke."},
    "annotations": {"bart": {"acu_labels": [1, 0], "acu": 0.5}, "reference": {"acu": [[]]}},
}


def refusal(read, value: Any) -> list[str]:
    with pytest.raises(TableError) as refused:
        read(json.dumps(value).encode())
    return refused.value.messages


@pytest.mark.parametrize("data", [json.dumps([DOCUMENT]), json.dumps(DOCUMENT) + "\n"])
def test_units_are_statements_and_labels_judgments(data: str) -> None:
    rose = read_rose(data.encode())
    assert [(row.summarizer, row.judge, row.item, row.value) for row in rose.rows] == [
        ("bart", "RoSE", "1", 1),
        ("bart", "RoSE", "2", 0),
    ]
    assert [(item.key, item.text) for item in rose.items] == [("1", "The dam broke."), ("2", "The dam was old.")]
    assert rose.texts == (
        TextRow("e1", "model", "reference", "The old dam broke."),
        TextRow("e1", "document", "source", "A dam broke on Friday."),
        TextRow("e1", "peer", "bart", "The dam broke."),
    )


def test_faults_of_rose_name_their_entry() -> None:
    def labels(values: list[object]) -> dict[str, Any]:
        return DOCUMENT | {"annotations": {"bart": {"acu_labels": values}}}

    assert refusal(read_rose, [1, labels([1]), labels([1, 2]), {"id": 4, "acu": "x"}, {"id": 5}]) == [
        "Entry 1: it is not a JSON object.",
        "Entry 2: bart has 1 labels for 2 units.",
        "Entry 3: acu_labels of bart is not a list of 0 and 1.",
        "Entry 4: acu is missing or is not a list of texts.",
        "Entry 5: reference is missing.",
    ]


@pytest.mark.skipif(not ROSE.is_dir(), reason=f"{ROSE} is not there")
def test_the_published_files_of_rose_are_read() -> None:
    # shared/data/README.md: 100 documents with 12 systems; 500 references with their units, two of them twice.
    protocols = read_rose((ROSE / "protocol-comparison.json").read_bytes())
    assert (len(protocols.texts), sum(text.kind == "peer" for text in protocols.texts)) == (1400, 1200)
    llm = read_rose((ROSE / "protocol-comparison-llm.json").read_bytes())
    assert (len({item.topic for item in llm.items}), len(llm.items)) == (100, 1092)
    assert len({item.topic for item in read_rose((ROSE / "acu-cnndm-test.json").read_bytes()).items}) == 500


PAIRS = {
    "bart": {"7": {"7_1": {"Who gave something? Police": [["w1", 1], ["w2", 0]], "When? Friday": [["w1", 1]]}}},
    "gpt": {"7": {"7_1": {"When? Friday": [["w1", 0]]}, "7_2": {"Who fell? Nobody": [["w1", 1]]}}},
}


def test_pairs_are_statements_under_their_verb_and_workers_judges() -> None:
    judged = read_qapyramid(json.dumps(PAIRS).encode())
    assert [(item.key, item.heading, item.text) for item in judged.items] == [
        ("7_1.1", "7_1", "Who gave something? Police"),
        ("7_1.2", "7_1", "When? Friday"),
        ("7_2.1", "7_2", "Who fell? Nobody"),
    ]
    assert [(row.summarizer, row.judge, row.item, row.value) for row in judged.rows] == [
        ("bart", "w1", "7_1.1", 1),
        ("bart", "w2", "7_1.1", 0),
        ("bart", "w1", "7_1.2", 1),
        ("gpt", "w1", "7_1.2", 0),
        ("gpt", "w1", "7_2.1", 1),
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "The file is not a JSON object of systems."),
        ({"bart": {"7": [1]}}, "System bart: 7 is not an object."),
        ({"bart": {"7": {"7_1": {"Who?": 1}}}}, "System bart: the judgments of “Who?” are not a list."),
        (
            {"bart": {"7": {"7_1": {"Who?": [["w1", 2]]}}}},
            "System bart: a judgment of “Who?” is not a worker with 0 or 1.",
        ),
    ],
)
def test_faults_of_qapyramid_name_their_system(value: Any, message: str) -> None:
    assert refusal(read_qapyramid, value) == [message]


def test_a_worker_with_two_answers_to_a_pair_is_refused() -> None:
    pairs = {"bart": {"7": {"7_1": {"Who?": [["w1", 1], ["w1", 0]]}}}}
    assert refusal(read_qapyramid, pairs) == ["bart, 7_1: w1 has another answer to the same question in bart, 7_1."]
