"""A database of the first migration with rows in every table, written by the models as they were then.

Each project has a topic of three models, with SCUs 1 to 3 of weights 3, 2 and 1, made by an import and by edits; a
fourth was made and deleted. By hand: six contributors over three models, so X of the modified score is 2 and its Max
5; the whole pyramid weighs 6. Three finished peers and a draft: `SCORES`.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotator.texts.segmentation import segment
from tests.factories import EDIT_IDS, GROUP_IDS, PASSWORD, client_id, scu_image, unit_image

FIRST = ("annotator", "0001_schema")
SLUGS = ("old-1", "old-2")
MODEL_TEXT = "alpha beta gamma delta epsilon zeta"
PEER_TEXT = "one two three four five six seven"
SPANS = {1: (0, 5), 2: (6, 10), 3: (11, 16)}
WEIGHTS = {1: 3, 2: 2, 3: 1}
UNITS: dict[str, list[int | None]] = {"p1": [1, 2, None], "p2": [1, 1], "p3": [], "draft": [3]}
# original, modified, recall: p1 matches 5 of Max(3 units) = 6, of 5 and of 6; p2 the SCU 1 twice, of Max(2) = 5; p3
# nothing, and has no unit either; drafts have no scores.
SCORES = {"p1": (5 / 6, 5 / 5, 5 / 6), "p2": (3 / 5, 3 / 5, 3 / 6), "p3": (None, 0.0, 0.0), "draft": (None,) * 3}
LOGGED = 1_000_000  # numbers of the log's ids are above those of tests' requests
MOMENT = datetime(2024, 5, 6, 7, 8, 9, 123456, tzinfo=UTC)


def migrate_to_first() -> Apps:
    """An empty database at the first migration of annotator, and Django's own; gives the models of then."""
    executor = MigrationExecutor(connection)
    targets = [FIRST, *(node for node in executor.loader.graph.leaf_nodes() if node[0] in ("admin", "sessions"))]
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def fill(apps: Apps) -> None:
    """Rows in every table of annotator and of accounts."""
    for number, slug in enumerate(SLUGS, start=1):
        _Project(apps, number).make(slug)


