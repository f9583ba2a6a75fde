"""``cinqcents draw``: a picture of a position or of a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import BadInput, bad_input, examples, whole_number, write_file
from cinqcents_env.cli.games import add_game_arguments, game_at

if TYPE_CHECKING:
    from cinqcents_env.game import Game

MAX_PIXELS = 4000
THEMES = ("light", "dark")


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "draw",
        help="draw a position or a recorded game",
        description="Draw the table as one seat sees it, as SVG or PNG by the name of the file "
        "to write.\nPNG needs the extra 'pictures'.",
        epilog=examples(
            "draw position.json --out table.svg",
            "draw games.jsonl --game 2 --ply 40 --out table.png --width 1200",
            "draw games.jsonl --all-hands --theme dark --out end.svg",
        ),
    )
    add_game_arguments(parser, "its end")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="x.svg or x.png")
    add_picture_arguments(parser)
    parser.set_defaults(run=run)


def add_picture_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments that say for whom a picture is drawn, and how."""
    parser.add_argument(
        "--seat", type=whole_number(0, 5), metavar="N", help="who looks (default: who is on move)"
    )
    parser.add_argument("--all-hands", action="store_true", help="show every hand")
    parser.add_argument("--theme", choices=THEMES, default="light", help="default light")
    parser.add_argument(
        "--width",
        type=whole_number(100, MAX_PIXELS),
        default=800,
        metavar="N",
        help="of the pixels (default 800)",
    )


def picture(game: Game, args: argparse.Namespace) -> str:
    """A game as SVG, as the arguments ask for."""
    if args.seat is not None and args.seat >= game.num_players:
        raise BadInput(
            f"{game.rules.ruleset} has no seat {args.seat}; seats run 0 to {game.num_players - 1}"
        )
    return game.svg(args.seat, theme=args.theme, all_hands=args.all_hands)


def run(args: argparse.Namespace) -> int:
    """Draw the picture and write it whole or not at all."""
    suffix = args.out.suffix.casefold()
    if suffix not in (".svg", ".png"):
        raise BadInput(f"{args.out} cannot be written: a picture is a file .svg or .png")
    svg = picture(game_at(args.file, args.game, args.ply), args)
    if suffix == ".svg":
        content: str | bytes = svg
    else:
        from cinqcents_env.render import raster

        with bad_input(raster.PicturesError):
            content = raster.png(svg, args.width)
    write_file(args.out, content)
    print(f"{args.out}: one picture")
    return 0
