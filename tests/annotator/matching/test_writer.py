"""What the writer of peer annotations does with an SCU that is not of the release."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from annotator.matching.writer import annotation_writes
from annotator.work.models import Work
from tests.factories import unit_snapshot

pytestmark = pytest.mark.django_db
OF_NO_RELEASE = 99


def test_a_unit_on_an_scu_of_another_release_is_not_written_as_non_matching(annotation: Work) -> None:
    snapshot: Any = unit_snapshot(50, OF_NO_RELEASE, (50, 4, 7))
    with pytest.raises(IntegrityError), transaction.atomic():
        _write(annotation, snapshot)
    assert annotation.units.count() == 1


def _write(annotation: Work, snapshot: Any) -> None:
    annotation_writes(annotation.pk, {}, {snapshot["id"]: snapshot}).run()
    connection.check_constraints()
