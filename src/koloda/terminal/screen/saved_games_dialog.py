"""The saved games in full screen: go on with one, or delete it."""

from rich.text import Text

from koloda.core.facts import Arg, fact
from koloda.core.text import Language, say
from koloda.terminal import saved_games, saved_games_list
from koloda.terminal.screen.base_app import BaseApp
from koloda.terminal.screen.dialogs import Dialog

STEPS = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1, "pageup": -10, "pagedown": 10}


class SavedGamesDialog(Dialog):
    """Lists the unfinished games, the last one first. The answer is the file of the chosen one."""

    app: BaseApp

    def __init__(self, language: Language) -> None:
        self._language = language
        self.games = saved_games.unfinished()
        self.at = 0
        self._deleting = False
        super().__init__(self._t("saved_games"), "", self._t("saved_footer"))

    def _t(self, key: str, /, **args: Arg) -> str:
        return say(fact(f"screen.{key}", **args), self._language)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, game in enumerate(self.games):
            here = number == self.at
            line = f"{'▶' if here else ' '} {number + 1:2}. {saved_games_list.line(game, self._language)}"
            text.append(line + "\n", style="bold reverse" if here else "")
        self.tell(text if self.games else Text(say(fact("terminal.saved_none"), self._language)))
        self.ask(self._t("delete_footer" if self._deleting else "saved_footer"))
        self.scroll_to_line(self.at)

    def press(self, key: str) -> bool:
        deleting, self._deleting = self._deleting, False
        if deleting and key == "y":
            game = self.games.pop(self.at)
            saved_games.delete(game.file)
            self.app.forget(game.file)
            self.at = max(0, min(self.at, len(self.games) - 1))
        elif key in STEPS and self.games:
            self.at = min(max(self.at + STEPS[key], 0), len(self.games) - 1)
        elif key in ("d", "delete") and self.games:
            self._deleting = True
        elif key == "enter" and self.games and not deleting:
            self.dismiss(str(self.games[self.at].file))
            return True
        elif not deleting:
            return False
        self.show()
        return True
