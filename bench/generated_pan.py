"""Generates `.pan` files (DUCView's peer annotations) of the usual size, about 50 kB, with random words."""

import random
from html import escape
from pathlib import Path

MODELS = 4
MODEL_WORDS = 250
SCUS = 80
MATCHES = 8
PEER_WORDS = 250
WEIGHT_SHARES = (66, 19, 10, 5)
"""Percentages of the SCUs of DUC 2006 that have weight 1, 2, 3 and 4."""


def write_pans(folder: Path, *, files: int, topics: int) -> list[Path]:
    """Writes the files, and returns their paths in sorted order. All files of a topic have the same content."""
    contents = [_pan(seed) for seed in range(topics)]
    paths = []
    for number in range(files):
        path = folder / f"100.D{number % topics:04}.M.250.A.{number}.pan"
        path.write_text(contents[number % topics], encoding="utf-8")
        paths.append(path)
    return sorted(paths)


def _pan(seed: int) -> str:
    rng = random.Random(seed)
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(800)]
    text, model_bounds = _models_text(rng, words)
    scus = [_scu(rng, uid, text, model_bounds) for uid in range(1, SCUS + 1)]
    peer = " ".join(rng.choices(words, k=PEER_WORDS)) + "\n"
    matched = rng.sample(range(1, SCUS + 1), MATCHES)
    matches = [_match(rng, uid, peer, matched) for uid in (*range(1, SCUS + 1), 0)]  # 0: text that matches no SCU
    header_pattern = r"<startDocumentRegEx><![CDATA[[-]+\n\s*D\d+\.[A-Z]\n[-]+\n]]></startDocumentRegEx>"
    return (
        f'<?xml version="1.0"?>\n<!DOCTYPE peerAnnotation [\n <!ELEMENT peerAnnotation (pyramid,annotation)>\n]>\n'
        f"<peerAnnotation>\n<pyramid>\n{header_pattern}\n{_text_element(text)}\n{''.join(scus)}</pyramid>\n"
        f"<annotation>\n{_text_element(peer)}\n{''.join(matches)}</annotation>\n</peerAnnotation>\n"
    )


def _models_text(rng: random.Random, words: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """Returns the text of all models with their headers, and the bounds of each model's own text."""
    text, bounds = "", []
    for model in range(MODELS):
        text += f"----------\n D0001.{chr(ord('A') + model)}\n----------\n\n"
        sentences = (" ".join(rng.choices(words, k=25)) for _ in range(MODEL_WORDS // 25))
        body = ".\n".join(sentences) + ".\n"
        bounds.append((len(text), len(text) + len(body)))
        text += body + "\n"
    return text, bounds


def _scu(rng: random.Random, uid: int, text: str, model_bounds: list[tuple[int, int]]) -> str:
    weight = rng.choices(range(1, MODELS + 1), WEIGHT_SHARES)[0]
    contributors = "".join(_contributor(rng, text, bounds) for bounds in rng.sample(model_bounds, weight))
    return f' <scu uid="{uid}" label="{_label(rng, text)}">\n{contributors} </scu>\n'


def _match(rng: random.Random, uid: int, peer: str, matched: list[int]) -> str:
    if uid and uid not in matched:
        return f' <peerscu uid="{uid}" label="(1) {_label(rng, peer)}">\n </peerscu>\n'
    contributor = _contributor(rng, peer, (0, len(peer)))
    return f' <peerscu uid="{uid}" label="(1) {_label(rng, peer)}">\n{contributor} </peerscu>\n'


def _contributor(rng: random.Random, text: str, bounds: tuple[int, int]) -> str:
    lower, upper = bounds
    start = rng.randrange(lower, upper - 60)
    end = start + rng.randint(30, 60)
    parts = [(start, end)]
    if end - start > 50:  # a third of the contributors of DUC 2006 have more than one part
        parts = [(start, start + 20), (start + 25, end)]
    labels = [escape(text[a:b].replace("\n", "")) for a, b in parts]
    elements = "".join(
        f'   <part label="{label}" start="{a}" end="{b}"/>\n' for label, (a, b) in zip(labels, parts, strict=True)
    )
    return f'  <contributor label="{"...".join(labels)}">\n{elements}  </contributor>\n'


def _label(rng: random.Random, text: str) -> str:
    start = rng.randrange(len(text) - 50)
    return escape(text[start : start + 45].replace("\n", ""))


def _text_element(text: str) -> str:
    return " <text>\n" + "".join(f"  <line>{escape(line)}</line>\n" for line in text.splitlines()) + " </text>"
