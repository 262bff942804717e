"""Folders of texts that tests read."""

from collections.abc import Mapping
from pathlib import Path

SEE = """<html>
<head><title>D1.M.1.A.2</title></head>
<body bgcolor="white">
<a name="1">[1]</a> <a href="#1" id=1>The dam broke on Friday.</a>
<a size="10" name="2">[2]</a> <a href="#2" id=2>Two people were &quot;missing&quot;.</a>
</body>
</html>
"""


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files by their paths below the folder."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
