"""A table that answers, and a browser at it."""

from __future__ import annotations

import pytest

from tests.web.client import Client, running


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """The port of a table that the tests of a module share."""
    with running(tmp_path_factory.mktemp("games")) as listening:
        yield listening


@pytest.fixture
def client(port):
    return Client(port)


@pytest.fixture(scope="module")
def browser():
    from tests.web.browsing import launched

    with launched() as running_browser:
        yield running_browser


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    with running(tmp_path_factory.mktemp("games")) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def open_page(browser, base):
    """Open pages; at the end none has complained, nor asked for anything elsewhere."""
    from tests.web.browsing import WIDE

    told, contexts = [], []

    def opened(path="/", expected=(), **settings):
        context = browser.new_context(
            **{"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce", **settings}
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()

        def heard(message):
            if message.type in ("error", "warning"):
                if not any(words in message.text for words in expected):
                    told.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith(base) else told.append(r.url))
        page.goto(base + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert told == []
