"""Trained measures on the page of measures, by API and in project files."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.projects.models import Summary
from scoring.studies.interchange.trained_measures import FIELDS
from scoring.studies.models import GivenColumn, GivenScore, Study, TrainedMeasure
from scoring.studies.trained.services import overview
from tests.factories import make_topic
from tests.scenes import Scene, make_scene, signed_in
from tests.scoring.studies.trained.files import dicomer_file, dicomer_model
from tests.scoring.studies.trained.rated_project import PARSE, import_model, make_lines

pytestmark = pytest.mark.django_db

MEASURES, PAGE, API = "/p/p/measures/", "/p/p/trained-measures/", "/api/projects/p/trained-measures/"
MODEL = dicomer_model(parse=PARSE)
NAME = f"dicomer:parse={PARSE},model={MODEL.key}"
TEXT = "The dam broke.\nHowever, the dam held.\nThe town was safe."


@pytest.fixture
def scene() -> Scene:
    scene = make_scene("p")
    topic = make_topic(scene.project, "T1")
    make_lines(topic, "peer", "P1", TEXT)
    return scene


def uploaded(scene: Scene, data: bytes, **fields: str) -> Any:
    return signed_in(scene.manager).post(PAGE, {"model": SimpleUploadedFile("d.json", data), **fields})


def test_the_page_imports_shows_exports_and_deletes(scene: Scene) -> None:
    manager, viewer = signed_in(scene.manager), signed_in(scene.members["viewer"])
    assert "None yet." in viewer.get(MEASURES).text
    assert uploaded(scene, dicomer_file(), name="Readability").headers["Location"] == f"{MEASURES}#trained"
    page = manager.get(MEASURES).text
    assert "Trained on 4 summaries of 2 topics, with the ratings <b>given.readability</b>" in page
    assert " on the scale 1 to 5." in page
    assert f"by {scene.manager.user.username}." in page if scene.manager.user else False
    for value in ('">0.2500</data></td>', '">0.8750</data></td>', '<td class="num">–</td>', '">0.5000</data></td>'):
        assert value in page
    assert "A warning." in page
    assert "Pearson’s r is of the logarithms of the scores." in page
    key = dicomer_model().key
    file = viewer.get(f"{PAGE}{key}.json")
    assert file.content == dicomer_file()
    assert file.headers["Content-Disposition"] == f'attachment; filename="dicomer.{key}.json"'
    assert "Delete Readability" not in viewer.get(MEASURES).text
    assert manager.post(f"{PAGE}{key}/delete/").headers["Location"] == f"{MEASURES}#trained"
    assert manager.get(f"{PAGE}{key}.json").status_code == 404
    assert "None yet." in manager.get(MEASURES).text


def test_refused_files_are_explained_at_the_field(scene: Scene) -> None:
    for data, sentence in ((b"{", "The file is not JSON in UTF-8."), (b"", "The file is empty.")):
        answer = uploaded(scene, data)
        assert answer.status_code == 400
        assert sentence in answer.text
    assert not TrainedMeasure.objects.exists()


def test_values_on_the_page_say_whether_the_summary_was_in_the_training(scene: Scene) -> None:
    """The model was trained on a text with the hash 000..., which is not that of P1."""
    import_model(scene.project, MODEL)
    client = signed_in(scene.members["viewer"])
    page = client.get(MEASURES, {"measure": NAME}).text
    assert f'<th scope="col" class="num">{NAME}</th>' in page
    assert "1</small></td>" in page
    assert ", 1 in training" not in page
    unknown = client.get(MEASURES, {"measure": f"dicomer:parse={PARSE},model=00000000"}).text
    assert "The project has no trained model 00000000: train one, or import it." in unknown
    answer = client.get("/api/projects/p/measures/", {"measure": NAME}).json()
    assert [(row["summarizer"], row["in_training"], row["undefined"]) for row in answer["rows"]] == [
        ("P1", False, None)
    ]
    refused = client.get("/api/projects/p/measures/", {"measure": f"dicomer:parse={PARSE},model=00000000"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "measure")


def test_a_model_of_an_earlier_version_does_not_break_the_page(scene: Scene) -> None:
    import_model(scene.project, MODEL)
    signed_in(scene.manager).get(MEASURES, {"measure": NAME})  # stores values
    TrainedMeasure.objects.update(content=MODEL.as_text().replace("v:1", "v:0"))
    assert signed_in(scene.manager).get(MEASURES).status_code == 200
    old = {**overview(MODEL), "signature": MODEL.signature.replace("v:1", "v:0")}
    TrainedMeasure.objects.update(overview=old)
    page = signed_in(scene.manager).get(MEASURES)
    assert page.status_code == 200
    assert f'value="{NAME}"' not in page.text


def test_a_new_study_offers_trained_measures_and_keeps_their_choice(scene: Scene) -> None:
    import_model(scene.project, MODEL)
    column = GivenColumn.objects.create(project=scene.project, name="readability", is_human=True)
    GivenScore.objects.create(column=column, summary=Summary.objects.get(), value=1)
    client = signed_in(scene.manager)
    offered = client.get("/p/p/studies/new/").text
    assert f'value="{NAME}"' in offered
    assert 'value="dicomer" disabled' in offered
    choices = {"summarizers": "system", "columns": NAME, "against": "given.readability", "levels": "summary"}
    choices |= {"coefficients": "kendall", "drawn": "both", "resamples": "5", "seed": "1"}
    client.post("/p/p/studies/new/", {**choices, "include_training_summaries": "on"})
    client.post("/p/p/studies/new/", choices)
    studies = Study.objects.order_by("number")
    assert [study.definition.include_training_summaries for study in studies] == [True, False]
    assert 'name="include_training_summaries" id="id_include_training_summaries" checked' in (
        client.get("/p/p/studies/new/?from=1").text
    )


def test_queries_of_the_page_do_not_grow_with_trained_measures(scene: Scene) -> None:
    client, counts = signed_in(scene.members["viewer"]), []
    for weight in (1.0, 2.0, 3.0):
        model = dicomer_model(weight, parse=PARSE)
        import_model(scene.project, model)
        client.get(MEASURES, {"measure": f"dicomer:parse={PARSE},model={model.key}"})
        with CaptureQueriesContext(connection) as queries:
            client.get(MEASURES)
        counts.append(len(queries))
    assert counts[0] == counts[1] == counts[2]


def test_the_api_imports_lists_exports_and_deletes(scene: Scene) -> None:
    client, member = signed_in(scene.manager), signed_in(scene.members["viewer"])
    created = client.post(API, {"model": dicomer_file().decode(), "name": "R"}, content_type="application/json")
    assert created.status_code == 201
    row = created.json()
    assert (row["name"], row["measure"], row["training"]["summaries"]) == ("R", f"dicomer:model={row['key']}", 4)
    assert "text_hashes" not in row["training"]
    assert member.get(API).json()["results"] == [row]
    assert member.get(row["url"]).json() == json.loads(dicomer_file())
    for body, sentence in (
        ({"model": "{"}, "The file is not JSON in UTF-8."),
        ({}, "required"),
        ({"model": "\ud800"}, "Surrogate"),
    ):
        refused = client.post(API, body, content_type="application/json")
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "model")
        assert sentence in refused.json()["errors"][0]["message"]
    assert client.delete(row["url"]).status_code == 204
    assert member.get(row["url"]).status_code == 404


def test_project_files_have_trained_measures(scene: Scene) -> None:
    import_model(scene.project, MODEL, "R")
    content = json.loads("".join(export_project(scene.project)))
    assert content["trained_measures"][0]["model"] == MODEL.as_json()
    copy = import_project(data=json.dumps(content).encode(), by=None, slug="copy")
    stored = copy.trained_measures.get()
    assert (stored.name, stored.content, stored.key) == ("R", MODEL.as_text(), MODEL.key)
    assert stored.overview == scene.project.trained_measures.get().overview
    again = json.loads("".join(export_project(copy)))
    assert again["trained_measures"] == content["trained_measures"]
    for index, (path, value) in enumerate(((("model", "cost"), 2), (("name",), "a\nb"))):
        changed = json.loads(json.dumps(content))
        place = changed["trained_measures"][0]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        with pytest.raises(ProjectFileError) as refused:
            import_project(data=json.dumps(changed).encode(), by=None, slug=f"copy{index}")
        assert f"trained_measures[0].{path[0]}" in str(refused.value)
    for model, fields in FIELDS.items():
        assert {field.name for field in model._meta.get_fields() if field.concrete} == fields.keys()
