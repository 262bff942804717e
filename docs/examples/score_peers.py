"""Prints the scores of a project's peers: each with its Max, then the means over topics, the best first.

    PYRAMIDION_TOKEN=pyr_... python3 score_peers.py http://127.0.0.1:8000 sample

The token is made on the account page (a click on your name); one for reading is enough. Python is all it needs.
"""

import json
import os
import sys
from urllib.request import Request, urlopen

KINDS = ("original", "modified", "recall")
site, project = sys.argv[1:]
headers = {"Authorization": f"Bearer {os.environ['PYRAMIDION_TOKEN']}"}
with urlopen(Request(f"{site}/api/projects/{project}/scores/", headers=headers)) as answer:
    scores = json.load(answer)


def shown(score):  # null, with a warning that says why, where there is none
    return "-" if score is None else f"{score:.4f}"


for row in scores["rows"]:
    cells = [f"{kind} {shown(row[kind])} (Max {row[f'{kind}_max']})" for kind in KINDS]
    print(row["topic"], row["summarizer"], "by", row["matcher"], *cells, *row["warnings"], sep="\t")
for row in sorted(scores["means"], key=lambda row: row["modified"]["mean"] or 0, reverse=True):
    means = [f"{kind} {shown(row[kind]['mean'])} (topics {row[kind]['n']})" for kind in KINDS]
    print("mean", row["summarizer"], "by", row["matcher"], *means, sep="\t")
