"""The stability of scores under pyramids of fewer models, from pyramid files alone (no project or database)."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotator.duc.names import parse_file_name
from annotator.duc.readers import read_pan, read_pyr
from annotator.texts.errors import FormatError
from scoring.measures.observation import CONSENSUS
from scoring.observations.files import (
    FileRefused,
    PeerFile,
    WeightSource,
    distinct_names,
    infer_marking,
    peer_file,
    read_each,
    read_or_refuse,
)
from scoring.observations.topic_pyramids import (
    NamedPeer,
    TopicPyramid,
    distinct_pyramids,
    topic_pyramid,
    with_peers,
)
from scoring.results.stability.analysis import StabilityRefused, analyse_stability
from scoring.results.stability.result import MODIFIED, Stability, StabilitySettings


def file_stability(
    paths: Sequence[Path],
    settings: StabilitySettings,
    *,
    model_count: int | None = None,
    separator: str | None = None,
    refused: list[FileRefused] | None = None,
) -> Stability:
    """Analyse the pyramids in ``.pyr`` files (one topic each) and the peers matched to them in ``.pan`` files. Without
    ``.pyr`` files, the distinct pyramids in the ``.pan`` files are analysed. Files without document headers need
    ``model_count`` or ``separator`` (the line between model summaries). Files that cannot be read are added to
    ``refused``; if that is None, the first of them raises FileRefused. Raises FileRefused too if a peer is matched to
    none of the pyramids, and StabilityRefused if the analysis cannot be computed.
    """
    peer_paths = [path for path in paths if path.suffix.lower() == ".pan"]
    pyramid_paths = [path for path in paths if path not in peer_paths]
    hints = {"model_count": model_count, "separator": separator}
    topic_keys = {
        path: key
        for group in (pyramid_paths, peer_paths)
        for path, key in zip(group, distinct_names(group, lambda name_parts: name_parts.topic), strict=True)
    }
    pyramid_files = read_each(pyramid_paths, lambda path: _pyramid(path, topic_keys[path], hints), refused)
    peer_files = read_each(peer_paths, lambda path: _peer(path, topic_keys[path], hints), refused)
    peer_topics = [topic for _, (topic, _) in peer_files]
    topics = [topic for _, topic in pyramid_files] or distinct_pyramids(peer_topics)
    if settings.score_peers:
        if not peer_topics:
            raise StabilityRefused("There are no peers: name their .pan files too.")
        try:
            topics = with_peers(topics, peer_topics)
        except FormatError as error:
            raise FileRefused(str(error)) from error
        # Unless all text that matches no SCU is marked, X of the original score is not known.
        if not all(infer_marking([(path, file) for path, (_, file) in peer_files])):
            settings = replace(settings, score_kind=MODIFIED)
    return analyse_stability(topics, settings)


def _pyramid(path: Path, key: str, hints: dict[str, Any]) -> TopicPyramid:
    """The pyramid in a file. ``key``: the key of its topic; ``hints``: keyword arguments of the reader."""
    return read_or_refuse(path, lambda data: topic_pyramid(read_pyr(data, **hints).document, key, str(path)))


def _peer(path: Path, key: str, hints: dict[str, Any]) -> tuple[TopicPyramid, PeerFile]:
    """Returns the pyramid with its peer, and the file's data for computing scores."""
    names = parse_file_name(path.as_posix())

    def read(data: bytes) -> tuple[TopicPyramid, PeerFile]:
        reading = read_pan(data, **hints)
        topic = topic_pyramid(reading.document.pyramid, key, str(path))
        file = peer_file(reading, WeightSource.SUMMARIES)
        peer = NamedPeer(names.summarizer or names.stem, (file.peer,), is_consensus=names.annotator == CONSENSUS)
        return replace(topic, peers=(peer,)), file

    return read_or_refuse(path, read)
