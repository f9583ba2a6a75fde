"""Settings of a training script: one dataclass, read from YAML files and the command line.

``configs/default.yaml`` holds every value (section ``common``, of which a script takes what
it knows, then the section named after the script), a ``--config`` file only what differs,
and the command line has the last word. A resumed run starts from the ``config.yaml`` in
its folder instead.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import tyro
import yaml

from cinqcents_env._words import shown
from cinqcents_env.rulebook import suggestion

CONFIGS = Path(__file__).resolve().parent.parent / "configs"
DEFAULTS = CONFIGS / "default.yaml"

T = TypeVar("T")


SIZE_LIMIT = 65_536
LISTS_LIMIT = 200
"""Characters, and brackets, of a file of settings; real ones stay far below."""


class SettingsError(ValueError):
    """A setting that cannot be used; the message says which, where, and what is valid."""


def _read_option(words: Sequence[str]) -> dict[str, Any]:
    """``["target=300", "stop=false"]`` as a mapping; values are read as YAML."""
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise ValueError(f"{word!r} is not of the form name=value")
        options[name] = yaml.safe_load(value)
    return options


OPTIONS = tyro.constructors.PrimitiveConstructorSpec(
    nargs="*",
    metavar="[NAME=VALUE ...]",
    instance_from_str=_read_option,
    is_instance=lambda value: isinstance(value, dict),
    str_from_instance=lambda value: [f"{name}={entry}" for name, entry in value.items()],
)
"""How the command line writes a mapping of rule options."""


def words(kind: Any) -> str:
    """What a field of this type accepts, in words.

    >>> words(tuple[int, ...] | None)
    'a list, each entry a whole number, or null'
    """
    simple = {
        bool: "true or false",
        int: "a whole number",
        float: "a finite number",
        str: "a text",
        NoneType: "null",
    }
    if kind in simple:
        return simple[kind]
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(str, inner))
    if get_origin(kind) in (Union, UnionType):
        return ", or ".join(map(words, inner)) if len(inner) > 2 else _two(inner)
    if get_origin(kind) is tuple:
        return f"a list, each entry {words(inner[0])}"
    return "a mapping of names to values"


def _two(kinds: Sequence[Any]) -> str:
    first, second = map(words, kinds)
    return f"{first}, or {second}" if "," in first else f"{first} or {second}"


def fit(kind: Any, value: Any) -> Any:
    """``value``, as YAML gives it, as a value of the type ``kind``.

    Raises:
        ValueError: it is not one.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for choice in inner:
            with contextlib.suppress(ValueError):
                return fit(choice, value)
    elif origin is Literal:
        if any(type(value) is type(entry) and value == entry for entry in inner):
            return value
    elif origin is tuple:
        if isinstance(value, (list, tuple)):
            return tuple(fit(inner[0], entry) for entry in value)
    elif origin is dict:
        if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
            return {name: _plain(entry) for name, entry in value.items()}
    elif kind is float:
        return _number(value)
    elif type(value) is kind:
        return value
    raise ValueError(words(kind))


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _number(value: Any) -> float:
    """A finite float; ``3e-4``, which YAML takes for a text, is one."""
    exponent = isinstance(value, str) and re.fullmatch(r"[-+]?[\d.]+e[-+]?\d+", value.lower())
    if exponent or (isinstance(value, (int, float)) and not isinstance(value, bool)):
        number = float(value)
        if math.isfinite(number):
            return number
    raise ValueError(words(float))


def read_yaml(path: Path) -> dict[str, Any]:
    """The mapping in a YAML file (an empty file is an empty mapping).

    Raises:
        SettingsError: no such file, too large or too deep, not YAML, or not a mapping.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(SIZE_LIMIT + 1)
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: cannot be read: it is no text") from None
    except OSError as error:
        there = ", ".join(sorted(file.name for file in path.parent.glob("*.yaml")))
        there = f"; in {path.parent} there are {there}" if there else ""
        raise SettingsError(f"{path}: cannot be read: {error.strerror}{there}") from None
    if len(text) > SIZE_LIMIT or text.count("[") + text.count("{") > LISTS_LIMIT:
        raise SettingsError(
            f"{path}: too large; settings have at most {SIZE_LIMIT} characters and "
            f"{LISTS_LIMIT} lists"
        )
    try:
        content = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:200]
        raise SettingsError(f"{path}: not valid YAML ({reason})") from None
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise SettingsError(f"{path}: must hold keys with values, not {type(content).__name__}")
    return content


def checked(kind: type[Any], values: Mapping[str, Any], source: Path) -> dict[str, Any]:
    """The values as fields of the dataclass ``kind``.

    Raises:
        SettingsError: unknown key or wrong type, with the source and what is valid.
    """
    hints = get_type_hints(kind)
    result = {}
    for name, value in values.items():
        if name not in hints:
            hint = suggestion(str(name), list(hints))
            valid = ", ".join(hints)
            raise SettingsError(f"{source}: unknown key {shown(name)}{hint}; valid: {valid}")
        try:
            result[name] = fit(hints[name], value)
        except ValueError:
            raise SettingsError(
                f"{source}: {name} must be {words(hints[name])}, not {shown(value)}"
            ) from None
    return result


def defaults(kind: type[T], script: str) -> dict[str, Any]:
    """The script's values in ``configs/default.yaml``, every field present."""
    sections = read_yaml(DEFAULTS)
    for section in ("common", script):
        if not isinstance(sections.get(section), dict):
            raise SettingsError(f"{DEFAULTS}: section {section!r} is missing")
    fields = get_type_hints(kind)
    common = {name: value for name, value in sections["common"].items() if name in fields}
    values = checked(kind, {**common, **sections[script]}, DEFAULTS)
    missing = [name for name in fields if name not in values]
    if missing:
        raise SettingsError(f"{DEFAULTS}: no value for {', '.join(missing)}")
    return values


