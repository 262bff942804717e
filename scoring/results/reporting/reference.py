"""A publication as text and as BibTeX."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """A publication. ``key``: its BibTeX key; ``kind``: its BibTeX entry type. ``authors``: each as "Family, Given".
    ``fields``: the names and values of further BibTeX fields, such as journal and pages.
    """

    key: str
    kind: str
    authors: tuple[str, ...]
    year: int
    title: str
    fields: tuple[tuple[str, str], ...]
    doi: str | None = None
    url: str | None = None

    @property
    def citation(self) -> str:
        """Family names and year, as cited in a sentence: "Nenkova and Passonneau 2004"."""
        families = [author.partition(",")[0] for author in self.authors]
        if len(families) > 2:
            return f"{families[0]} et al. {self.year}"
        return f"{' and '.join(families)} {self.year}"

    @property
    def text(self) -> str:
        """The entry of this publication in a list of references, on one line."""
        fields = dict(self.fields)
        names = "; ".join(self.authors)
        published_in = fields.get("journal") or fields.get("booktitle") or fields.get("publisher", "")
        if volume := fields.get("volume"):
            published_in += f" {volume}" + (f"({fields['number']})" if "number" in fields else "")
        if pages := fields.get("pages"):
            published_in += f", {pages.replace('--', '–')}"
        link = f"https://doi.org/{self.doi}" if self.doi else self.url
        return f"{names} ({self.year}). {self.title}. {published_in}.{f' {link}' if link else ''}"

    @property
    def bibtex(self) -> str:
        values = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            **dict(self.fields),
            "year": str(self.year),
            "doi": self.doi,
            "url": self.url,
        }
        # chr(92) is a backslash: BibTeX needs \& for an ampersand.
        lines = [f"  {name} = {{{value.replace('&', chr(92) + '&')}}}" for name, value in values.items() if value]
        return f"@{self.kind}{{{self.key},\n" + ",\n".join(lines) + "\n}\n"
