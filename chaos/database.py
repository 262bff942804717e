"""``python -m chaos.database``: a process, with Django, that fills the site's database and audits its log.

It reads one JSON request per line from standard input, and writes one JSON result per line.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import django


def main() -> None:
    """Executes requests until the input ends. Between requests it does not keep Postgres running."""
    django.setup()
    from django.conf import settings
    from django.db import connections

    from chaos.audit import audit
    from chaos.material import make_material, make_scores
    from config.embedded_postgres.server import EmbeddedServer

    functions: dict[str, Callable[..., Any]] = {"make": make_material, "make_scores": make_scores, "audit": audit}
    for line in sys.stdin:
        request = json.loads(line)
        result = functions[request["function"]](**request["arguments"])
        connections.close_all()
        EmbeddedServer.for_folder(settings.DATA_FOLDER).release()
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
