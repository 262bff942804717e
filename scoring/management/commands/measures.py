"""``manage.py measures``: lists the automatic measures."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.management.command_line import add_common, json_text
from scoring.measures.automatic.description import description
from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.registry import DEFINITIONS


class Command(BaseCommand):
    help = "List the automatic measures with their values, needs and parameters."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_common(parser, "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["json"]:
            self.stdout.write(json_text(list(map(description, DEFINITIONS))), ending="")
        else:
            self.stdout.write("\n".join(map(_as_text, DEFINITIONS)), ending="")


def _as_text(definition: MeasureDefinition) -> str:
    measure = definition.measure()
    values = [f"{value} (primary)" if value == definition.primary else value for value in definition.values]
    needs = ", ".join(sorted(measure.needs))
    lines = [f"{definition.name}  {definition.meaning}", f"    values: {', '.join(values)}; needs: {needs}"]
    lines += [
        f"    {parameter.name}={parameter.short(measure.parameters[parameter.name])}  {parameter.accepts}"
        for parameter in definition.parameters
        if parameter.derived is None
    ]
    return "\n".join([*lines, ""])
