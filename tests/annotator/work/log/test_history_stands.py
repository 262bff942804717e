"""What never changes: the log, used-up ids, releases, and the texts that offsets point into."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Model
from django.utils import timezone

from annotator.projects.models import Project, Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.release_models import Release
from tests import factories
from tests.factories import scu_snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def pyramid() -> Work:
    topic = factories.make_topic()
    summary = factories.make_summary(topic, text="The rain fell.")
    pyramid = factories.make_pyramid(topic, scus=[scu_snapshot(1, (summary.pk, [(1, 0, 3)]))])
    factories.use_up(pyramid, [str(uuid4())])
    factories.make_release(pyramid, [scu_snapshot(1, (summary.pk, [(1, 0, 3)]))])
    Edit.objects.create(
        work=pyramid,
        uuid=uuid4(),
        group=uuid4(),
        revision=1,
        at=timezone.now(),
        verb="relabel_scu",
        payload={},
        before={},
        after={},
    )
    return pyramid


def _refused(change: Callable[[], Any]) -> None:
    with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
        change()


HISTORY = pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Edit, "payload", {"label": "other"}),
        (Edit, "actor", None),
        (UsedId, "uuid", uuid4()),
        (Release, "number", 7),
        (Release, "document", {}),
        (ReleasedScu, "weight", 7),
        (ReleasedScu, "label", "other"),
    ],
)


@HISTORY
def test_history_is_never_changed(pyramid: Work, model: type[Model], column: str, value: Any) -> None:
    _refused(lambda: model._default_manager.update(**{column: value}))


@pytest.mark.parametrize("model", [Edit, UsedId, Release, ReleasedScu])
def test_history_is_never_deleted(pyramid: Work, model: type[Model]) -> None:
    with connection.cursor() as cursor:
        _refused(lambda: cursor.execute(f'DELETE FROM "{model._meta.db_table}"'))
    assert model._default_manager.exists()


@pytest.mark.parametrize("delete", [Work, Project])
def test_what_has_history_is_not_deleted_with_it(pyramid: Work, delete: type[Model]) -> None:
    one = pyramid if delete is Work else pyramid.topic.project
    with pytest.raises(IntegrityError), transaction.atomic():
        one.delete()


def test_a_project_goes_with_its_history_when_its_service_says_so(pyramid: Work) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL pyramidion.deleting_project = 'on'")
        cursor.execute("DELETE FROM annotator_edit")
    assert not Edit.objects.exists()


def test_even_then_history_is_never_changed(pyramid: Work) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL pyramidion.deleting_project = 'on'")
        _refused(lambda: Edit.objects.update(verb="other"))


def test_history_is_added_to(pyramid: Work) -> None:
    factories.use_up(pyramid, [str(uuid4())])
    assert factories.make_release(pyramid).number == 2


def test_a_text_is_never_changed(pyramid: Work) -> None:
    _refused(lambda: Summary.objects.update(text="The snow fell."))
    _refused(lambda: Summary.objects.update(text="", length=0))


def test_what_is_said_about_a_text_can_change(pyramid: Work) -> None:
    Summary.objects.update(title="Rain", words=[0, 3], segmenter="next", summarizer="M9")
    Summary.objects.update(text=F("text"), length=F("length"))
    assert Summary.objects.get().title == "Rain"


def test_a_summary_that_is_quoted_is_not_deleted(pyramid: Work) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Summary.objects.get().delete()
