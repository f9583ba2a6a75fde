"""``cinqcents film``: a recorded game as a moving picture."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import Any

from cinqcents_env.cli.common import BadInput, bad_input, examples, whole_number, write_file
from cinqcents_env.cli.draw import add_picture_arguments, picture
from cinqcents_env.cli.games import add_game_argument, plies
from cinqcents_env.cli.progress import progress

MAX_FRAMES = 2000
LAST_FRAME_MS = 3000
"""The end stays for so long."""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "film",
        help="a recorded game as an animated GIF",
        description="Draw every position of a recorded game and join them to an animated GIF.\n"
        "Needs the extra 'pictures'.",
        epilog=examples(
            "film games.jsonl --out game.gif",
            "film games.jsonl --game 3 --seat 0 --plies 60 --milliseconds 500 --out game.gif",
        ),
    )
    parser.add_argument("file", metavar="RECORD", help="record file (JSON lines); - for the input")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="x.gif")
    parser.add_argument(
        "--plies",
        type=whole_number(1, MAX_FRAMES),
        default=MAX_FRAMES,
        metavar="N",
        help=f"stop after N moves (default and most {MAX_FRAMES})",
    )
    parser.add_argument(
        "--milliseconds",
        type=whole_number(20, 10_000),
        default=700,
        metavar="N",
        help="each move is shown (default 700)",
    )
    add_game_argument(parser)
    add_picture_arguments(parser)
    parser.set_defaults(run=run, width=400)


def run(args: argparse.Namespace) -> int:
    """Draw the frames and write the film whole or not at all."""
    from cinqcents_env.render import raster

    if args.out.suffix.casefold() != ".gif":
        raise BadInput(f"{args.out} cannot be written: a film is a file .gif")
    svgs = []
    for ply, game in enumerate(plies(args.file, args.game)):
        if ply > args.plies:
            break
        svgs.append(picture(game, args))
    frames = []
    with bad_input(raster.PicturesError), progress("frames drawn", len(svgs)) as advance:
        for svg in svgs:
            frames.append(raster.image(svg, args.width).quantize(96))
            advance(1)
    times = [args.milliseconds] * (len(frames) - 1) + [LAST_FRAME_MS]
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    write_file(args.out, buffer.getvalue())
    print(f"{args.out}: game {args.game} of {args.file}, {len(frames)} pictures")
    return 0
