"""``manage.py measure --project SLUG --measure NAME``: values of measures for the summaries of a project."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from annotator.texts.errors import Malformed
from scoring.management.command_line import add_measure_option, project_with_slug, topics_with_keys
from scoring.management.measure_output import (
    OUTPUT_FORMATS,
    check_format,
    output_text,
    training_warnings,
    undefined_warnings,
)
from scoring.management.scorer_options import add_scorer_options, topic_scorer
from scoring.measures.automatic.measure import Measure
from scoring.observations.project_texts import chosen_topics, topic_summaries
from scoring.observations.viewer import Viewer
from scoring.studies.measures.needs import needs_of
from scoring.studies.measures.queries import measured_rows
from scoring.studies.values import lost_letters_warnings, measured_values


class Command(BaseCommand):
    """Exit status: 0; 1 if a measure or topic is refused (one line says why); 2 for wrong usage; 130 if stopped."""

    help = "Compute and store values of automatic measures for the summaries of a project, and print them."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", required=True)
        add_measure_option(parser)
        parser.add_argument("--topic", metavar="KEY", nargs="+", default=[], help="only these topics (default all)")
        parser.add_argument("--format", choices=OUTPUT_FORMATS, default=OUTPUT_FORMATS[0])
        add_scorer_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_with_slug(options["project"])
        keys = [topic.key for topic in topics_with_keys(project, options["topic"])]
        measures: list[Measure] = list(dict.fromkeys(options["measures"]))
        warnings = check_format(measures, options["format"])
        viewer = Viewer(project)
        topics = topic_summaries(viewer, needs_of(measures))
        chosen = chosen_topics(topics, keys)
        try:
            with topic_scorer(options) as score:
                measured = measured_values(viewer, measures, topics, chosen=chosen, score=score)
        except Malformed as error:
            raise CommandError(" ".join(field_error.message for field_error in error.errors)) from error
        except KeyboardInterrupt as error:
            raise CommandError("Stopped; the topics that were finished are stored.", returncode=130) from error
        rows = list(measured_rows(measured, measures))
        warnings += [*lost_letters_warnings(project, measures), *undefined_warnings(rows), *training_warnings(rows)]
        settings = {"source": f"project {project.slug}", "topic": keys}
        self.stdout.write(output_text(options["format"], rows, measures, warnings, settings), ending="")
        if options["format"] != "json":
            self.stderr.writelines(f"{printable(warning)}\n" for warning in warnings)
