"""All extracts of a document, ranked by measures that compare them with the sentences that judges chose.

``grids``  the ranks of one document, or of several with their means
``project``  documents of a project, with the sentences that judges and systems chose
"""
