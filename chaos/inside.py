"""``python -m chaos.inside``: a process of the installation that makes the material and looks at the tables.

One question a line on its input, one answer a line: Django for the site's database, apart from who asks.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import django


def main() -> None:
    """Answers until the input ends; between two questions it has nothing open."""
    django.setup()
    from django.conf import settings
    from django.db import connections

    from chaos.audit import audit
    from chaos.material import make_material
    from config.embedded_postgres.server import EmbeddedServer

    known: dict[str, Callable[..., Any]] = {"make": make_material, "audit": audit}
    for line in sys.stdin:
        question = json.loads(line)
        answer = known[question["ask"]](**question["given"])
        connections.close_all()
        EmbeddedServer.of(settings.DATA_FOLDER).release()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
