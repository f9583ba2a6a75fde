"""The analysis on the page: values of moves with their unit, and why there are none."""

from __future__ import annotations

import html
import re

import pytest

from cinqcents_env.agents.checkpoint import load_checkpoint, save_checkpoint, shipped_checkpoints
from cinqcents_env.agents.checkpoint_files import read_weights
from cinqcents_env.web.words import LANGUAGES, Words
from tests.web.client import Client, chooser, running


@pytest.fixture(scope="module")
def mute(tmp_path_factory):
    """The shipped policy of au4 without its value head."""
    folder = shipped_checkpoints()["au4/ppo"]
    shipped = load_checkpoint(folder)
    network = shipped.network.spec
    shapes = network.shapes(shipped.meta["observation"]["features"], shipped.meta["num_actions"])
    arrays = read_weights(folder, shapes, shipped.meta["weights_digest"])
    kept = {name: array for name, array in arrays.items() if name.startswith("policy")}
    out = tmp_path_factory.mktemp("checkpoints") / "mute"
    description = {**network.to_json(), "value": "none"}
    save_checkpoint(out, kept, rules=shipped.rules, network=description, training=shipped.training)
    return f"checkpoint:{out}"


@pytest.fixture(scope="module")
def port(tmp_path_factory, mute):
    with running(tmp_path_factory.mktemp("games"), agents=[mute]) as listening:
        yield listening


def test_every_move_has_a_value_with_its_error_and_unit(client):
    path = client.begin("au4", seed="6")
    legal = len(client.get(path).moves)
    found = client.post(path + "/analysis", {"first": "au4/ppo"}).text
    assert (
        len(
            re.findall(
                r"<td>-?\d+\.\d <span class=\"quiet error-bar\">± \d+\.\d</span></td>", found
            )
        )
        == legal
    )
    assert "points more than the others from here to the end of the deal" in found
    assert re.search(r"au4/ppo gives the position -?\d+\.\d\.", found)
    assert "in 16 worlds drawn from what the player can see" in found
    assert client.post(path + "/analysis", {"first": "au4/ppo"}).text == found


def test_a_checkpoint_without_a_value_shows_probabilities_and_says_so(client, mute):
    path = client.begin("au4", seed="6")
    found = client.post(path + "/analysis", {"first": mute}).text
    assert "has no value head: its network gives probabilities alone" in found
    lines = re.findall(r"<tr.*?</tr>", found.partition("<tbody>")[2], flags=re.DOTALL)
    assert lines
    assert all(len(re.findall(r"<td>", line)) == 1 for line in lines)
    both = client.post(path + "/analysis", {"first": "au4/ppo", "second": mute}).text
    probabilities = re.findall(r"</meter>(\d\.\d{3})", both)
    assert probabilities[::2] == probabilities[1::2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_exact_values_stand_beside_those_of_the_network(port, language):
    client = Client(port)
    path, choose = client.begin("foster", seed="6"), chooser(3)
    answer = client.get(path)
    for at in range(200):
        if "0 face down" in answer.text and len(answer.moves) > 1:
            break
        answer = client.move(path, answer, choose(answer.moves, at))
    client.get(f"/?lang={language}")
    found = client.post(path + "/analysis", {"first": "foster/ppo", "second": "pimc:16"}).text
    for name in ("source_last phase", "unit_points ahead in the rest of the deal"):
        assert Words(language).say(name) in html.unescape(found)
    values, best = [], []
    for row in re.findall(r"(?s)<tr( class=\"best\")?>(<th scope=\"row\">.*?)</tr>", found):
        cells = re.findall(r"<td>(-?[\d.,]+)</td>", row[1])
        assert ("," in cells[-1]) == (language == "fr")
        values.append(float(cells[-1].replace(",", ".")))
        best.append(bool(row[0]))
    assert len(values) == len(answer.moves)
    assert [value == max(values) for value in values] == best
