"""A third kind of work, known to tests only: a checklist of questions about a peer, each answered yes or no.

What is here is all that a kind has to bring: its table, its verb, how its rows are loaded and written, its URLs.
"""
