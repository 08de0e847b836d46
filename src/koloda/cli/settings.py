"""Settings: every option of every command can also come from the environment or from a TOML file.

The command line goes before the environment, the environment before the file, and the file before the default. The
settings are derived from the parser, so that no option is forgotten: `--trust-proxy` of `koloda serve` is the variable
`KOLODA_TRUST_PROXY` and the key `trust_proxy` of the table `[serve]`.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

from koloda.core.errors import KolodaError, UnknownOption
from koloda.core.facts import Fact, fact
from koloda.core.folders import config_folder
from koloda.core.text import LANGUAGES, Language

Source = Literal["environment", "file", "default"]
SOURCES: Final[tuple[Source, ...]] = ("environment", "file", "default")
FILE: Final = "koloda.toml"
PREFIX: Final = "KOLODA_"
EVERYWHERE: Final = "lang"
"""The one setting that all commands share: it is a key outside of all tables."""
FIRST: Final = ("serve", "play")
"""The commands that choose the names of variables first."""
YES: Final = ("1", "true", "yes", "on")
NO: Final = ("0", "false", "no", "off")
TYPED_ONLY: Final = (argparse._HelpAction, argparse._VersionAction, argparse._SubParsersAction)


class CommandLine(argparse.ArgumentParser):
    """A parser that knows which of its options are settings."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self._typed_only: set[str] = set()
        super().__init__(*given, **more)

    def typed_only(self, action: argparse.Action) -> None:
        """Mark an option as one that must be typed: what concerns a single game or run is no setting."""
        self._typed_only.add(action.dest)

    def setting_actions(self) -> Iterator[argparse.Action]:
        """The options that are settings, those of subcommands included."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for parser in action.choices.values():
                    yield from parser.setting_actions()
            elif action.option_strings and action.dest not in self._typed_only and not isinstance(action, TYPED_ONLY):
                yield action

    def rivals(self) -> Iterator[Sequence[argparse.Action]]:
        """The groups of options of which only one can be given."""
        for group in self._mutually_exclusive_groups:
            yield group._group_actions


@dataclass(frozen=True)
class Found:
    """A value, and where it comes from."""

    value: Any
    source: Source


@dataclass(frozen=True, eq=False)
class Setting:
    """One option of one command, under all its names. `actions` are more than one if subcommands share the option."""

    command: str
    key: str
    variable: str
    actions: tuple[argparse.Action, ...]
    default: Any

    @property
    def action(self) -> argparse.Action:
        return self.actions[0]

    @property
    def option(self) -> str:
        return _option(self.action)

    @property
    def secret(self) -> bool:
        return self.key == "password"

    @property
    def is_flag(self) -> bool:
        return self.action.nargs == 0

    @property
    def is_list(self) -> bool:
        return isinstance(self.action, argparse._AppendAction)

    def from_text(self, text: str) -> Any:
        """Read the value of a variable. The parts of a list are separated by commas."""
        if self.is_flag:
            return self._flag(text)
        if self.is_list:
            return [self._one(part.strip()) for part in text.split(",") if part.strip()]
        return self._one(text)

    def from_toml(self, value: Any, folder: Path) -> Any:
        """Read a value of the file, whose paths count from its folder."""
        if self.is_flag:
            if not isinstance(value, bool):
                raise Wrong(fact("cli.config_needs_flag"))
            return value == self._when_on
        if self.is_list:
            if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
                raise Wrong(fact("cli.config_needs_list"))
            return [self._one(each) for each in value]
        number = self._number()
        if isinstance(value, (bool, list, dict)) or (number is not None and not isinstance(value, (int, number))):
            raise Wrong(self._needs())
        found = self._one(str(value))
        return folder / found.expanduser() if isinstance(found, Path) else found

    @property
    def _when_on(self) -> bool:
        """The value of the flag if it is typed; `--browser` with its opposite `--no-browser` is on."""
        return isinstance(self.action, argparse.BooleanOptionalAction) or bool(self.action.const)

    def _flag(self, text: str) -> bool:
        wanted = text.strip().lower()
        if wanted not in (*YES, *NO):
            raise Wrong(fact("cli.config_needs_yes"))
        return (wanted in YES) == self._when_on

    def _one(self, text: str) -> Any:
        kind = self.action.type
        try:
            value = kind(text) if callable(kind) else text
        except (ValueError, TypeError, argparse.ArgumentTypeError, KolodaError):
            raise Wrong(self._needs()) from None
        if self.action.choices is not None and value not in self.action.choices:
            raise Wrong(self._needs())
        return value

    def _number(self) -> type[int | float] | None:
        """Which kind of number the value is, if it is one. A type of argparse is any function that reads a text."""
        kind = self.action.type
        try:
            read = kind("1") if callable(kind) else None
        except (ValueError, TypeError, argparse.ArgumentTypeError, KolodaError):
            return None
        return type(read) if isinstance(read, int | float) else None

    def _needs(self) -> Fact:
        """What the value should be."""
        if self.action.choices is not None:
            return fact("cli.config_needs_choice", choices=[str(each) for each in self.action.choices])
        needed = {int: "whole_number", float: "number", None: "text"}[self._number()]
        return fact(f"cli.config_needs_{needed}")


class Wrong(Exception):
    """A value of the wrong kind; `needed` says what would be right."""

    def __init__(self, needed: Fact) -> None:
        super().__init__(needed)
        self.needed = needed


@dataclass
class Settings:
    """What the environment and the file say."""

    environment: Mapping[str, str]
    file: Path
    document: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, given: Sequence[str], environment: Mapping[str, str]) -> "Settings":
        """Read the file: that of `--config`, else of $KOLODA_CONFIG, else `koloda.toml` in the user's config folder."""
        chosen = typed(given, "--config") or environment.get("KOLODA_CONFIG")
        file = Path(chosen).expanduser() if chosen else config_folder() / FILE
        if not chosen and not file.exists():
            return cls(environment, file)
        import tomllib

        try:
            return cls(environment, file, tomllib.loads(file.read_text("utf-8")))
        except OSError as error:
            raise UnknownOption.of("cli.config_unreadable", file=str(file), problem=str(error.strerror)) from None
        except UnicodeError:
            raise UnknownOption.of("cli.config_not_text", file=str(file)) from None
        except tomllib.TOMLDecodeError as error:
            raise UnknownOption.of("cli.config_not_toml", file=str(file), problem=str(error)) from None

    @cached_property
    def language(self) -> Language | None:
        """The language that they ask for, if it is one of ours."""
        for wanted in (self.environment.get(f"{PREFIX}LANG"), self.document.get(EVERYWHERE)):
            for language in LANGUAGES:
                if wanted == language:
                    return language
        return None

    def check(self, commands: Mapping[str, Sequence[Setting]]) -> None:
        """Refuse a file with unknown tables and keys, and wrong values, also of commands that are not run."""
        shared = {setting.key: setting for settings in commands.values() for setting in settings if not setting.command}
        for name, value in self.document.items():
            if name in commands:
                if not isinstance(value, dict):
                    raise UnknownOption.of("cli.config_needs_table", file=str(self.file), table=name)
                known = {setting.key: setting for setting in commands[name] if setting.command}
                for key, each in value.items():
                    if key not in known:
                        raise self._unknown("cli.config_unknown_key", key, list(known), table=name)
                    self._from_file(known[key], each)
            elif name in shared:
                self._from_file(shared[name], value)
            else:
                raise self._unknown("cli.config_unknown_table", name, [*shared, *commands])

    def _unknown(self, key: str, given: str, known: Sequence[str], **args: str) -> UnknownOption:
        near = get_close_matches(given.lower().replace("-", "_"), known, 1)
        if not known:
            return UnknownOption.of(f"{key}_none", file=str(self.file), given=given, **args)
        if not near:
            return UnknownOption.of(key, file=str(self.file), given=given, known=list(known), **args)
        return UnknownOption.of(f"{key}_near", file=str(self.file), given=given, near=near[0], **args)

    def find(self, setting: Setting) -> Found:
        """The value of a setting that was not typed. An empty variable counts as none."""
        text = self.environment.get(setting.variable)
        if text:
            try:
                return Found(setting.from_text(text), "environment")
            except Wrong as wrong:
                shown = "…" if setting.secret else text
                raise UnknownOption.of(
                    "cli.config_bad_value", where=setting.variable, needed=wrong.needed, given=shown
                ) from None
        table = self._table(setting)
        if setting.key in table:
            return Found(self._from_file(setting, table[setting.key]), "file")
        return Found(setting.default, "default")

    def _has(self, setting: Setting) -> bool:
        return bool(self.environment.get(setting.variable)) or setting.key in self._table(setting)

    def _table(self, setting: Setting) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.document.get(setting.command, {}) if setting.command else self.document
        return found

    def _from_file(self, setting: Setting, value: Any) -> Any:
        try:
            return setting.from_toml(value, self.file.parent)
        except Wrong as wrong:
            table = f"[{setting.command}] " if setting.command else ""
            where = f"{self.file}: {table}{setting.key}"
            shown = "…" if setting.secret else str(value)
            raise UnknownOption.of("cli.config_bad_value", where=where, needed=wrong.needed, given=shown) from None

    def parse(
        self, parser: CommandLine, commands: Mapping[str, CommandLine], given: Sequence[str]
    ) -> argparse.Namespace:
        """Parse the command line, and add what was not typed: it was found here, or is the default."""
        known = settings_of(commands)
        self.check(known)
        for setting in (setting for settings in known.values() for setting in settings):
            for action in setting.actions:  # without a default, what is in the namespace was typed
                action.default = argparse.SUPPRESS
                action.required = action.required and not self._has(setting)
        options = parser.parse_args(given)
        if hasattr(options, "config") and typed(given, "--config") is None:
            raise UnknownOption.of("cli.config_abbreviated")
        found = {setting: self.find(setting) for setting in known[options.command]}
        _fill(options, found, commands[options.command])
        return options


