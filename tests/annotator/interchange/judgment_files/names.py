"""Names and texts as files with judgments may have them, for tests that write and read them."""

from hypothesis import strategies as st

_CHARACTERS = st.characters(min_codepoint=32, max_codepoint=0x24F, exclude_categories=["Cc", "Cf", "Zs", "Zl", "Zp"])

NAMES = st.text(_CHARACTERS, min_size=1, max_size=6)
TEXTS = st.lists(NAMES, min_size=1, max_size=4).map(" ".join)
