"""What the documentation site changes in the pages before they are shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
ROLE = re.compile(r":(?:class|func|meth|mod|data|attr|exc):(?=<code>)")
"""Cross references as docstrings write them, before the code that they name."""
TILDE = re.compile(r"<code>~(?:\w+\.)*")


def on_config(config: Any) -> Any:
    """Put the pages "use it with", as many as there are, behind the tutorials."""
    pages = sorted(path.name for path in FOLDER.glob("use-with-*.md"))
    listed = [{_title(name): name} for name in pages]
    if listed:
        config["nav"].insert(2, {"Use it with": listed})
    return config


def _title(name: str) -> str:
    first = (FOLDER / name).read_text(encoding="utf-8").partition("\n")[0]
    return first.lstrip("# ").removeprefix("Use it with ").strip()


def on_page_content(html: str, **_: Any) -> str:
    """Take the marks of cross references out of docstrings."""
    return TILDE.sub("<code>", ROLE.sub("", html))
