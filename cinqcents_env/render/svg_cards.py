"""Playing cards as SVG: pips, indices and court figures, all drawn here.

A card is a symbol 60 wide and 84 high, named ``card-AS``, ``card-JK``, ``card-back``.
:func:`definitions` writes the symbols that a picture needs, :func:`card` places one.
"""

from __future__ import annotations

from collections.abc import Iterable

from cinqcents_env.cards import JOKERS

WIDTH, HEIGHT = 60, 84
"""Size of a card in its own units."""

BACK = "back"
"""Text that stands for a card seen from behind."""

INK = {"S": "#1d2733", "C": "#1d5c38", "D": "#c2570c", "H": "#b3152b"}
"""Four colours, so that suits differ even in a small picture."""

SUIT_PATHS = {
    "S": "M0-10C4-5 10-1 10 4C10 9 4 10 1 6C1 8 2 10 4 11H-4C-2 10-1 8-1 6C-4 10-10 9-10 4"
    "C-10-1-4-5 0-10Z",
    "H": "M0 10C-4 5-10 1-10-4C-10-10-3-11 0-5C3-11 10-10 10-4C10 1 4 5 0 10Z",
    "D": "M0-11C2-6 5-3 8 0C5 3 2 6 0 11C-2 6-5 3-8 0C-5-3-2-6 0-11Z",
    "C": "M0-10A4.6 4.6 0 0 1 4-3A4.7 4.7 0 1 1 1 5C1 8 2 10 4 11H-4C-2 10-1 8-1 5"
    "A4.7 4.7 0 1 1-4-3A4.6 4.6 0 0 1 0-10Z",
}
"""Suit signs about the origin, 22 high."""

LEFT, MIDDLE, RIGHT = 22.5, 30.0, 37.5
_SIDES = [(x, y) for x in (LEFT, RIGHT) for y in (17.0, 67.0)]
_SIX = [*_SIDES, (LEFT, 42.0), (RIGHT, 42.0)]
_EIGHT = [*_SIDES, *((x, y) for x in (LEFT, RIGHT) for y in (33.7, 50.3))]
PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, 17.0), (MIDDLE, 67.0)],
    "3": [(MIDDLE, 17.0), (MIDDLE, 42.0), (MIDDLE, 67.0)],
    "4": _SIDES,
    "5": [*_SIDES, (MIDDLE, 42.0)],
    "6": _SIX,
    "7": [*_SIX, (MIDDLE, 29.5)],
    "8": [*_SIX, (MIDDLE, 29.5), (MIDDLE, 54.5)],
    "9": [*_EIGHT, (MIDDLE, 42.0)],
    "T": [*_EIGHT, (MIDDLE, 25.4), (MIDDLE, 58.6)],
    "11": [*_EIGHT, (MIDDLE, 25.4), (MIDDLE, 42.0), (MIDDLE, 58.6)],
    "12": [*_EIGHT, *((MIDDLE, y) for y in (17.0, 33.7, 50.3, 67.0))],
    "13": [*_EIGHT, *((MIDDLE, y) for y in (17.0, 29.5, 42.0, 54.5, 67.0))],
}
"""Places of the pips of each spot card."""


def suit_sign(suit: str, x: float, y: float, size: float, colour: str | None = None) -> str:
    """A suit sign centred at (x, y), ``size`` high."""
    return (
        f'<path d="{SUIT_PATHS[suit]}" fill="{colour or INK[suit]}" '
        f'transform="translate({x:g} {y:g}) scale({size / 22:.3g})"/>'
    )


def _index(rank: str, suit: str) -> str:
    """Rank and small suit sign in the upper left corner."""
    text = "10" if rank == "T" else rank
    squeeze = ' textLength="14" lengthAdjust="spacingAndGlyphs"' if len(text) == 2 else ""
    return (
        f'<text x="8.5" y="15.5" font-size="16" font-weight="700" text-anchor="middle" '
        f'fill="{INK[suit]}"{squeeze}>{text}</text>' + suit_sign(suit, 8.5, 24, 11)
    )


def _mirrored(half: str) -> str:
    """A drawing and the same turned about the middle of the card."""
    return f'{half}<g transform="rotate(180 30 42)">{half}</g>'


def _spots(rank: str, suit: str) -> str:
    signs = []
    for x, y in PIPS[rank]:
        sign = suit_sign(suit, x, y, 11.5)
        signs.append(sign if y <= 42 else f'<g transform="rotate(180 {x:g} {y:g})">{sign}</g>')
    return "".join(signs)


