"""A project as JSON and back: the same bytes again, the same scores, and work that goes on."""

import csv
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from jsonschema import Draft202012Validator

from annotator.interchange.duc.exporting import export_duc
from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.fields import PLAIN_FIELDS
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.schema import SCHEMA
from annotator.interchange.sample import load_sample
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import peer_annotations
from annotator.matching.store import read_units
from annotator.projects.invitation_models import Invitation
from annotator.projects.models import Membership, Project
from annotator.projects.services import delete_project
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import pyramids
from annotator.pyramids.store import read_scus
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.work_comparison import undecided_count
from annotator.work.log.models import Edit
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work
from annotator.work.release_models import Release
from tests import factories
from tests.annotator.duc.duc_files import TEXT, pan, pyr, pyramid_xml
from tests.annotator.interchange.duc_import import MATTER, files_of, needs_data, run_import
from tests.annotator.interchange.published_schema import PUBLISHED, published_schema
from tests.annotator.interchange.whole_project import SCU_1, make_whole_project, send, whole_file

pytestmark = pytest.mark.django_db


def exported(project: Project) -> bytes:
    return "".join(export_project(project)).encode()


def moved(project: Project, **options: Any) -> tuple[bytes, Project]:
    """The file of a project, and the project that it becomes where there is no such project and nobody of it."""
    data = exported(project)
    _delete(project)
    return data, import_project(data=data, by=options.pop("by", None), **options)


def _delete(project: Project) -> None:
    manager = project.memberships.filter(role="manager").first() or factories.make_member(project, "manager")
    delete_project(project=project, by=manager)


@pytest.fixture
def whole() -> Project:
    """A project with everything in it, where it was made."""
    return make_whole_project()


@pytest.fixture
def again() -> Project:
    """The same from its file, with nobody of it here."""
    return import_project(data=whole_file(), by=None)


@pytest.fixture
def accounts() -> dict[str, User]:
    """Accounts of the names that the file has, which is made before them: it needs such ones itself."""
    whole_file()
    return {name: factories.make_user(f"{name}-whole") for name in ("ann", "bob", "mia", "vic")}


@pytest.fixture
def linked(accounts) -> Project:
    """The same from its file, with its people."""
    return import_project(data=whole_file(), by=None, link_accounts=True)


# In the project of test_project_file_judgments.py.
OF_JUDGMENTS = frozenset(
    {"document", "itemlist", "item", "extract", "extracteditem", "instrument", "question", "sheet", "judgment", "mark"}
)


def test_the_whole_project_holds_every_model(whole) -> None:
    every = apps.get_app_config("annotator").get_models()
    models = [model for model in every if model in PLAIN_FIELDS and model._meta.model_name not in OF_JUDGMENTS]
    assert [model.__name__ for model in models if not model._default_manager.exists()] == []
    assert set(Work.objects.values_list("kind", flat=True)) == {MATCH, PYRAMID}
    assert set(pyramids().values_list("state", flat=True)) == {"in_progress", "returned", "submitted"}


def test_a_project_with_everything_comes_back_to_the_byte(whole) -> None:
    data, again = moved(whole)
    assert exported(again) == data


def test_guesses_and_own_pyramids_of_imported_files_come_back() -> None:
    project = factories.make_project("guessed")
    lost = TEXT.replace("nobody", "n\ufffdbody")
    files = {"ann.pyr": pyr(text=lost, regex=None), "p1.pan": pan(pyramid=pyramid_xml(regex=None))}
    assert run_import(project, files).refused == []
    before = {file.name: file.text for file in export_duc(project)}
    data, copy = moved(project)
    assert exported(copy) == data
    assert {file.name: file.text for file in export_duc(copy)} == before
    assert "\ufffd" not in before["p1.pan"]
    assert Release.objects.get(pyramid__topic__project=copy).guess.endswith("by names between lines of dashes")


def test_the_sample_project_comes_back_to_the_byte() -> None:
    data, again = moved(load_sample(by=factories.make_user("admin"), now=timezone.now()))
    assert exported(again) == data


def test_where_nobody_has_an_account_the_people_stay_names_and_the_file_stays_the_same(again) -> None:
    assert exported(again) == whole_file()
    assert not Edit.objects.filter(actor__isnull=False).exists()
    assert Edit.objects.filter(actor_name="ann-whole").exists()
    assert not Membership.objects.filter(user__isnull=False).exists()


def test_accounts_are_linked_only_where_that_is_said(accounts, again) -> None:
    assert not again.memberships.filter(user__isnull=False).exists()
    linked = import_project(data=whole_file(), by=None, slug="linked", link_accounts=True)
    names = dict(linked.memberships.filter(user__isnull=False).values_list("name", "user__username"))
    assert names == {name: user.username for name, user in accounts.items()}
    assert exported(linked).replace(b'"slug": "linked"', b'"slug": "whole"') == whole_file()


def test_an_administrator_is_let_in_without_becoming_part_of_the_project() -> None:
    admin = factories.make_user("root", is_superuser=True)
    again = import_project(data=whole_file(), by=None)
    assert again.memberships.get(user=admin).role == "manager"
    assert exported(again) == whole_file()
    pyramid = pyramids().get(topic__project=again, owner__name="ann", topic__key="D1")
    pyramid.editors.add(again.memberships.get(user=admin))
    assert b'"root"' in exported(again)


def test_who_imports_it_manages_it(accounts) -> None:
    user = factories.make_user("someone")
    again = import_project(data=whole_file(), by=user)
    assert again.memberships.get(user=user).role == "manager"
    assert exported(again) == whole_file()
    assert again.memberships.filter(user__isnull=False).count() == 1


