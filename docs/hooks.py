"""What the documentation site changes in the pages before they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
ROLE = re.compile(r":(?:class|func|meth|mod|data|attr|exc):(?=<code>)")
"""Cross references as docstrings write them, before the code that they name."""
OUTWARD = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]+)\)")
"""Links that begin by going up."""
FRENCH = "rules/fr/"
"""Folder of the pages in French."""
AFTER = 4
"""Entries of the navigation before the pages "use it with"."""
TILDE = re.compile(r"<code>~(?:\w+\.)*")


def on_config(config: Any) -> Any:
    """Put pages that the navigation does not name where they belong.

    The pages "use it with" go behind the tutorials, all others into a section of their own.
    """
    named = set(_named(config["nav"]))
    pages = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.md"))
    missing = [page for page in pages if page not in named]
    libraries = [page for page in missing if page.startswith("use-with-")]
    others = [page for page in missing if page not in libraries]
    if libraries:
        config["nav"].insert(AFTER, {"Use it with": [{_title(page): page} for page in libraries]})
    if others:
        config["nav"].append({"More": [{_title(page): page} for page in others]})
    return config


def _named(nav: Any) -> Iterator[str]:
    for entry in nav:
        for value in entry.values():
            yield from _named(value) if isinstance(value, list) else [value]


def _title(name: str) -> str:
    first = (FOLDER / name).read_text(encoding="utf-8").partition("\n")[0]
    return first.lstrip("# ").removeprefix("Use it with ").strip()


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Name files of the repository that are no pages instead of leading to them."""
    here = (FOLDER / page.file.src_uri).parent

    def told(found: re.Match[str]) -> str:
        target = (here / found[2]).resolve()
        if target.is_relative_to(FOLDER) or not target.exists():
            return found[0]
        path = f"`{target.relative_to(FOLDER.parent)}`"
        return path if found[1].strip("`") in path else f"{found[1]} ({path})"

    return OUTWARD.sub(told, markdown)


def on_page_content(html: str, page: Any = None, **_: Any) -> str:
    """Take the marks of cross references out of docstrings; say which pages are French."""
    html = TILDE.sub("<code>", ROLE.sub("", html))
    french = page is not None and page.file.src_uri.startswith(FRENCH)
    return f'<div lang="fr">{html}</div>' if french else html