HATS = {
    "K": "M18 22L20 12L25 18L30 10L35 18L40 12L42 22Z",
    "Q": "M20 22C18 15 24 16 25 12C27 17 33 17 35 12C36 16 42 15 40 22Z",
    "J": "M19 21C20 12 34 10 41 17L40 21Z",
}
"""Crown of the king, coronet of the queen, cap of the jack."""

HAIR = {
    "K": "M22 22V31C22 40 38 40 38 31V22L36 34C34 37 26 37 24 34Z",
    "Q": "M20 22C17 30 18 38 21 41H25V24H35V41H39C42 38 43 30 40 22Z",
    "J": "M21 22C20 28 20 33 22 36L25 34V23H35V34L38 36C40 33 40 28 39 22Z",
}


def _court(rank: str, suit: str) -> str:
    """A head with its hat over a coat with the suit's colour, twice."""
    colour = INK[suit]
    half = (
        f'<path d="M17 42C17 37 24 36 30 36C36 36 43 37 43 42Z" fill="{colour}"/>'
        '<path d="M27 36L30 42L33 36Z" fill="#f4d58a"/>'
        f'<path d="{HAIR[rank]}" fill="#8a5a2b"/>'
        '<ellipse cx="30" cy="28" rx="6.2" ry="7.5" fill="#f7dcc0"/>'
        f'<path d="{HATS[rank]}" fill="#e6b422" stroke="{colour}" stroke-width="1"/>'
        '<path d="M27 27h1.6M31.4 27h1.6M28.4 31.6q1.6 1.3 3.2 0" stroke="#40302a" '
        'stroke-width="1" fill="none" stroke-linecap="round"/>'
    )
    if rank == "J":
        half += f'<path d="M39 18C44 14 45 9 42 7C43 12 40 14 38 16Z" fill="{colour}"/>'
    frame = (
        f'<rect x="16.5" y="7" width="27" height="70" rx="3" fill="#fdf6e3" stroke="{colour}"/>'
        f'<path d="M16.5 42H43.5" stroke="{colour}" stroke-width=".8"/>'
    )
    corner = suit_sign(suit, 21, 12.5, 7)
    return frame + _mirrored(half + corner)


def _joker(card: str) -> str:
    colour = "#6b2fa0" if card == JOKERS[0] else "#146b6b"
    star = "M30 20L35.5 35.5L52 36L39 46L43.5 62L30 52.6L16.5 62L21 46L8 36L24.5 35.5Z"
    letters = "".join(
        f'<text x="8" y="{15 + 11 * i}" font-size="11" font-weight="700" text-anchor="middle" '
        f'fill="{colour}">{letter}</text>'
        for i, letter in enumerate("JK" if card == JOKERS[0] else "JK2")
    )
    face = (
        '<circle cx="30" cy="43" r="8.5" fill="#f7dcc0"/>'
        '<path d="M26.5 41h2M31.5 41h2M26 45q4 4.5 8 0" stroke="#40302a" stroke-width="1.2" '
        'fill="none" stroke-linecap="round"/>'
    )
    return f'<path d="{star}" fill="{colour}"/>{face}{letters}'


def _back() -> str:
    return (
        '<rect x="4" y="4" width="52" height="76" rx="4" fill="#27496d"/>'
        '<path d="M4 23L30 4L56 23M4 42L30 23L56 42M4 61L30 42L56 61M4 80L30 61L56 80" '
        'stroke="#9ec1e0" stroke-width="1.6" fill="none"/>'
        '<path d="M4 23L30 42L56 23M4 42L30 61L56 42M4 61L30 80L56 61M4 4L30 23L56 4" '
        'stroke="#5c86b0" stroke-width="1.2" fill="none"/>'
    )


def face(card: str) -> str:
    """What is drawn on a card (``AS``, ``JK``, ``back``), without its sheet."""
    if card == BACK:
        return _back()
    if card in JOKERS:
        return _joker(card)
    rank, suit = card[:-1], card[-1]
    if rank == "A":
        inner = suit_sign(suit, 30, 43, 32)
    elif rank in "KQJ":
        inner = _court(rank, suit)
    else:
        inner = _spots(rank, suit)
    return inner + _mirrored(_index(rank, suit))


def definitions(cards: Iterable[str]) -> str:
    """Symbols of some cards, each once."""
    sheet = (
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="5.5" '
        'fill="#fffefa" stroke="#5b6570"/>'
    )
    return "".join(
        f'<symbol id="card-{card}" viewBox="0 0 {WIDTH} {HEIGHT}">{sheet}{face(card)}</symbol>'
        for card in sorted(set(cards))
    )


def card(text: str, x: float, y: float, width: float) -> str:
    """A card with its upper left corner at (x, y)."""
    height = width * HEIGHT / WIDTH
    return (
        f'<use href="#card-{text}" x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" '
        f'height="{height:.4g}"/>'
    )
