"""Scores against different lists of items are not compared by tests, and the report says so."""

from scoring.results.judgments.report import JudgmentReport, judgment_report
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import data_of_rows
from tests.scoring.results.judgments.rows import rating, sheet

TOPICS = ("t1", "t2", "t3")


def report_of(kind: str, lists: dict[tuple[str, str], tuple[str, ...]], default: tuple[str, ...]) -> JudgmentReport:
    """Two summaries of three topics, judged by anna against ``default`` or the ``lists`` of topic and summarizer."""
    rows = [
        judgment
        for topic in TOPICS
        for name in "ab"
        for code in lists.get((topic, name), default)
        for judgment in sheet(topic, name, "anna", code, "1 0 1" if name == "a" else "0 0 1")
    ]
    return judgment_report(data_of_rows(rows, kind), JudgmentSettings())


def topics_tested(report: JudgmentReport) -> tuple[str, ...]:
    return report.tables[0].ranking.tested_topics


def warnings(report: JudgmentReport) -> list[str]:
    return [sentence for sentence in report.warnings if "mixes lists" in sentence]


def test_topics_with_summaries_judged_against_different_statements_are_not_tested() -> None:
    report = report_of("presence", {("t1", "b"): ("2",)}, ("1",))
    assert topics_tested(report) == ("t2", "t3")
    assert warnings(report) == ["Topic t1 mixes lists of items: 1; 2. Their scores are not comparable."]
    (note,) = [note for note in report.tables[0].ranking.test_notes if "t1" in note]
    assert note == "Topic t1 is left out of the tests: its peers are judged against different lists (1; 2)."


def test_summaries_that_lack_one_of_several_lists_are_not_compared_either() -> None:
    report = report_of("presence", {("t1", "b"): ("2",)}, ("1", "2"))
    assert topics_tested(report) == ("t2", "t3")
    assert warnings(report) == ["Topic t1 mixes lists of items: 1, 2; 2. Their scores are not comparable."]


def test_summaries_judged_against_the_same_lists_are_compared() -> None:
    report = report_of("presence", {}, ("1", "2"))
    assert topics_tested(report) == TOPICS
    assert warnings(report) == []


def test_lists_of_another_topic_do_not_matter() -> None:
    report = report_of("presence", {("t1", "a"): ("2",), ("t1", "b"): ("2",)}, ("1",))
    assert (topics_tested(report), warnings(report)) == (TOPICS, [])


def test_units_of_different_models_are_compared_but_not_two_lists_of_one_model() -> None:
    of_models = report_of("coverage", {("t1", "b"): ("B1",)}, ("A1",))
    assert (topics_tested(of_models), warnings(of_models)) == (TOPICS, [])
    of_versions = report_of("coverage", {("t1", "b"): ("A2",)}, ("A1",))
    assert topics_tested(of_versions) == ("t2", "t3")
    assert len(warnings(of_versions)) == 1


def test_ratings_have_no_lists() -> None:
    rows = [rating(topic, name, "anna", 3) for topic in TOPICS for name in "ab"]
    report = judgment_report(data_of_rows(rows, "rating"), JudgmentSettings())
    assert (report.bases, topics_tested(report)) == ({}, TOPICS)
