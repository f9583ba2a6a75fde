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