def _fill(options: argparse.Namespace, found: Mapping[Setting, Found], parser: CommandLine) -> None:
    """Add the values of settings that were not typed. Of rivals, the one that comes first in precedence is kept.

    `options.typed` says which were typed.
    """
    typed_already = {action.dest for action in parser.setting_actions() if hasattr(options, action.dest)}
    options.typed = typed_already
    chosen = {setting: value for setting, value in found.items() if value.source != "default"}
    for group in parser.rivals():
        rivals = [setting for setting in chosen if setting.action in group]
        is_typed = any(action.dest in typed_already for action in group)
        first = min((SOURCES.index(chosen[rival].source) for rival in rivals), default=0)
        for rival in [rival for rival in rivals if is_typed or SOURCES.index(chosen[rival].source) > first]:
            del chosen[rival]
            rivals.remove(rival)
        if len(rivals) > 1:
            raise UnknownOption.of("cli.config_rivals", one=rivals[0].option, other=rivals[1].option)
    for setting in found:
        if not hasattr(options, setting.action.dest):
            setattr(options, setting.action.dest, setting.default)
    for setting, value in sorted(chosen.items(), key=lambda each: -SOURCES.index(each[1].source)):
        if setting.action.dest not in typed_already:
            setattr(options, setting.action.dest, value.value)


