"""The values of measures as files: JSON, CSV, tables, the output of ROUGE-1.5.5 and the metrics of SacreROUGE.

``rows``  the values of a summary, and their means, which all formats start from
``rouge_lines``, ``metrics_lines``  what other programs print
"""
