"""`koloda advise`: say line by line what happens at a real table, and see your moves and the strongest bot's advice."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from koloda.analysis.reasons import hint_reason
from koloda.bots.engine import Engine
from koloda.bots.hint import HintMove, can_hint, hint
from koloda.core.errors import KolodaError, NotLegal, UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import Arg, Fact, fact
from koloda.core.files import read_text, reason, write_whole
from koloda.core.game import Act
from koloda.core.output import json_line
from koloda.core.text import Language, figure, say
from koloda.core.typed_lines import aligned, read_names
from koloda.games import find
from koloda.table.followed_game import FollowedGame
from koloda.terminal import advisor_file
from koloda.terminal.advisor_file import AdvisorFile
from koloda.terminal.asking import asker, to_stderr
from koloda.terminal.view_lines import lines as view_lines

COMMANDS = {
    "back": ("back", "undo", "назад", "отменить"),
    "help": ("help", "?", "помощь"),
    "look": ("look", "стол"),
    "moves": ("moves", "ходы"),
    "log": ("log", "лог"),
    "quit": ("quit", "q", "exit", "выход"),
}
WORDS = {word: command for command, words in COMMANDS.items() for word in words}
FEW = 6
"""So many moves are named in a question; more are listed by `moves`."""
EACH_LOSS = 100
"""Losses are told as games of so many."""


class AdviseOptions(NamedTuple):
    """The arguments of `koloda advise`."""

    game: str | None
    players: str | None = None
    seat: int | None = None
    options: Mapping[str, str] = MappingProxyType({})
    lines: Path | None = None
    """A file with lines to enter; `-` is standard input."""
    resume: str | None = None
    """A file to go on with; "" is the table that was followed last."""
    as_json: bool = False


def run(
    given: AdviseOptions,
    language: Language,
    ask: Callable[[str], str] | None = None,
    write: Callable[[str], None] = print,
) -> int:
    """Follow a table: by questions or, with `lines`, from a file. Then say where it stands."""
    found, file = _found(given)
    if given.lines is not None:
        found = found._replace(lines=[*found.lines, *advisor_file.numbered(read_text(given.lines))])
    shown = _AdvisedTable(found.follow(), language)
    if given.lines is None:
        _questions(shown, ask or asker(given.as_json), to_stderr if given.as_json else write, _Keeper(found, file))
    if given.as_json:
        write(json_line(shown.report()))
    elif given.lines is not None:
        for line in shown.standing():
            write(line)
    return DONE


def _found(given: AdviseOptions) -> tuple[AdvisorFile, Path | None]:
    """The table, new or continued, and its file."""
    if given.resume is None:
        if given.game is None:
            raise UnknownOption.of("advisor.which_game")
        game = find(given.game)
        names = ("",) * game.set_up.usual if given.players is None else read_names(given.players)
        return AdvisorFile(game.name, names, 0 if given.seat is None else given.seat - 1, dict(given.options)), None
    if given.players is not None or given.seat is not None or given.options:
        raise UnknownOption.of("advisor.resumed_as_it_is")
    file = Path(given.resume) if given.resume else advisor_file.latest()
    found = advisor_file.load(file)
    if given.game is not None and find(given.game).name != found.game:
        raise UnknownOption.of("advisor.other_game", given=found.game, right=given.game, file=str(file))
    return found, file


class _Keeper:
    """Writes the table to its file after every line."""

    def __init__(self, found: AdvisorFile, file: Path | None) -> None:
        self._found = found
        self.file = file or advisor_file.new_file(found.game)
        self._told = False

    def keep(self, lines: Sequence[str]) -> Fact | None:
        """Returns the problem, once, if there is one: the table is followed all the same."""
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.file, self._found.write(lines))
        except OSError as problem:
            told, self._told = self._told, True
            return None if told else fact("advisor.not_kept", file=str(self.file), problem=reason(problem))
        return None


class _AdvisedTable:
    """A followed table in words."""

    def __init__(self, follow: FollowedGame, language: Language) -> None:
        self.follow = follow
        self.language = language
        unnamed = (say(fact("common.seat", seat=n), language) for n in range(1, follow.players + 1))
        self.names = tuple(name or number for name, number in zip(follow.names, unnamed, strict=True))

    def said(self, told: Fact) -> str:
        return say(told, self.language, self.names, self.follow.seat)

    def text(self, key: str, /, **args: Arg) -> str:
        return self.said(fact(f"advisor.{key}", **args))

    def question(self) -> str:
        """What to enter next."""
        follow = self.follow
        if (asked := follow.asked) is not None:
            return self.said(asked.title)
        if follow.turn is None:
            return self.text("ask_over")
        few = len(follow.moves) <= FEW
        written = ", ".join(self.written(action) for action in follow.moves) if few else self.text("see_moves")
        asked_move = self.text("ask_move", player=follow.turn, moves=written)
        instead = ", ".join(self.corrected(act) for act in follow.corrections)
        return f"{instead} {asked_move}" if instead else asked_move

    def written(self, action: int) -> str:
        return self.follow.game.notation.write_action(self.follow.match.state, action)

    def corrected(self, act: Act) -> str:
        name = self.follow.game.move_name(self.follow.match.state, act.action)
        move = self.written(act.action)
        return self.text("instead", player=act.seat, move=move, meaning=move if name is None else name)

    def meaning(self, action: int) -> str:
        """What a move of yours would do; what a move of another is called."""
        game, s = self.follow.game, self.follow.match.state
        if self.follow.your_turn:
            return self.said(game.narration.describe(s, self.follow.seat, action))
        name = game.move_name(s, action)
        return "" if name is None else self.said(name)

    def moves(self) -> list[str]:
        """What can be done, numbered."""
        return [
            f"  #{number:<3} {self.written(action):<12} {self.meaning(action)}".rstrip()
            for number, action in enumerate(self.follow.moves, 1)
        ]

    def look(self) -> list[str]:
        """The table as you see it."""
        return view_lines(self.follow.game, self.follow.view, self.language, self.names)

    def judged(self) -> list[HintMove]:
        """The advice: nothing where there is no choice or nobody who could give any."""
        follow = self.follow
        if not follow.your_turn or len(follow.moves) < 2 or not can_hint(follow.game):
            return []
        follow.game.once(Engine).load()
        return hint(follow.knowledge())

    def advice(self) -> list[str]:
        """Your moves, the best first, and how much worse the others are; without a choice or a bot, the moves alone."""
        follow, judged = self.follow, self.judged()
        if not judged:
            if len(follow.moves) == 1:
                return [self.said(fact("review.one_move", move=self.meaning(follow.moves[0])))]
            return [*self.moves(), self.text("no_search", game=fact(f"{follow.game.name}.title"))]
        rows = [[*self._cells(each), self._loss(each, each is judged[0])] for each in judged]
        advised = self.text("advice", move=self._cells(judged[0])[2])
        why = [self.said(told) for told in self.reason(judged)]
        return [advised, *aligned(rows, words=(0, 1, 2, 3)), *why, self.text("by_what_you_see")]

    def reason(self, judged: list[HintMove]) -> Sequence[Fact]:
        """Why the best move is better, as far as that can be computed."""
        return hint_reason(self.follow.knowledge(), judged).facts if judged else ()

    def _cells(self, move: HintMove) -> list[str]:
        """The number of a move, how it is written, and what it does."""
        action = move.action
        assert action is not None, "whoever is in turn must do something"
        return [f"  #{self.follow.moves.index(action) + 1}", self.written(action), self.meaning(action)]

    def _loss(self, move: HintMove, best: bool) -> str:
        if best or move.equal:
            return self.said(fact("review.best" if best else "review.equal"))
        games, error = (figure(EACH_LOSS * part, ".1f", self.language) for part in (move.loss, move.error))
        return self.text("loss", games=games, error=error)

    def standing(self) -> list[str]:
        """Where the game stands: the table and, on your turn, your moves and the advice."""
        if self.follow.your_turn:
            return [*self.look(), *self.advice()]
        return [*self.look(), *([] if self.follow.over else [self.question()])]

    def report(self) -> dict[str, Any]:
        """The same for programs. Seats are counted from 1."""
        follow = self.follow
        asked, found = follow.asked, self.judged()
        judged = {each.action: each for each in found}
        ordered = [action for action in judged if action is not None] or follow.moves
        moves: list[dict[str, Any]] = []
        for action in ordered:
            told: dict[str, Any] = {"move": self.written(action), "meaning": self.meaning(action)}
            if action in judged:
                _, loss, error = judged[action]
                told |= {"loss": loss, "error": error, "equal": judged[action].equal}
            moves.append(told)
        return {
            "game": follow.game.name,
            "names": list(self.names),
            "seat": follow.seat + 1,
            "lines": follow.lines,
            "over": follow.over,
            "asked": None
            if asked is None
            else {
                "word": asked.word,
                "kind": asked.kind,
                "title": self.said(asked.title),
                "values": asked.values,
                "count": asked.count,
            },
            "turn": None if follow.turn is None else follow.turn + 1,
            "moves": moves,
            "reason": [self.said(told) for told in self.reason(found)],
            "corrections": [{"seat": seat + 1, "move": self.written(action)} for seat, action in follow.corrections],
            "scores": follow.match.scores() if follow.over else None,
        }


def _questions(table: _AdvisedTable, ask: Callable[[str], str], write: Callable[[str], None], keeper: _Keeper) -> None:
    """Ask until the person leaves or the game is over and nothing is to be taken back."""
    follow = table.follow
    if can_hint(follow.game):
        follow.game.once(Engine).load_aside()
    write(table.text("commands"))
    if follow.lines:
        write(table.text("resumed", lines=len(follow.lines)))
    _show(table, write)
    while True:
        try:
            answer = ask(f"{table.question()} ").strip()
        except (EOFError, KeyboardInterrupt):
            write("")
            break
        command = WORDS.get(answer.lower())
        if command == "quit" or (follow.over and not answer):
            break
        try:
            if command is not None:
                changed = _carry_out(table, command, write)
            else:
                changed = bool(answer) and _enter(table, answer, write)
        except KolodaError as error:
            write(table.said(error.detail))
            continue
        if changed:
            _show(table, write)
            if (problem := keeper.keep(follow.lines)) is not None:
                write(table.said(problem))
    if follow.lines:
        write(table.text("kept", file=str(keeper.file)))


def _enter(table: _AdvisedTable, answer: str, write: Callable[[str], None]) -> bool:
    follow = table.follow
    number = answer.removeprefix("#").strip()
    if answer.startswith("#"):
        if not number.isdecimal() or not 1 <= int(number) <= len(follow.moves):
            raise NotLegal.of("terminal.no_number", number=number, count=len(follow.moves))
        answer = table.written(follow.moves[int(number) - 1])
    follow.enter(answer)
    for told in follow.told()[-1]:
        write(table.said(told))
    return True


def _show(table: _AdvisedTable, write: Callable[[str], None]) -> None:
    """On your turn, and at the end, show the table; on your turn the advice, too."""
    follow = table.follow
    if follow.your_turn:
        for line in table.look():
            write(line)
        if can_hint(follow.game) and len(follow.moves) > 1 and not follow.game.once(Engine).ready:
            for line in (*table.moves(), table.text("preparing")):
                write(line)
        for line in table.advice():
            write(line)
    elif follow.over:
        for line in table.look():
            write(line)


def _carry_out(table: _AdvisedTable, command: str, write: Callable[[str], None]) -> bool:
    """Carry out a command. True if the table has changed."""
    follow = table.follow
    if command == "back":
        line = follow.back()
        write(table.text("nothing_back") if line is None else table.text("taken_back", text=line))
        return line is not None
    if command == "look":
        shown = table.standing()
    elif command == "moves":
        shown = table.moves()
    elif command == "log":
        story = [told for line in follow.told() for told in line]
        shown = [table.said(told) for told in story or [fact("terminal.nothing_yet")]]
    else:
        shown = [table.text("commands"), table.text("help"), *table.moves()]
    for line in shown:
        write(line)
    return False
