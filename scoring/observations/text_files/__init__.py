"""Reads summaries in files, without a project, for automatic measures (ADR 196). It uses no Django and no database.

``evaluations``  what the readers return: topics with named peers and models
``contents``  turns a file's bytes into a `Text`: plain, a sentence per line, the HTML of SEE, and others; the limits
``folders``, ``names``  folders whose file names say the topic and the summarizer
``rouge_settings``  settings files of ROUGE-1.5.5
``json_lines``  JSON Lines
``side_files``, ``parses``  files of Basic Elements and parses in CoNLL-U that belong to texts
"""
