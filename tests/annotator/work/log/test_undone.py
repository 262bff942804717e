"""Whether a group is undone: the pure function and the SQL give the same answer on any log."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from annotator.work.edits.history import edits_not_undone, undone_groups
from annotator.work.log.history import LAST_TURN_SQL, UNDONE_SQL
from annotator.work.log.models import Edit
from tests import factories
from tests.factories import EDIT_IDS, GROUP_IDS, client_id

GROUPS = [client_id(GROUP_IDS, n) for n in range(1, 5)]


@dataclass(frozen=True)
class Row:
    """A row of a log."""

    verb: str
    group: str
    payload: dict[str, Any]


def _turn(verb: str, group: str) -> Row:
    return Row(verb, client_id(GROUP_IDS, 99), {"group": group})


groups = st.sampled_from(GROUPS)
rows = st.one_of(
    st.builds(Row, st.sampled_from(["create_scu", "merge_scus", "release"]), groups, st.just({})),
    st.builds(_turn, st.sampled_from(["undo", "redo"]), groups),
)
logs = st.lists(rows, max_size=12)


@pytest.mark.parametrize(
    ("turns", "undone"),
    [("", False), ("undo", True), ("undo redo", False), ("undo redo undo", True), ("undo undo redo", False)],
)
def test_the_last_undo_or_redo_of_a_group_decides(turns: str, undone: bool) -> None:
    log = [Row("merge_scus", GROUPS[0], {}), *(_turn(verb, GROUPS[0]) for verb in turns.split())]
    assert undone_groups([*log, _turn("undo", GROUPS[1])]) == {GROUPS[1], *GROUPS[: int(undone)]}
    assert edits_not_undone(log, "merge_scus") == ([] if undone else log[:1])
    assert edits_not_undone(log, "create_scu") == []


class UndoneTests(TestCase):
    """One database for all examples; each is rolled back."""

    @settings(derandomize=True, deadline=None, max_examples=60)
    @given(logs, logs)
    def test_sql_and_python_agree(self, log: list[Row], other: list[Row]) -> None:
        topic = factories.make_topic()
        works = [factories.make_pyramid(topic), factories.make_pyramid(topic)]
        for work, its_log in zip(works, (log, other), strict=True):
            Edit.objects.bulk_create(
                Edit(
                    work=work,
                    uuid=client_id(EDIT_IDS, n),
                    group=row.group,
                    revision=n,
                    at=timezone.now(),
                    verb=row.verb,
                    payload=row.payload,
                    before={},
                    after={},
                )
                for n, row in enumerate(its_log, start=1)
            )
        with connection.cursor() as cursor:
            cursor.execute(
                f"""SELECT DISTINCT e."group"::text FROM annotator_edit e {LAST_TURN_SQL}
                    WHERE e.work_id = %s AND {UNDONE_SQL}""",
                [works[0].pk],
            )
            found = {group for (group,) in cursor.fetchall()}
        assert found == undone_groups(log) & {row.group for row in log}