def settings_of(commands: Mapping[str, CommandLine]) -> dict[str, list[Setting]]:
    """The settings of every command.

    Options of one name share a variable, unless the commands mean different things by it: `--bot` of `koloda serve` is
    KOLODA_BOT, `--bot` of `koloda play` is KOLODA_PLAY_BOT.
    """
    owners: dict[str, argparse.Action] = {}
    found: dict[str, list[Setting]] = {}
    for command in sorted(commands, key=lambda name: (name not in FIRST, FIRST.index(name) if name in FIRST else 0)):
        by_key: dict[str, list[argparse.Action]] = {}
        for action in commands[command].setting_actions():
            by_key.setdefault(_key(action), []).append(action)
        found[command] = []
        for key, actions in by_key.items():
            owner = owners.setdefault(key, actions[0])
            variable = key.upper() if _looks(owner) == _looks(actions[0]) else f"{command}_{key}".upper()
            of = "" if key == EVERYWHERE else command
            found[command].append(Setting(of, key, PREFIX + variable, tuple(actions), actions[0].default))
    return {command: found[command] for command in commands}


def _looks(action: argparse.Action) -> tuple[Any, ...]:
    return type(action), action.type, action.nargs, action.metavar, action.choices


def _option(action: argparse.Action) -> str:
    """The long form of an option."""
    return next((word for word in action.option_strings if word.startswith("--")), action.option_strings[0])


def _key(action: argparse.Action) -> str:
    return _option(action).lstrip("-").replace("-", "_")


def typed(given: Sequence[str], option: str) -> str | None:
    """The value of an option on the command line, found before the command line is parsed."""
    found = None
    for word, following in pairwise([*given, ""]):
        if word == option:
            found = following
        elif word.startswith(f"{option}="):
            found = word.removeprefix(f"{option}=")
    return found
