"""``manage.py relations --project SLUG [--topic KEY...] [--json]``: which SCUs of a topic need or imply others."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.command_line import add_common, aligned_text, json_text, project_with_slug, topics_with_keys
from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.observations.viewer import Viewer
from scoring.results.relations.topic import TopicRelations, topic_relations
from scoring.results.reporting.program import this_program

COUNTS = ("topic", "release", "scus", "relations", "depends", "implies", "lower_weight_depends", "pairs", "p")


class Command(BaseCommand):
    """Exit status: 0; 1 for an unknown project or topic (one line names it)."""

    help = "Relations between SCUs: weights of dependent SCUs, scores with implied SCUs, agreement of owners."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", required=True, help="the project")
        parser.add_argument("--topic", metavar="KEY", nargs="+", help="these topics only (default: all)")
        add_common(parser, "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_with_slug(options["project"])
        viewer = Viewer(project)
        chosen = topics_with_keys(project, options["topic"]) if options["topic"] else viewer.topics()
        topics = [topic_relations(viewer, topic.key) for topic in chosen]
        if options["json"]:
            settings = {"project": project.slug, "topic": options["topic"]}
            numbers = {"topics": [topic.as_json() for topic in topics], "made_by": this_program().made_by(settings)}
            self.stdout.write(json_text(numbers), ending="")
        else:
            self.stdout.write(printable("\n".join(_tables(topics))), ending="")


def _tables(topics: list[TopicRelations]) -> Iterator[str]:
    """Yields the lines that are printed without --json."""
    numbers = [topic.as_json() for topic in topics]
    yield aligned_text(COUNTS, numbers)
    columns = [name for kind in SCORE_KINDS for name in (kind, f"{kind}+")]
    yield "Scores of peers; +: with the SCUs that their matched SCUs imply\n" + aligned_text(
        ("topic", "peer", "matcher", *columns),
        [
            {"topic": topic["topic"], **peer, **_score_columns(peer)}
            for topic in numbers
            for peer in topic["with_implied"]
        ],
    )
    agreement = [
        {"topic": topic["topic"], **pair, "depends": pair["depends"]["f1"], "implies": pair["implies"]["f1"]}
        for topic in numbers
        for pair in topic["agreement"]
    ]
    yield "Agreement of owners: F1 of the related pairs of SCUs\n" + aligned_text(
        ("topic", "a", "b", "matched_scus", "depends", "implies"), agreement
    )


def _score_columns(peer: dict[str, Any]) -> dict[str, float | None]:
    own = {kind: peer["scores"][kind]["score"] for kind in SCORE_KINDS}
    return {**own, **{f"{kind}+": peer["with_implied"][kind]["score"] for kind in SCORE_KINDS}}
