"""`python -m config.container_health`: exit status 0 if the site in this container can serve."""

import os
import sys
import urllib.request


def ready() -> bool:
    """Whether /readyz answers 200."""
    url = f"http://127.0.0.1:{os.environ.get('PYRAMIDION_PORT', '8000')}/readyz"
    try:
        with urllib.request.urlopen(url, timeout=9) as answer:  # a fixed http address
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(0 if ready() else 1)
