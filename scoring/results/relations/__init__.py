"""The relations between the SCUs of a topic: their weights, scores with implied SCUs, and agreement of owners."""
