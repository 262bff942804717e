"""Values of measures as rows, means, and the output of other programs."""

import json
from collections.abc import Sequence

import pytest

from scoring.measures.automatic.short_name import parse_short_name
from scoring.studies.formats.metrics_lines import metrics_lines
from scoring.studies.formats.rouge_lines import NotPrintedByRouge, check_measures, rouge_lines, warnings
from scoring.studies.formats.rows import MeasuredRow, means, table_rows


def row(topic: str, summarizer: str, name: str, values: Sequence[float] = (), kind: str = "peer") -> MeasuredRow:
    measure = parse_short_name(name)[0]
    by_name = dict(zip(measure.values, values, strict=True)) if values else {}
    return MeasuredRow(topic, summarizer, kind, measure, by_name, "" if values else "no parse")


def test_means_are_over_the_topics_with_a_value() -> None:
    rows = [row("D1", "1", "lcs", [0.1]), row("D2", "1", "lcs", [0.3]), row("D3", "1", "lcs"), row("D1", "2", "lcs")]
    first, second = means(rows)
    assert first.as_json() == {
        "summarizer": "1",
        "kind": "peer",
        "measure": "lcs",
        "score": 0.2,
        "topics": 2,
        "undefined": 1,
    }
    assert second.as_json()["score"] is None
    assert list(table_rows([first])) == [{"topic": "", "summarizer": "1", "kind": "peer", "lcs": 0.2, "topics": 2}]


def test_lines_of_rouge_are_in_the_order_of_the_script() -> None:
    # The form of the lines: the script's output with -a -d. Numbers at the beginning of ids sort as numbers.
    rows = [
        row("10", "9", "rouge-l", [0.5, 0.25, 0.33333]),
        row("9", "9", "rouge-l", [0.25, 0.5, 0.33333]),
        row("9", "9", "rouge-2", [0.06012, 0.07, 0.06468]),
        row("D2", "10", "be-hm", [0.1, 0.2, 0.13333]),
        row("D1", "10", "be-hm", [0.0, 0.0, 0.0]),
        row("D3", "10", "be-hm"),
    ]
    header, *lines = rouge_lines(rows, "Pyramidion 1")
    assert header.startswith("# Pyramidion 1, as ROUGE-1.5.5 prints; averages are plain means")
    assert lines == [
        "---------------------------------------------",
        "10 ROUGE-BE-HM Average_R: 0.05000",
        "10 ROUGE-BE-HM Average_P: 0.10000",
        "10 ROUGE-BE-HM Average_F: 0.06667",
        ".............................................",
        "10 ROUGE-BE-HM Eval D1.10 R:0.00000 P:0.00000 F:0.00000",
        "10 ROUGE-BE-HM Eval D2.10 R:0.10000 P:0.20000 F:0.13333",
        "---------------------------------------------",
        "9 ROUGE-2 Average_R: 0.06012",
        "9 ROUGE-2 Average_P: 0.07000",
        "9 ROUGE-2 Average_F: 0.06468",
        ".............................................",
        "9 ROUGE-2 Eval 9.9 R:0.06012 P:0.07000 F:0.06468",
        "---------------------------------------------",
        "9 ROUGE-L Average_R: 0.37500",
        "9 ROUGE-L Average_P: 0.37500",
        "9 ROUGE-L Average_F: 0.33333",
        ".............................................",
        "9 ROUGE-L Eval 9.9 R:0.25000 P:0.50000 F:0.33333",
        "9 ROUGE-L Eval 10.9 R:0.50000 P:0.25000 F:0.33333",
    ]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["rouge-2", "lcs"], "ROUGE-1.5.5 has no measure lcs."),
        (["rouge-2", "rouge-2:stem=no"], "Lines of ROUGE-1.5.5 do not show parameters: give rouge-2 only once."),
    ],
)
def test_measures_that_the_script_cannot_print_are_refused(names, sentence) -> None:
    with pytest.raises(NotPrintedByRouge) as refusal:
        check_measures([parse_short_name(name)[0] for name in names])
    assert str(refusal.value) == sentence


def test_the_formula_of_the_paper_is_pointed_out() -> None:
    assert "rouge-w-1.2:formula=155" in warnings([parse_short_name("rouge-w-1.2")[0]])[0]
    assert warnings([parse_short_name("rouge-w-1.2:formula=155")[0]]) == []


def test_metrics_of_sacrerouge_have_a_line_for_each_summary() -> None:
    rows = [
        row("D1", "é", "rouge-2:jack=yes,stem=no", [0.5, 0.25, 0.33333]),
        row("D1", "é", "lcs", [0.75]),
        row("D1", "A", "rouge-2:jack=yes,stem=no", [0.1, 0.2, 0.3], kind="model"),
        row("D1", "A", "be-hm", kind="model"),
    ]
    lines = list(metrics_lines(rows))
    assert [json.loads(line) for line in lines] == [
        {
            "instance_id": "D1",
            "summarizer_id": "é",
            "summarizer_type": "peer",
            "metrics": {"rouge-2:stem=no_jk": {"recall": 0.5, "precision": 0.25, "f1": 0.33333}, "lcs": 0.75},
        },
        {
            "instance_id": "D1",
            "summarizer_id": "A",
            "summarizer_type": "reference",
            "metrics": {"rouge-2:stem=no_jk": {"recall": 0.1, "precision": 0.2, "f1": 0.3}},
        },
    ]
    assert "é" in lines[0]
