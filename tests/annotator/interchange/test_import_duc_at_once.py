"""Two imports of the same files at the same moment, as a second click on a button makes them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from annotator.interchange.duc.report import ImportReport
from annotator.matching.models import peer_annotations
from annotator.projects.models import Project
from annotator.pyramids.models import pyramids
from tests.annotator.duc.duc_files import pan, pyr
from tests.annotator.interchange.duc_import import counts_in_database, run_import
from tests.factories import make_project

PATIENCE = 30

pytestmark = pytest.mark.django_db(transaction=True)


def imported_at_once(project: Project) -> list[ImportReport]:
    start = Barrier(2)

    def alone(_: int) -> ImportReport:
        try:
            start.wait(PATIENCE)
            return run_import(project, {"ann.pyr": pyr(), "ann.D1.p1.pan": pan()}, topic="D1")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(alone, range(2)))


def test_one_takes_the_files_in_and_the_other_finds_them_there() -> None:
    project = make_project("varn")
    reports = imported_at_once(project)
    assert sorted((report.files, len(report.repairs), report.refused) for report in reports) == [(0, 2, []), (2, 0, [])]
    assert counts_in_database(project) == {"topics": 1, "summaries": 4, "pyramids": 1, "members": 1, "files": 2}
    assert (pyramids().count(), peer_annotations().count()) == (1, 1)
