"""The names of document sentences, and the rule that every value of a scale is used."""

from typing import Any

import pytest

from tests.static.conftest import Run

NAMES = """
const { SentenceNames } = await import("pyramidion/judgments/sentences/sentence_names.js");
const { items, documents, typed } = given;
const names = new SentenceNames(items, documents);
const near = items[0];
return {
  names: items.map(({ position }) => names.nameOf(position)),
  meant: typed.map((text) => names.itemNamed(text, near)?.position ?? (names.isBeginning(text, near) ? "more" : "none")),
};
"""


def _run(run: Run, keys: list[str], typed: list[str]) -> Any:
    """Names the sentences of two documents of three sentences, of which the list leaves out the first."""
    spans = [(0, 5), (6, 9), (10, 12)]
    items = [
        {"position": position, "document_key": key, "start": start, "text": "x"}
        for position, (key, (start, _)) in enumerate([(key, span) for key in keys for span in spans][1:], start=1)
    ]
    documents = [{"key": key, "sentences": [offset for span in spans for offset in span]} for key in keys]
    return run(NAMES, {"items": items, "documents": documents, "typed": typed})


def test_sentences_are_named_by_document_and_number_in_it(run: Run) -> None:
    found = _run(run, ["41", "81"], ["41.2", "81,1", "3", "2.1", "4", "81.", "9", "81.4"])
    assert found["names"] == ["41.2", "41.3", "81.1", "81.2", "81.3"]
    # “3” is of the same document; “2.1” is of the second document; “4” and “81.” can still become names.
    assert found["meant"] == [1, 3, 2, 3, "more", "more", "none", "none"]


def test_documents_with_long_keys_are_named_by_their_place(run: Run) -> None:
    found = _run(run, ["FT911-3", "AP880911-0016"], ["1.2", "2.3", "FT911-3.2"])
    assert found == {"names": ["1.2", "1.3", "2.1", "2.2", "2.3"], "meant": [1, 5, "none"]}


@pytest.mark.parametrize(
    ("values", "sentences"),
    [
        ([1, 2, 3], []),
        ([1, 1, 3, None], ["Best: each value must be used at least once; not used yet: 2."]),
        ([1, 1], []),  # two summaries cannot have three values
    ],
)
def test_unused_values_are_named_where_all_can_be_used(
    run: Run, values: list[int | None], sentences: list[str]
) -> None:
    script = """
    const { unusedValues } = await import("pyramidion/judgments/compare/every_value.js");
    const sheetQuestions = [{ key: "best", name: "Best", minimum: 1, maximum: 3, step: 1 }];
    return unusedValues(given.map((value) => ({ sheetQuestions, value: () => value })));
    """
    assert run(script, values) == sentences