def _one_line(message: str) -> str:
    """The part that says what is wrong, out of a boxed message of several lines."""
    lines = [line.strip("│╭╮╰╯─ \t") for line in message.splitlines()]
    lines = lines[1:] if message.startswith("╭") else lines
    said = lines[: lines.index("")] if "" in lines[1:] else lines
    return " ".join(line for line in said if line) or "the command line cannot be read"


WEIGHTS = "opponent_weights"


def _given(option: str, argv: Sequence[str]) -> bool:
    """Whether an option stands on a command line."""
    return any(word.partition("=")[0].replace("_", "-") == option for word in argv)


def _refuse_unknown(kind: type[Any], argv: Sequence[str]) -> None:
    """Raise SettingsError for an option that there is not."""
    known = [
        prefix + field.name.replace("_", "-")
        for field in dataclasses.fields(kind)
        for prefix in ("--", "--no-")
    ]
    for word in argv:
        name = word.partition("=")[0].replace("_", "-")
        if re.fullmatch(r"--[a-z][a-z-]+", name) and name not in (*known, "--help"):
            valid = ", ".join(("--config", "--resume", *known[::2]))
            close = suggestion(name[2:], [option[2:] for option in known]).replace("'", "'--", 1)
            raise SettingsError(f"unknown option {name}{close}; valid: {valid}")


def _command_line(kind: type[T], argv: Sequence[str], default: T) -> T:
    """The command line's overrides of ``default``."""
    _refuse_unknown(kind, argv)
    message = io.StringIO()
    try:
        with contextlib.redirect_stderr(message):
            read: T = tyro.cli(
                kind,
                args=list(argv),
                default=default,
                description=f"{kind.__doc__}\n\n--config FILE: a YAML file of settings. "
                "--resume FOLDER: go on with a run.",
                config=(tyro.conf.OmitArgPrefixes,),
            )
            return read
    except SystemExit as stop:
        if stop.code in (0, None):
            raise
        said = _one_line(message.getvalue())
        raise SettingsError(said + _taken(kind, said)) from None


def _taken(kind: type[Any], said: str) -> str:
    """What the option takes that a message names; nothing where it names none."""
    named = {f"--{name.replace('_', '-')}": t for name, t in get_type_hints(kind).items()}
    found = next((name for name in re.findall(r"--[a-z-]+", said) if name in named), None)
    return f"; {found} takes {words(named[found])}" if found else ""


def read_settings(kind: type[T], script: str, argv: Sequence[str]) -> tuple[T, Path | None]:
    """Settings of a script from its files and command line.

    Args:
        kind: a dataclass; its fields are the settings.
        script: the section of ``configs/default.yaml``.
        argv: the command line without the program's name.

    Returns:
        The settings, and the folder of the run to resume or None.

    Raises:
        SettingsError: unknown key or option, wrong type, unreadable file; one line.
    """
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--config", type=Path)
    first.add_argument("--resume", type=Path)
    try:
        paths, rest = first.parse_known_args(list(argv))
    except argparse.ArgumentError as error:
        raise SettingsError(str(error)) from None
    if paths.config and paths.resume:
        raise SettingsError("--config and --resume exclude each other: a run has its own config")
    values = defaults(kind, script)
    source = paths.resume / "config.yaml" if paths.resume else paths.config
    if paths.resume and not (paths.resume / "config.yaml").is_file():
        raise SettingsError(f"{paths.resume}: there is no run there: it has no config.yaml")
    if source is not None:
        values |= checked(kind, read_yaml(source), source)
    if paths.resume:
        values["out"] = str(paths.resume)
    if WEIGHTS in values and _given("--opponents", rest) and not _given("--opponent-weights", rest):
        values[WEIGHTS] = ()  # those of the file belong to its opponents
    return _command_line(kind, rest, kind(**values)), paths.resume


def check_signs(
    args: Any, positive: Sequence[str], not_negative: Sequence[str], at_most_one: Sequence[str]
) -> None:
    """Raise SettingsError, one line, for the first number outside its range.

    Args:
        args: the settings; None passes.
        positive, not_negative, at_most_one: names of settings, by what they must be.
    """
    wrong = [
        *((name, "must be greater than 0", lambda value: value <= 0) for name in positive),
        *((name, "must not be negative", lambda value: value < 0) for name in not_negative),
        *((name, "must be at most 1", lambda value: value > 1) for name in at_most_one),
    ]
    for name, valid, fails in wrong:
        value = getattr(args, name)
        if value is not None and fails(value):
            raise SettingsError(f"{name}={value} {valid}")


def check_device(device: str) -> None:
    """Raise SettingsError for a torch device that cannot be used."""
    import torch

    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError):
        raise SettingsError(f"device={device!r} cannot be used here; cpu always can") from None


def as_dict(settings: Any) -> dict[str, Any]:
    """A dataclass as a mapping that YAML and JSON can hold."""
    return {name: _listed(value) for name, value in dataclasses.asdict(settings).items()}


def as_yaml(settings: Any) -> str:
    """A dataclass as YAML text that :func:`read_yaml` and :func:`checked` take back."""
    return yaml.safe_dump(as_dict(settings), sort_keys=False, default_flow_style=None)


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _listed(entry) for name, entry in value.items()}
    return list(value) if isinstance(value, tuple) else value
