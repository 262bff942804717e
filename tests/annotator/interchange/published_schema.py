"""`python -m tests.annotator.interchange.published_schema` writes docs/project.schema.json from the import's own."""

import os
from pathlib import Path
from typing import Any

import django

PUBLISHED = Path(__file__).parents[3] / "docs" / "project.schema.json"


def published_schema() -> str:
    """The schema as a file: every schema that has a name in the code is a definition."""
    from annotator.interchange.project_file import schema
    from annotator.interchange.project_file.additions import file_schema
    from annotator.interchange.project_file.writing import write

    named = {name: value for name, value in vars(schema).items() if name.isupper() and isinstance(value, dict)}
    names = {id(value): name.lower() for name, value in named.items() if "type" in value and name != "SCHEMA"}

    def referred(node: Any) -> Any:
        if isinstance(node, list):
            return [referred(item) for item in node]
        if id(node) in names:
            return {"$ref": f"#/$defs/{names[id(node)]}"}
        return inside(node)

    def inside(node: Any) -> Any:
        return {key: referred(item) for key, item in node.items()} if isinstance(node, dict) else node

    definitions = {name.lower(): inside(value) for name, value in named.items() if id(value) in names}
    return "".join(write({**inside(file_schema()), "$defs": dict(sorted(definitions.items()))}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    PUBLISHED.write_text(published_schema(), encoding="utf-8")
