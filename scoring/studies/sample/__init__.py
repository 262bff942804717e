"""What the sample projects have for measures: parses, trained measures, baselines and stored studies.

The folder ``parses`` has discourse relations as text with brackets, marked by hand for the peers of one topic of the
sample project and four topics of the sample study. The folder ``models`` has measures that were trained on ratings of
the sample study; tests/scoring/studies/sample/test_models.py trains them again and names the commands.
"""
