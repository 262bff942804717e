"""Order-n analysis of pyramid files; no project, no database."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotator.duc.names import parse_file_name
from annotator.duc.readers import read_pan, read_pyr
from annotator.texts.errors import FormatError
from scoring.observations.files import FileRefused, WeightSource, distinct_names, peer_file, read_named
from scoring.observations.topic_contents import (
    NamedPeer,
    TopicContents,
    distinct_pyramids,
    pyramid_contents,
    with_peers,
)
from scoring.results.stability.analysis import StabilityRefused, stability
from scoring.results.stability.result import MODIFIED, Stability, StabilityChoice


def file_stability(
    paths: Sequence[Path], choice: StabilityChoice, *, models: int | None = None, separator: str | None = None
) -> Stability:
    """The analysis of the pyramids in ``.pyr`` files, a topic each; ``.pan`` files give the peers matched to them.

    Without a ``.pyr`` the pyramids are those in the ``.pan`` files, each once. ``models`` and ``separator`` are for
    files without document headers. Raises FileRefused where a file cannot be used, and StabilityRefused.
    """
    peer_paths = [path for path in paths if path.suffix.lower() == ".pan"]
    pyramid_paths = [path for path in paths if path not in peer_paths]
    hints = {"model_count": models, "separator": separator}
    topics = [
        _pyramid(path, key, hints)
        for path, key in zip(pyramid_paths, distinct_names(pyramid_paths, lambda name: name.topic), strict=True)
    ]
    read = [
        _peer(path, key, hints)
        for path, key in zip(peer_paths, distinct_names(peer_paths, lambda name: name.topic), strict=True)
    ]
    topics = topics or distinct_pyramids([topic for topic, _ in read])
    if choice.score_peers:
        if not read:
            raise StabilityRefused("There are no peers: name their .pan files too.")
        try:
            topics = with_peers(topics, [topic for topic, _ in read])
        except FormatError as error:
            raise FileRefused(str(error)) from error
        if not any(marked for _, marked in read):
            choice = replace(choice, score=MODIFIED)
    return stability(topics, choice)


def _pyramid(path: Path, key: str, hints: dict[str, Any]) -> TopicContents:
    return read_named(path, lambda data: pyramid_contents(read_pyr(data, **hints).document, key, str(path)))


def _peer(path: Path, key: str, hints: dict[str, Any]) -> tuple[TopicContents, bool]:
    """The pyramid with the peer, and whether text that matches no SCU is marked in the peer."""
    names = parse_file_name(path.as_posix())

    def read(data: bytes) -> tuple[TopicContents, bool]:
        reading = read_pan(data, **hints)
        topic = pyramid_contents(reading.document.pyramid, key, str(path))
        file = peer_file(reading, WeightSource.SUMMARIES)
        peer = NamedPeer(names.summarizer or names.stem, file.peer)
        return replace(topic, peers=(peer,)), file.has_non_matching

    return read_named(path, read)
