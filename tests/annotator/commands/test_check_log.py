"""`manage.py check_log`: rows against the log that they came from."""

from annotator.judgments.models import sheets
from annotator.matching.models import UnitPart, peer_annotations
from annotator.pyramids.models import Scu, pyramids
from tests.factories import make_user


def test_the_sample_with_all_its_kinds_of_work_is_what_its_log_says(manage) -> None:
    make_user("ann")
    manage("load_sample")
    count = pyramids().count() + peer_annotations().count() + sheets().count()
    ran = manage("check_log")
    assert (ran.status, ran.out) == (0, f"{count} pyramids, peer annotations and sheets match their logs.\n")
    assert count > 4


def test_what_differs_is_named_a_line_each(manage) -> None:
    make_user("ann")
    manage("load_sample")
    scu = Scu.objects.earliest("pk")
    Scu.objects.filter(pk=scu.pk).update(label="another")
    part = UnitPart.objects.select_related("unit__annotation").earliest("pk")
    annotation = part.unit.annotation
    UnitPart.objects.filter(pk=part.pk).update(end=part.end + 1)
    peer_annotations().filter(pk=annotation.pk).update(revision=annotation.revision + 1)
    ran = manage("check_log", "--project", scu.pyramid.topic.project.slug)
    of_pyramid, of_annotation = ran.out.splitlines()
    assert ran.status == 1
    assert f"Pyramid {scu.pyramid.pk} " in of_pyramid
    assert of_pyramid.endswith(f"Its rows are not what its log says: {scu.uuid}.")
    assert f"Peer annotation {annotation.pk} " in of_annotation
    assert f"at revision {annotation.revision + 1}, but its log ends at {annotation.revision}." in of_annotation
    assert of_annotation.endswith(f"Its rows are not what its log says: {part.unit.uuid}.")
    assert ran.error.startswith("CommandError: 2 of ")


def test_a_project_that_is_not_there_is_refused_in_one_line(manage) -> None:
    ran = manage("check_log", "--project", "elsewhere")
    assert (ran.status, ran.out, ran.error) == (1, "", "CommandError: There is no project “elsewhere”.")
