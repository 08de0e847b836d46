"""Line mode: play against bots one line at a time, in a pipe or with a screen reader."""

from collections.abc import Callable
from pathlib import Path

from koloda.core import rulebook
from koloda.core.errors import KolodaError
from koloda.core.facts import Arg, Fact, fact
from koloda.core.text import Language, say
from koloda.terminal.files import is_there
from koloda.terminal.session import Session
from koloda.terminal.view_lines import lines

COMMANDS = {
    "help": ("help", "?", "помощь"),
    "look": ("look", "стол"),
    "log": ("log", "лог"),
    "rules": ("rules", "правила"),
    "hint": ("hint", "совет", "подсказка"),
    "bot": ("bot", "бот"),
    "undo": ("undo", "отменить", "вернуть"),
    "save": ("save", "сохранить"),
    "quit": ("quit", "q", "exit", "выход"),
}
YES = ("y", "yes", "д", "да")
WORDS = {word: command for command, words in COMMANDS.items() for word in words}


class LeftTable(Exception):
    """The person has left the table."""


class LineMode:
    """The loop of one game. `ask` shows a prompt and returns a line (EOFError at the end of input)."""

    def __init__(
        self, session: Session, language: Language, ask: Callable[[str], str], write: Callable[[str], None]
    ) -> None:
        self.session = session
        self.table = session.table
        self.seat = session.seat
        self.language = language
        self.ask = ask
        self.write = write
        self._told = 0  # steps that the person has read about

    def play(self) -> None:
        """Play to the end, or until the person leaves (`LeftTable`)."""
        while not self.table.over:
            self._tell()
            if self.session.may_step_in:
                self.session.let_pass()  # ask only once
                self._decide(must=False)
            elif choice := self.session.bots_choice():  # in simultaneous games bots choose first
                self.session.carry_out(choice)
            else:
                self._decide()
        self._tell()
        self._look()

    def _say(self, told: Fact) -> None:
        self.write(say(told, self.language, self.table.record.names, self.seat))

    def _line(self, key: str, /, **args: Arg) -> None:
        self._say(fact(f"terminal.{key}", **args))

    def _tell(self) -> None:
        """Tell what has happened since the person last read."""
        for told in self.table.story(self.seat, self._told):
            self._say(told)
        self._told = len(self.table.steps)

    def _look(self) -> None:
        for line in lines(self.table.game, self.table.view(self.seat), self.language, self.table.record.names):
            self.write(line)

    def _decide(self, must: bool = True) -> None:
        """Ask for a decision or a command. A bystander may also enter an empty line to let the game go on."""
        if must:
            self._look()
            self._line("moves")
        else:
            self._line("bystander")
        self._offer()
        while True:
            text = self._read()
            word, _, rest = text.partition(" ")
            if not text and not must:
                return
            try:
                if word.lower() in WORDS:
                    if self._command(WORDS[word.lower()], rest.strip()):
                        return
                elif text:
                    self.session.act(self.session.read_move(text))
                    return
            except KolodaError as error:
                self._say(error.detail)

    def _offer(self) -> None:
        """List the moves with their numbers, in notation and in words."""
        for number, move in enumerate(self.session.moves(self.language), 1):
            self.write(f"  #{number:<3} {move.written:<12} {move.meaning}")

    def _read(self, question: Fact | None = None) -> str:
        try:
            return self.ask(say(question or fact("terminal.prompt"), self.language)).strip()
        except EOFError:
            raise LeftTable from None

    def _command(self, command: str, rest: str) -> bool:
        """Carry out a command. True if the position has changed."""
        if command == "undo":
            self.session.undo()
            self._told = len(self.table.steps)
            self._line("undone")
            return True
        if command == "bot":
            return self._hand_over(rest)
        if command == "quit":
            raise LeftTable
        if command == "save":
            self._save(Path(rest or self.session.usual_file))
        elif command == "rules":
            self._rules(rest)
        elif command == "hint":
            self._hint()
        elif command == "look":
            self._look()
            self._offer()
        elif command == "log":
            for told in self.table.story(self.seat) or [fact("terminal.nothing_yet")]:
                self._say(told)
        else:
            example = self.table.game.notation.write_action(self.table.state, self.table.legal(self.seat)[0])
            self._line("help", example=example, rule=next(iter(rulebook.ids(self.table.game)), "1"))
            self._offer()
        return False

    def _hand_over(self, decisions: str) -> bool:
        """`bot`, `bot 5`, `bot all`: let a bot decide in the person's place."""
        if decisions in ("all", "все", "всё"):
            self.session.hand_over()
        elif not decisions or (decisions.isdecimal() and 0 < int(decisions) < 1000):
            self.session.hand_over(int(decisions or 1))
        else:
            self._line("bot_usage", given=decisions)
            return False
        return True

    def _save(self, file: Path) -> None:
        """Write the record to a file, but ask before replacing one."""
        if not is_there(file) or self._agrees(fact("terminal.replace", file=str(file))):
            self._say(self.session.save(file))
        else:
            self._line("not_replaced", file=str(file))

    def _agrees(self, question: Fact) -> bool:
        """Ask a question that only a clear yes agrees to."""
        return self._read(question).lower() in YES

    def _rules(self, rule: str) -> None:
        game = self.table.game
        if not rule:
            self.write(rulebook.page(game, self.language) or say(fact("terminal.no_rulebook"), self.language))
        elif (text := rulebook.rule(game, self.language, rule)) is not None:
            self.write(text)
        else:
            self._line("no_rule", rule=rule)

    def _hint(self) -> None:
        """Show what the strongest bot thinks of each move, the best first."""
        advice = self.session.advice(self.language)
        if not advice.compiled:
            self._line("quick_look")
        for opinion in advice.opinions:
            self._line("opinion", share=round(100 * opinion.value), meaning=opinion.meaning)
