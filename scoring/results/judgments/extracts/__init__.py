"""Systems' extracts against the sentences that judges rated or chose: their scores, by topic, and of files."""
