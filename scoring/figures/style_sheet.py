"""The style sheet of an SVG file: the site's style sheet of plots, with variables replaced by their values."""

import re

VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")
VARIABLE_USE = re.compile(r"var\(--([\w-]+)\)")
LIGHT_DARK = re.compile(r"light-dark\(([^,()]+),\s*([^()]+)\)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def standalone_css(tokens_css: str, plot_css: str) -> str:
    """Returns ``plot_css`` twice: in light colours, and in a media query in dark colours. ``tokens_css``: the style
    sheet that sets the variables.

    ``var()`` and ``light-dark()`` are replaced by their values, because programs other than browsers do not support
    these functions. Raises KeyError for a variable that ``tokens_css`` does not set.

    >>> print(standalone_css("--ink: light-dark(#111, #eee);", ".plot text { fill: var(--ink); }"))
    .plot text { fill: #111; }
    @media (prefers-color-scheme: dark) {
    .plot text { fill: #eee; }
    }
    """
    variables = dict(VARIABLE.findall(COMMENT.sub("", tokens_css)))
    rules = COMMENT.sub("", plot_css).strip()
    light, dark = (_filled(rules, variables, scheme) for scheme in ("light", "dark"))
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}"


def _filled(rules: str, variables: dict[str, str], scheme: str) -> str:
    """The rules with the values of all variables, in the colours of a ``scheme``: "light" or "dark"."""
    while VARIABLE_USE.search(rules):
        rules = VARIABLE_USE.sub(lambda use: variables[use[1]], rules)
    return LIGHT_DARK.sub(lambda colours: colours[1 if scheme == "light" else 2].strip(), rules)
