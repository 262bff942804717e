"""All extracts of a document, ranked by measures that compare them with the sentences that judges chose.

``grids``  the ranks of one document, or of several with their means
``project``, ``files``  documents of a project or in files, with the sentences that judges and systems chose
``tables``  the ranks as tables of rows
"""
