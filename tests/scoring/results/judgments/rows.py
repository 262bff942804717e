"""Short ways to write rows of the long table of judgments."""

from annotator.judgments.table import JudgmentRow


def rating(topic: str, summarizer: str, judge: str, value: int | None, **columns) -> JudgmentRow:
    return row(topic, summarizer, judge, "", "", value, **({"question": "q1"} | columns))


def row(
    topic: str,
    summarizer: str,
    judge: str,
    item_list: str,
    item: str,
    value: int | None,
    *,
    question: str = "asked",
    kind: str = "peer",
    marks: str = "",
    state: str = "submitted",
) -> JudgmentRow:
    skipped = value is None and not marks
    return JudgmentRow(
        "key",
        topic,
        summarizer,
        kind,
        judge,
        item_list,
        question,
        item,
        value,
        skipped,
        tuple(marks.split()),
        state=state,
    )


def sheet(topic: str, summarizer: str, judge: str, item_list: str, values: str, **columns) -> list[JudgmentRow]:
    """A row for each of ``values``, which are separated by spaces, about the items 1, 2, ...; a point for no row."""
    return [
        row(topic, summarizer, judge, item_list, str(item), int(value), **columns)
        for item, value in enumerate(values.split(), 1)
        if value != "."
    ]