class _Project:
    """Makes one project; ``number`` keeps its ids apart from those of the other."""

    def __init__(self, apps: Apps, number: int) -> None:
        self.number = number
        self._apps = apps
        self._clock = 0

    def make(self, slug: str) -> None:
        """Everything."""
        make = self._make
        self.user = make("auth.User", username=f"ann-{slug}", password=make_password(PASSWORD), email="ann@example.org")
        project = make(
            "Project", slug=slug, name=f"Old “{slug}” 語", guidelines="Read *all* first.", live_scores="hide"
        )
        self.owner = make("Membership", project=project, user=self.user, name="ann", role="manager")
        make("Membership", project=project, name="imported", role="annotator")
        self.topic = make("Topic", project=project, key="D1", title="Letters", statement="Which ones?")
        self.models = [self._summary("model", f"m{n}", MODEL_TEXT, n) for n in range(3)]
        pyramid = self._pyramid()
        release = self._release(pyramid)
        for position, (name, units) in enumerate(UNITS.items()):
            self._matching(release, self._summary("peer", name, PEER_TEXT, position), units)
        report = {"topic": "D1", "repairs": [{"sentence": "A header was missing."}]}
        make("ImportedFile", project=project, sha256="ab" * 32, name="old.pyr", report=report)

    def _make(self, model: str, /, **values: Any) -> Any:
        label = model if "." in model else f"annotator.{model}"
        return self._apps.get_model(label).objects.create(**values)

    def _summary(self, kind: str, name: str, text: str, position: int) -> Any:
        cut = segment(text)
        own = {
            "kind": kind,
            "summarizer": name,
            "title": name.upper(),
            "position": position,
            "segmenter": "then",
        }
        return self._make(
            "Summary", topic=self.topic, text=text, length=len(text), words=cut.words, sentences=cut.sentences, **own
        )

    def _pyramid(self) -> Any:
        images = [self._scu(number) for number in (1, 2)]
        pyramid = self._make("Pyramid", topic=self.topic, owner=self.owner, state="submitted")
        pyramid.editors.add(self.owner)
        self._log(pyramid, "import", {"file": "old.pyr"}, *images)
        gone = {**self._scu(4), "label": "Passing", "contributors": []}
        self._log(pyramid, "create_scu", {"scu": gone["id"], "label": "Passing"}, gone)
        self._log(pyramid, "delete_scu", {"scu": gone["id"]}, before=gone)
        self._make("UsedId", pyramid=pyramid, uuid=gone["id"])
        third = self._scu(3)
        empty = {**third, "contributors": []}
        part = third["contributors"][0]["parts"][0]
        at = {"start": part["start"], "end": part["end"], "summary": self.models[0].pk}
        self._log(pyramid, "create_scu", {"scu": third["id"], "label": third["label"]}, empty)
        self._log(pyramid, "add_part", {"scu": third["id"], "part": part["id"], **at}, third, before=empty)
        for image in [*images, third]:
            self._put(pyramid, image)
        self._log(pyramid, "submit", {})
        pyramid.next_uid, pyramid.next_position = 5, 5.0
        pyramid.save()
        return pyramid

    def _scu(self, number: int) -> dict[str, Any]:
        held = self.models[: WEIGHTS.get(number, 0)]
        contributors = [(one.pk, [(10 * number + n, *SPANS[number])]) for n, one in enumerate(held)]
        return scu_image(number, *contributors, comment="So?" if number == 2 else "")

    def _put(self, pyramid: Any, image: dict[str, Any]) -> None:
        own = {name: image[name] for name in ("uid", "position", "label", "comment")}
        scu = self._make("Scu", pyramid=pyramid, uuid=image["id"], **own)
        for place, one in enumerate(image["contributors"]):
            contributor = self._make("Contributor", scu=scu, summary_id=one["summary"], position=place)
            for at, part in enumerate(one["parts"]):
                span = {"start": part["start"], "end": part["end"]}
                self._make("Part", contributor=contributor, pyramid=pyramid, uuid=part["id"], position=at, **span)

    def _release(self, pyramid: Any) -> Any:
        self._log(pyramid, "release", {"number": 1})
        release = self._make(
            "Release", pyramid=pyramid, number=1, revision=pyramid.revision, model_count=3, contributor_count=6,
            created_by=self.user, weight_source="summaries",
        )  # fmt: skip
        for number, weight in WEIGHTS.items():
            image = self._scu(number)
            own = {name: image[name] for name in ("uid", "position", "label", "comment")}
            held = [
                {**one, "parts": [{"start": part["start"], "end": part["end"]} for part in one["parts"]]}
                for one in image["contributors"]
            ]
            self._make("ReleasedScu", release=release, uuid=image["id"], weight=weight, contributors=held, **own)
        return release

    def _matching(self, release: Any, peer: Any, matched: list[int | None]) -> None:
        starts = [0, *(at + 1 for at, letter in enumerate(PEER_TEXT) if letter == " ")]
        images = [unit_image(n, scu, (n, starts[n - 1], starts[n] - 1)) for n, scu in enumerate(matched, start=1)]
        state = "in_progress" if peer.summarizer == "draft" else "submitted"
        annotation = self._make("PeerAnnotation", summary=peer, owner=self.owner, release=release, state=state)
        annotation.editors.add(self.owner)
        self._log(annotation, "import", {"file": f"{peer.summarizer}.pan"}, *images)
        gone = unit_image(9, 1, (9, 0, 3))
        self._log(
            annotation, "match_part", {"unit": gone["id"], "part": gone["parts"][0]["id"], "scu": gone["scu"]}, gone
        )
        self._log(annotation, "remove_unit", {"unit": gone["id"]}, before=gone)
        self._make("UsedId", annotation=annotation, uuid=gone["id"])
        for image in images:
            scu = image["scu"] and release.scus.get(uuid=image["scu"])
            unit = self._make(
                "Unit", annotation=annotation, uuid=image["id"], scu=scu, position=image["position"], comment=""
            )
            for at, part in enumerate(image["parts"]):
                span = {"start": part["start"], "end": part["end"]}
                self._make("UnitPart", unit=unit, annotation=annotation, uuid=part["id"], position=at, **span)
        annotation.next_position = 10
        annotation.save()

    def _log(
        self,
        work: Any,
        verb: str,
        payload: dict[str, Any],
        *after: dict[str, Any],
        before: dict[str, Any] | None = None,
    ) -> None:
        """A row of the log: ``before`` and ``after`` are images, and what is only in one of them came or went."""
        self._clock += 1
        work.revision += 1
        work.save()
        then = {image["id"]: image for image in after}
        earlier = {before["id"]: before} if before else {}
        column = "pyramid" if work._meta.model_name == "pyramid" else "annotation"
        self._make(
            "Edit", **{column: work}, revision=work.revision, actor=self.user, verb=verb, payload=payload,
            uuid=UUID(client_id(EDIT_IDS, LOGGED + self._clock)), group=UUID(client_id(GROUP_IDS, LOGGED + self._clock)),
            at=MOMENT + timedelta(minutes=self._clock),
            before={**dict.fromkeys(then), **earlier}, after={**dict.fromkeys(earlier), **then},
        )  # fmt: skip
