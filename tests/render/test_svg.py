"""Pictures: well-formed, complete, bounded, and only of what the seat may know."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.render import raster, svg, svg_cards

NAMESPACE = "{http://www.w3.org/2000/svg}"


def games(ruleset: str, seed: int = 1, every: int = 7) -> list[cc.Game]:
    """Positions of one game played at random, its end among them."""
    game, rng, found = cc.Game(ruleset, seed=seed, max_deals=2), np.random.default_rng(seed), []
    for ply in range(10_000):
        if game.is_over:
            break
        if ply % every == 0:
            found.append(game.copy())
        actions = game.legal_actions()
        game.play_action(actions[rng.integers(len(actions))])
    return [*found, game]


def placed(picture: str) -> Counter[str]:
    """How often each card lies in a picture."""
    root = ElementTree.fromstring(picture)
    uses = root.iter(f"{NAMESPACE}use")
    return Counter(use.attrib["href"].removeprefix("#card-") for use in uses)


@pytest.mark.parametrize("ruleset", cc.rulesets())
def test_a_picture_shows_the_cards_that_the_seat_knows(ruleset: str) -> None:
    for game in games(ruleset):
        for seat in range(game.num_players):
            view = game.view(seat)
            picture = svg.draw(view, theme="dark" if seat else "light")
            cards = placed(picture)
            hand = view.rules.cards.from_set(view.hand)
            assert set(hand) <= set(cards), (ruleset, seat)
            in_trick = [view.rules.cards.text(c) for c in view.trick.tolist() if c >= 0]
            assert set(in_trick) <= set(cards)
            defined = {symbol.attrib["id"] for symbol in symbols(picture)}
            assert {f"card-{card}" for card in cards} == defined


def symbols(picture: str) -> Any:
    return ElementTree.fromstring(picture).iter(f"{NAMESPACE}symbol")


@pytest.mark.parametrize("ruleset", ["classic", "au4", "au6"])
def test_no_hidden_card_is_drawn_unless_all_hands_are_asked_for(ruleset: str) -> None:
    game = cc.Game(ruleset, seed=4)
    other = set(game.rules.cards.from_set(game.view(1).hand))
    assert not other & set(placed(game.svg(0)))
    assert other <= set(placed(game.svg(0, all_hands=True)))


@pytest.mark.parametrize("ruleset", cc.rulesets())
def test_everything_lies_within_the_picture(ruleset: str) -> None:
    for game in games(ruleset, every=11):
        root = ElementTree.fromstring(game.svg(all_hands=game.is_over))
        width, height = (float(root.attrib[name]) for name in ("width", "height"))
        for item in (*root.iter(f"{NAMESPACE}use"), *root.findall(f"{NAMESPACE}rect")):
            x, y, wide, high = (float(item.attrib.get(n, 0)) for n in ("x", "y", "width", "height"))
            assert x >= 0, game.record_line()
            assert y >= 0
            assert x + wide <= width + 0.01
            assert y + high <= height + 0.01


def test_texts_are_no_smaller_than_can_be_read_and_fit() -> None:
    from PIL import ImageFont

    fonts = {bold: ImageFont.truetype(raster._fonts()[bold], 100) for bold in (0, 1)}
    for ruleset in cc.rulesets():
        for game in games(ruleset, every=13):
            root = ElementTree.fromstring(game.svg())
            for text in root.findall(f"{NAMESPACE}text"):
                size, words = float(text.attrib["font-size"]), text.text or ""
                wide = fonts["font-weight" in text.attrib].getlength(words) * size / 100
                x, anchor = float(text.attrib["x"]), text.attrib["text-anchor"]
                left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
                assert size >= 7.5, (ruleset, words, size)
                assert left >= 0, (ruleset, words)
                assert left + wide <= 400, (ruleset, words)


def test_every_card_of_every_pack_has_a_face_of_its_own() -> None:
    cards = {card for name in cc.rulesets() for card in cc.rules(name).cards.cards}
    faces = {svg_cards.face(card) for card in (*cards, svg_cards.BACK)}
    assert len(faces) == len(cards) + 1
    root = ElementTree.fromstring(f'<svg xmlns="{NAMESPACE[1:-1]}">{"".join(faces)}</svg>')
    assert len(root)


def test_pixels_have_the_width_asked_for_and_a_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = cc.Game("classic", seed=1).svg()
    assert raster.pixels(picture, 400).shape == (470, 400, 3)
    assert raster.png(picture)[:8] == b"\x89PNG\r\n\x1a\n"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(raster.PicturesError, match=r"cinqcents_env\[pictures\]"):
        raster.png(picture)


def test_a_theme_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match=r"theme 'blue'.*'light' or 'dark'"):
        cc.Game("classic", seed=1).svg(theme="blue")


def test_a_notebook_shows_the_game() -> None:
    game = cc.Game("mini", seed=1)
    assert game._repr_svg_() == game.svg()
    while not game.is_over:
        game.play_action(game.legal_actions()[0])
    assert game._repr_svg_() == game.svg(all_hands=True)
