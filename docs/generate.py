"""Write the generated parts of the rule documentation, or check that they are not stale.

    python docs/generate.py            write
    python docs/generate.py --check    fail, naming them, when files are stale

One page a rule set (rule sheet, picture, one deal, specification, options, actions,
observation); in the page of each family, between markers, its rules by number, what was not
clear and all options; all that once more in French; and the examples in the pages "use it with".
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from family_pages import (
    FAMILY_PAGES,
    linked,
    markdown_table,
    option_fields,
    parts_of,
    valid,
    with_parts,
)

from cinqcents_env import Game, make, make_agent, observation_layout
from cinqcents_env.cli.session import DealOver, Event, Moved, Session, TrickWon
from cinqcents_env.notation import move_texts
from cinqcents_env.notation.names import move_name
from cinqcents_env.rulebook import REGISTRY, Rules, sheet

FOLDER = Path(__file__).parent / "rules"
PICTURES = Path(__file__).parent / "pictures"
SEED = 7
"""Of the deal that a rule set's page shows."""
EXAMPLES = Path(__file__).parent.parent / "examples"
EXAMPLE = re.compile(r"(<!-- examples/(\w+\.py) -->\n).*?(<!-- example: end -->)", re.DOTALL)
OPTIONS_NOTE = """\
`make(..., option=value)` changes an option. `None` means that the option does not apply to these
rules. A value that does not go with the others is refused by name."""
UNUSED_NOTE = """\
The numbering is that of the whole family: what needs other cards, or an option that is off, is
never legal here."""
VERSIONS = {0: "first version"}
"""What changed in each version of the environments, and why. A version is raised when
behaviour, an option or an observation changes, never for speed."""


def options_section(rules: Rules) -> str:
    """Options of a rule set: value, what is valid, reference, meaning."""
    values = rules.options()
    rows = [
        [f"`{f.name}`", f.metadata["help"], values[f.name], valid(rules, f), f.metadata["why"]]
        for f in option_fields(rules)
    ]
    table = markdown_table(["option", "meaning", "value", "valid values", "reference"], rows)
    return f"{OPTIONS_NOTE}\n\n{table}"


def actions_section(rules: Rules) -> str:
    """Every action: index, move text, meaning."""
    rows = [[i, f"`{text}`", move_name(text)] for i, text in enumerate(move_texts(rules))]
    note = f"{UNUSED_NOTE}\n\n" if rules.family == "cinqcents" and rules.pack == "8" else ""
    return note + markdown_table(["index", "move", "meaning"], rows)


def observation_section(rules: Rules) -> str:
    """Every block of the observation: features, name, meaning."""
    kinds = "cards, suits and " + ("melds" if rules.family == "cinqcents" else "bids")
    rows = []
    for name, where, meaning in observation_layout(rules):
        last = where.stop - 1
        features = str(where.start) if where.start == last else f"{where.start} to {last}"
        rows.append([features, f"`{name}`", meaning])
    table = markdown_table(["features", "block", "meaning"], rows)
    return (
        f"float32; {kinds} as indicators, in index order. Seats are relative: the observer is 0, "
        f"the next to play 1.\n\n{table}"
    )


def specification(rules: Rules) -> str:
    """What a learning library sees of a rule set."""
    env = make(rules)
    agent = env.possible_agents[0]
    seen = env.observation_space(agent)["observation"]
    longest = f"{rules.max_deals} deals, then it is cut off and nobody wins"
    if rules.single_deal:
        longest = "one deal"
    rows = [
        ["ids", f"`cinqcents/{rules.ruleset}-v0` in Gymnasium and PettingZoo"],
        ["modules", f"`from cinqcents_env import {rules.ruleset}_v0`"],
        ["agents", f"`{agent}` to `{env.possible_agents[-1]}`, in the order of play"],
        ["actions", f"`Discrete({env.action_space(agent).n})`, with a mask (int8, 1 = legal)"],
        [
            "observation",
            f"float32, shape `{seen.shape}`, {seen.low.min():g} to {seen.high.max():g}",
        ],
        ["episode", "`game` (default) or `deal`"],
        ["reward", f"{reward_words(rules)}; sums to zero"],
        ["longest game", longest],
    ]
    return markdown_table(["", ""], rows)


def reward_words(rules: Rules) -> str:
    """The rewards that there are, and which is paid where none is asked for."""
    usual = {episode: make(rules, episode=episode).setup.reward for episode in ("game", "deal")}
    if len(set(usual.values())) == 1:
        return f"`{usual['game']}` (default) or `win`"
    return f"`win` or `points`; by default `{usual['game']}` for games, `{usual['deal']}` for deals"


def shown_deal(rules: Rules) -> Session:
    """One deal, played by ``greedy`` at every seat."""
    agent = make_agent("greedy", rules.replace(single_deal=True))
    session = Session(Game(agent.rules, seed=SEED), 0, [agent] * rules.players)
    while not session.game.is_over:
        session.carry_out(session.answer())
    return session


