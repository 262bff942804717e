"""Systems' extracts compared with the sentences that judges rated or chose: scores, reports by topic, and files."""
