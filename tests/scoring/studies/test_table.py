"""The table of a study and the cells that columns have in common."""

import numpy as np
import pytest

from scoring.studies.table import StudyTable, UnknownColumn

NAN = np.nan


def table(**changes):
    parts = {
        "columns": ("rouge", "pyramid"),
        "summarizers": ("A", "B", "C"),
        "topics": ("t1", "t2"),
        "values": np.array([[[1, 2], [3, NAN], [NAN, NAN]], [[1, NAN], [2, 3], [4, NAN]]]),
    }
    return StudyTable(**{**parts, **changes})


def test_a_hole_in_one_column_is_a_hole_in_all() -> None:
    common = table().common_scores(("pyramid", "rouge"))
    assert (common.summarizers, common.topics) == (("A", "B"), ("t1",))
    assert common.values.tolist() == [[[1], [2]], [[1], [3]]]
    assert (common.summary_count, common.dropped) == (2, (2, 1))


def test_columns_without_common_summaries_have_no_common_scores() -> None:
    values = np.array([[[1, NAN], [3, NAN], [NAN, NAN]], [[NAN, 1], [NAN, 3], [4, NAN]]])
    common = table(values=values).common_scores(("rouge", "pyramid"))
    assert (common.values.shape, common.summary_count, common.dropped) == ((2, 0, 0), 0, (2, 3))


def test_a_column_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(UnknownColumn, match="no column bleu"):
        table().common_scores(("rouge", "bleu"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"topics": ("t1",)}, "shape"),
        ({"topics": ("t1", "t1")}, "topics have a repeated name"),
        ({"columns": ("rouge", "rouge")}, "columns have a repeated name"),
        ({"values": np.full((2, 3, 2), np.inf)}, "infinite"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(changes, message) -> None:
    with pytest.raises(ValueError, match=message):
        table(**changes)
