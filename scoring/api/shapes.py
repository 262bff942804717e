"""What the answers with results hold, as schemas; members may be added to them."""

from annotator.web.json_schema import ANYTHING, FLAG, NUMBER, TEXT, WHOLE, many, maybe, one_of, shape
from annotator.work.states.visibility import WorkState
from scoring.core.pyramid import Rounding
from scoring.services.score_fields import KINDS
from scoring.services.scored import EXPORT_COLUMNS

COUNTS = ("models", "pyramid_scus", "matched_scus", "repeated", "non_matching", "weight_sum")
ROUNDING = one_of(Rounding)
LIST, SENTENCES = many(ANYTHING), many(TEXT)
SCORE = shape(
    "A score with its X and Max; null where there is none.", **dict.fromkeys(("score", "x", "max"), maybe(NUMBER))
)
_TEXTS = dict.fromkeys(("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "weight_source"), TEXT)
_NUMBERS = {name: maybe(NUMBER) for name in EXPORT_COLUMNS if name.split("_")[0] in KINDS}

ROW = shape(
    "A peer and matcher, in the columns of the export.",
    **_TEXTS,
    **dict.fromkeys(("release", "revision"), WHOLE),
    state=one_of(WorkState.values),
    rounding=ROUNDING,
    warnings=SENTENCES,
    **dict.fromkeys(COUNTS, NUMBER),
    **_NUMBERS,
)
PEER_SCORES = shape(
    "The three scores and what they were counted from.",
    **dict.fromkeys(KINDS, SCORE),
    **dict.fromkeys(COUNTS, NUMBER),
    rounding=ROUNDING,
    release=WHOLE,
    revision=WHOLE,
    warnings=SENTENCES,
)
PROJECT_SCORES = shape(
    "All scores, their means over topics, and which differences are significant.",
    project=TEXT,
    rounding=ROUNDING,
    rows=many(ROW),
    means=LIST,
    ranking=ANYTHING,
    warnings=SENTENCES,
    withheld=WHOLE,
)
AGREEMENT = shape(
    "How far annotators agree: the keys of `manage.py agreement --json`, and what else the page shows.",
    project=TEXT,
    include_drafts=FLAG,
    units=WHOLE,
    annotators=many(TEXT),
    policy=ANYTHING,
    **dict.fromkeys(("uncovered", "shared", "unaligned", "alpha", "intervals"), ANYTHING),
    pairs=LIST,
    score_agreement=maybe(ANYTHING),
    refused=maybe(TEXT),
    withheld=WHOLE,
)
STABILITY = shape(
    "How many model summaries are enough: the keys of `manage.py stability --json`, none of them where it was refused.",
    project=TEXT,
    refused=maybe(TEXT),
    peers_refused=maybe(TEXT),
    owners=many(TEXT),
    matchers=many(TEXT),
    optional={
        "models": WHOLE,
        "topics": WHOLE,
        "threshold": NUMBER,
        "orders": LIST,
        "errors": LIST,
        "warnings": SENTENCES,
    },
)
DIAGNOSIS = shape(
    "What peers miss.",
    project=TEXT,
    score=one_of(KINDS),
    topics=many(TEXT),
    peers=WHOLE,
    withheld=WHOLE,
    best=maybe(ANYTHING),
    worst=maybe(ANYTHING),
    tiers=LIST,
    scus=LIST,
    warnings=SENTENCES,
)
PEER_DIAGNOSIS = shape(
    "What a peer says and what it misses.",
    release=WHOLE,
    revision=WHOLE,
    matched=LIST,
    non_matching=many(TEXT),
    missing=LIST,
)
