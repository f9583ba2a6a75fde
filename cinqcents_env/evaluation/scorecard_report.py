"""Score cards as Markdown and text, and the leaderboard made of many."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cinqcents_env.evaluation.scorecard import PROTOCOL, SIZES, VERSION

CARD_FILE = "benchmark.json"
Card = Mapping[str, Any]


class CardError(ValueError):
    """A file that is no score card."""


def read_card(path: Path) -> dict[str, Any]:
    """A score card from its file.

    Raises:
        CardError: the file cannot be read or is no score card.
    """
    try:
        card = dict(json.loads(path.read_text(encoding="utf-8")))
        named = card["protocol"]["name"] == PROTOCOL
        needed = ("ruleset", "agent", "rating", "matches", "timing", "made_with")
        complete = all(name in card for name in needed)
    except (OSError, ValueError, KeyError, TypeError):
        raise CardError(f"{path} is not a readable score card") from None
    if not named or not complete:
        raise CardError(f"{path} is not a {PROTOCOL}")
    return card


def span(rate: float, interval: Iterable[float], form: str = ".3f") -> str:
    """A figure with its interval."""
    low, high = interval
    return f"{rate:{form}} [{low:{form}}, {high:{form}}]"


def rows(card: Card) -> list[tuple[str, str]]:
    """Every figure of a card as (name, text)."""
    spec = card["agent"]["spec"]
    rating = card["rating"][spec]
    found = [
        ("rating", f"{span(rating['rating'], rating['interval'], '+.0f')} (random is 0)"),
    ]
    for match in card["matches"]:
        margin = f"{match['margin']:+.1f} points a game"
        found.append(
            (
                f"against {match['b']}" if match["a"] == spec else f"against {match['a']}",
                f"{span(match['win_rate'], match['win_rate_interval'])} of {match['games']} games "
                f"(even {match['even']:.3f}), {margin}",
            )
        )
    seats = card["seats"]
    rates = [span(r, i) for r, i in zip(seats["win_rates"], seats["intervals"], strict=True)]
    found.append((f"in each seat, against {seats['against']}", "; ".join(rates)))
    found += _special_rows(card)
    timing = card["timing"]
    found.append(("illegal actions", str(card["illegal"])))
    found.append(
        (
            "decisions a second",
            f"{timing['single_per_second']:,.0f} one by one, "
            f"{timing['batch_per_second']:,.0f} in batches",
        )
    )
    return found


def _special_rows(card: Card) -> list[tuple[str, str]]:
    """Rows of figures that only some rule sets have."""
    found = []
    if "exploitability" in card:
        text = f"{card['exploitability']['exploitability']:.3f} points a deal, exactly"
        found.append(("exploitability", text))
    if "regret" in card:
        figures = card["regret"]
        text = f"{span(figures['lost'], figures['lost_interval'], '.2f')} points lost"
        text += f", {span(figures['faultless'], figures['faultless_interval'])} without loss"
        found.append(("last phases, against itself", text))
    if "contracts" in card:
        figures = card["contracts"]
        text = f"declares {span(figures['declared'], figures['declared_interval'])}"
        if figures["made"] is not None:
            text += f", makes {span(figures['made'], figures['made_interval'])}"
        found.append((f"contracts, against {figures['opponents']}", text))
    return found


def table(card: Card) -> str:
    """A card as text for a terminal."""
    protocol = card["protocol"]
    head = [
        ("rules", " ".join([card["ruleset"], *(f"{k}={v}" for k, v in card["options"].items())])),
        ("agent", card["agent"]["spec"]),
        ("protocol", f"{protocol['name']} {protocol['version']}, size {protocol['size']}"),
    ]
    lines = [*head, *rows(card)]
    width = max(len(name) for name, _ in lines)
    return "\n".join(f"{name:<{width}}  {text}" for name, text in lines)


def markdown(card: Card) -> str:
    """A card as a Markdown page."""
    protocol, made = card["protocol"], card["made_with"]
    size = SIZES.get(protocol["size"])
    deals = f"; {size.deals} deals a match, {size.search_deals} with a searcher" if size else ""
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    lines = [
        f"# `{card['agent']['spec']}` on `{card['ruleset']}`",
        "",
        f"Protocol: {protocol['name']}, version {protocol['version']}, size {protocol['size']}, "
        f"seed {protocol['seed']}{deals}. Intervals are 95 % intervals over the deals.",
        "",
        "| figure | value |",
        "| --- | --- |",
        *(f"| {name} | {text} |".replace("`", "") for name, text in rows(card)),
        "",
        f"Made with {versions}; {made['system']} {made['machine']}.",
    ]
    if card["agent"]["weights"]:
        lines += ["", f"Weights: `{card['agent']['weights']}`."]
    return "\n".join(lines) + "\n"


# the leaderboard


def leaderboard(cards: Mapping[str, Card]) -> str:
    """A page that ranks agents by their cards, rule set by rule set.

    Args:
        cards: by the name under which they stand, such as ``classic/ppo``. Cards of
            another protocol version or size are named but not ranked.
    """
    counted: dict[str, Card] = {}
    others: dict[str, Card] = {}
    for name, card in cards.items():
        protocol = card["protocol"]
        fits = protocol["version"] == VERSION and protocol["size"] == "full"
        (counted if fits and not card["options"] else others)[name] = card
    parts = [
        "# Leaderboard",
        "Generated by `benchmarks/leaderboard.py` from the score cards beside the checkpoints; "
        "do not edit.",
        f"Protocol: {PROTOCOL}, version {VERSION}. `random` is 0 and 400 points are odds of ten "
        "to one. To stand here, run `cinqcents benchmark RULESET SPEC --out FOLDER`.",
    ]
    rulesets = sorted({card["ruleset"] for card in counted.values()})
    for ruleset in rulesets:
        own = {name: card for name, card in counted.items() if card["ruleset"] == ruleset}
        parts += [f"## `{ruleset}`", _ranking(own)]
    if not rulesets:
        parts.append("No card has been made yet.")
    if others:
        names = ", ".join(f"`{name}`" for name in sorted(others))
        parts.append(f"Not ranked, since of another version, size or options: {names}.")
    return "\n\n".join(parts) + "\n"


def _ranking(cards: Mapping[str, Card]) -> str:
    """Agents of one rule set, the strongest first, its anchors among them."""
    entries: dict[str, tuple[float, list[str]]] = {}
    anchors = sorted({anchor for card in cards.values() for anchor in card["anchors"]})
    for name, card in cards.items():
        rating = card["rating"][card["agent"]["spec"]]
        against = {match["b"]: match for match in card["matches"] if match["a"] != match["b"]}
        cells = [span(rating["rating"], rating["interval"], "+.0f")]
        for anchor in anchors:
            match = against.get(anchor)
            cells.append(span(match["win_rate"], match["win_rate_interval"]) if match else "-")
        cells.append(f"{card['timing']['single_per_second']:,.0f}")
        entries[name] = (rating["rating"], [f"`{name}`", *cells])
    first = next(iter(cards.values()))
    for anchor in anchors:
        if anchor not in entries and anchor in first["rating"]:
            rating = first["rating"][anchor]
            cells = [span(rating["rating"], rating["interval"], "+.0f")]
            empty = ["-"] * (len(anchors) + 1)
            entries[anchor] = (rating["rating"], [f"`{anchor}` (anchor)", *cells, *empty])
    heading = ["agent", "rating", *(f"against `{anchor}`" for anchor in anchors)]
    heading.append("decisions a second")
    lines = [heading, ["---"] * len(heading)]
    lines += [cells for _, cells in sorted(entries.values(), key=lambda entry: -entry[0])]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