def test_neither_addresses_nor_passwords_nor_links_are_in_the_file(whole) -> None:
    data = exported(whole).decode()
    user = User.objects.get(username="ann-whole")
    code = Invitation.objects.get().code
    assert [secret for secret in ("example.org", user.password, code) if secret in data] == []


def test_no_key_of_the_database_is_in_the_file(whole) -> None:
    data = exported(whole)
    keys = list(Work.objects.values_list("pk", flat=True))
    assert keys
    assert [key for key in keys if str(key).encode() in data] == []


def test_the_log_rebuilds_what_was_imported(again) -> None:
    for pyramid in pyramids().filter(topic__project=again):
        assert rebuild(pyramid.pk)[0] == read_scus(pyramid.pk)
    for annotation in peer_annotations().filter(topic__project=again):
        assert rebuild(annotation.pk)[0] == read_units(annotation.pk)


def test_decisions_of_a_consensus_still_stand_under_their_differences(whole) -> None:
    def left() -> list[int]:
        return [
            undecided_count(work)
            for work in Work.objects.filter(sources__isnull=False).order_by("kind", "created_at").distinct()
        ]

    before = left()
    moved(whole)
    assert left() == before
    assert min(before) > 0


def test_editing_and_undo_go_on(linked) -> None:
    again = linked
    ann = again.memberships.get(name="ann")
    pyramid = pyramids().get(topic__project=again, owner=ann, topic__key="D1")
    last = pyramid.edits.filter(verb="delete_scu").get().group
    group = send(pyramid, ann, {"verb": "relabel_scu", "scu": SCU_1, "label": "Anew", "was": "The lamp went out"})
    send(pyramid, ann, {"verb": "undo", "group": group})
    send(pyramid, ann, {"verb": "undo", "group": str(last)})
    pyramid.refresh_from_db()
    data = exported(again)
    _delete(again)
    assert exported(import_project(data=data, by=None, link_accounts=True)) == data


def test_steps_of_others_are_undone_by_managers(accounts) -> None:
    again = import_project(data=whole_file(), by=(mia := accounts["mia"]))
    pyramid = pyramids().get(topic__project=again, owner__name="ann", topic__key="D1")
    manager = again.memberships.get(user=mia)
    assert manager.name == "mia"
    send(pyramid, manager, {"verb": "undo", "group": str(pyramid.edits.filter(verb="delete_scu").get().group)})


def test_imported_files_stay_known_and_come_out_as_before(whole) -> None:
    before = {file.name: file.text for file in export_duc(whole)}
    _, again = moved(whole)
    assert {file.name: file.text for file in export_duc(again)} == before
    report = run_import(again, {"E1/cal.pyr": pyr(), "E1/cal.p1.pan": pan()}, owner="cal", matcher="cal", topic="E1")
    assert (report.files, report.refused) == (0, [])


def test_the_same_address_is_refused_and_another_one_taken(again) -> None:
    data = exported(again)
    with pytest.raises(ServiceRefused, match="There is already a project with the URL name “whole”"):
        import_project(data=data, by=None)
    other = import_project(data=data, by=None, slug="other", name="Another name")
    assert (other.slug, other.name) == ("other", "Another name")
    with pytest.raises(ServiceRefused, match="letters, digits"):
        import_project(data=data, by=None, slug="a/b")


def test_the_number_of_statements_does_not_grow_with_what_is_in_a_topic(whole) -> None:
    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            exported(whole)
        return len(captured)

    before = statements()
    topic = whole.topics.get(key="D1")
    ann = whole.memberships.get(name="ann")
    pyramid = pyramids().get(topic=topic, owner=ann)
    for label in "abcdefgh":
        send(pyramid, ann, {"verb": "create_scu", "scu": factories.client_id(9, ord(label)), "label": label})
        factories.make_member(whole)
        factories.make_summary(topic, "peer")
    assert statements() == before


def test_the_published_schema_is_the_one_that_the_import_checks() -> None:
    text = PUBLISHED.read_text(encoding="utf-8")
    assert text == published_schema(), "run python -m tests.annotator.interchange.published_schema"
    published = json.loads(text)
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator.check_schema(published)
    Draft202012Validator(published).validate(json.loads(whole_file()))


@needs_data
def test_real_files_of_three_people_come_back_with_their_scores(tmp_path) -> None:
    project = factories.make_project("matter")
    assert run_import(project, files_of(MATTER)).refused == []
    before = (_scores(tmp_path), {file.name: file.text for file in export_duc(project)})
    data, again = moved(project)
    assert exported(again) == data
    assert (_scores(tmp_path), {file.name: file.text for file in export_duc(again)}) == before
    assert run_import(again, files_of(MATTER)).files == 0
    assert exported(again) == data


def _scores(folder: Path) -> list[dict[str, str]]:
    out = folder / "scores.csv"
    call_command("export_scores", project="matter", out=str(out), format="csv")
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert len(rows) > 10
    return rows


@pytest.mark.django_db(transaction=True)
def test_the_file_is_one_snapshot() -> None:
    project = factories.make_project()
    for key in "ab":
        factories.make_topic(project, key)
    pieces = export_project(project)
    begun = next(pieces)
    with ThreadPoolExecutor(1) as somebody:
        somebody.submit(_add_topic, project).result()
    assert [topic["key"] for topic in json.loads(begun + "".join(pieces))["topics"]] == ["a", "b"]
    assert project.topics.count() == 3


def _add_topic(project: Project) -> None:
    factories.make_topic(project, "c")
    connections.close_all()
