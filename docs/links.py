"""Whether every link of a site leads to a file of it, or to a heading: python links.py SITE."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page and the names that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for key, value in attributes:
            if value and key in ("href", "src"):
                self.links.append(value)
            elif value and key in ("id", "name"):
                self.names.add(value)


def main(site: Path) -> int:
    # Pages of the gallery hold data, and link to nothing.
    pages = {path: Page(path) for path in site.rglob("*.html") if path.parent.name != "pages"}
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("#"):
                continue
            target = (path.parent / unquote(parts.path)).resolve()
            there = target.is_file()
            if there and parts.fragment and target in pages:
                there = unquote(parts.fragment) in pages[target].names
            if not there:
                dead.append(f"{path.relative_to(site)}: {link}")
    print("\n".join(dead) or f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, none dead")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