def deal_section(rules: Rules) -> str:
    """The deal in words: a line for the auction and the discards, and one for each trick."""
    session = shown_deal(rules)
    lines: list[str] = [f"{dealt(rules)}\n"]
    words: list[str] = []
    calling = rules.family == "five_hundred"
    for event in session.told.events:
        ends, text = event_words(event)
        if calling and isinstance(event, Moved) and event.words.partition("=")[0] in rules.cards:
            lines, words, calling = [*lines, f"1. {'; '.join(words)}."], [], False
        words += [text] if text else []
        if ends and words:
            lines.append(f"{len(lines)}. {'; '.join(words)}.")
            words = []
    return "\n".join(lines)


def dealt(rules: Rules) -> str:
    """What lies open when that deal begins, and who dealt it."""
    begun = Game(rules.replace(single_deal=True), seed=SEED).position()
    told = f"Seat {begun['dealer']} dealt; seat 0 holds `{begun['hands'][0]}`"
    if rules.family == "cinqcents":
        return f"{told}; `{begun['turnup']}` is turned up."
    return f"{told}; `{begun['kitty']}` lie open." if rules.kitty_open else f"{told}."


def event_words(event: Event) -> tuple[bool, str]:
    """(whether a line ends here, what is said of it)."""
    if isinstance(event, Moved):
        return False, f"seat {event.seat} `{event.words}`" if event.words else ""
    if isinstance(event, TrickWon):
        return True, f"seat {event.seat} takes it"
    assert isinstance(event, DealOver)
    return True, f"the deal ends, points {' to '.join(map(str, event.gained))}"


def picture(rules: Rules) -> str:
    """The table of that deal half way through, as seat 0 sees it."""
    whole = shown_deal(rules).game.record()["deals"][-1]["moves"]
    game = Game(rules.replace(single_deal=True), seed=SEED)
    for move in whole[: 2 * len(whole) // 3]:
        game.play(move)
    return game.svg(0)


def extent(rules: Rules) -> str:
    """Seats, sides, cards, actions and features, in a sentence."""
    features = observation_layout(rules)[-1][1].stop
    sides = "; ".join(" and ".join(map(str, side)) for side in rules.sides)
    partners = f"sides {sides}" if len(rules.sides) < rules.players else "each for itself"
    return (
        f"{rules.players} seats, {partners}; {len(rules.cards)} cards, "
        f"{len(move_texts(rules))} actions, {features} features."
    )


def page(rules: Rules) -> str:
    """The page of a rule set."""
    title, _, body = sheet(rules.ruleset).strip().partition("\n")
    title = title.replace(f", rule set ``{rules.ruleset}``", "").rstrip(".")
    versions = [f"- v{number}: {words}." for number, words in VERSIONS.items()]
    return "\n".join(
        [
            f"# `{rules.ruleset}`: {title}",
            "",
            "Generated by `docs/generate.py` from the package; do not edit.",
            f"More on these rules: [{FAMILY_PAGES[rules.family]}]({FAMILY_PAGES[rules.family]}), "
            "[sources](README.md), [pay-offs](../payoffs.md); how cards are written, and words: "
            "[glossary](../glossary.md).",
            "",
            linked(body.strip(), rules.ruleset, "en"),
            "",
            extent(rules),
            "",
            f"![a deal of {rules.ruleset} as seat 0 sees it](../pictures/{rules.ruleset}.svg)",
            "",
            f"## One deal\n\nSeed {SEED}, `greedy` at every seat, told as seat 0 sees it; "
            f"the picture shows it after two thirds of the moves.\n\n{deal_section(rules)}",
            "",
            f"## Specification\n\n{specification(rules)}",
            "",
            f"## Options\n\n{options_section(rules)}",
            "",
            f"## Actions\n\n{actions_section(rules)}",
            "",
            f"## Observation\n\n{observation_section(rules)}",
            "",
            "## Versions",
            "",
            *versions,
            "",
        ]
    )


def with_examples(text: str) -> str:
    """The text of a page with each example as it stands in ``examples/``."""
    return EXAMPLE.sub(lambda found: found[1] + code_block(found[2]) + found[3], text)


def code_block(name: str) -> str:
    """An example as a block of Markdown."""
    return f"```python\n{(EXAMPLES / name).read_text(encoding='utf-8')}```\n"


def contents() -> dict[Path, str]:
    """Every file with a generated part, and what it should hold."""
    files = {FOLDER / f"{name}.md": page(rules) for name, rules in REGISTRY.items()}
    files |= {PICTURES / f"{name}.svg": picture(rules) + "\n" for name, rules in REGISTRY.items()}
    for language, folder in {"en": FOLDER, "fr": FOLDER / "fr"}.items():
        for family, name in FAMILY_PAGES.items():
            for path in (folder / name, folder / "README.md"):
                parts = parts_of(family, language)
                files[path] = with_parts(path.read_text(encoding="utf-8"), parts)
    for path in FOLDER.parent.glob("use-with-*.md"):
        files[path] = with_examples(path.read_text(encoding="utf-8"))
    return files


def main(argv: list[str] | None = None) -> int:
    """Write the files, or check them. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    check = parser.parse_args(argv).check
    stale = []
    for path, text in contents().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.name)
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale and check:
        print(f"stale, run python docs/generate.py: {', '.join(stale)}", file=sys.stderr)
        return 1
    print(f"{len(stale)} files written" if stale else "nothing stale")
    return 0


if __name__ == "__main__":
    sys.exit(main())
