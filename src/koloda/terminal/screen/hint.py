"""A hint: what the strongest bot would do, and what it thinks of every move."""

from rich.text import Text
from textual import work

from koloda.core.errors import KolodaError
from koloda.core.facts import Arg, fact
from koloda.core.text import Language, say
from koloda.terminal.screen.dialogs import Dialog
from koloda.terminal.screen.threads import in_thread
from koloda.terminal.session import Advice, Session

BAR = 12


class HintDialog(Dialog):
    """Thinks in another thread, then shows the moves, the best first. The answer is the best action."""

    def __init__(self, session: Session, language: Language) -> None:
        self._session = session
        self._language = language
        super().__init__(self._t("hint"), self._t("hint_thinking"), self._t("hint_footer"))

    def _t(self, key: str, /, **args: Arg) -> str:
        return say(fact(f"screen.{key}", **args), self._language)

    def on_mount(self) -> None:
        self._ask()

    @work(group="hint", exclusive=True)
    async def _ask(self) -> None:
        try:
            advice = await in_thread(lambda: self._session.advice(self._language))
        except KolodaError as error:
            self.tell(Text(error.text(self._language)))
        else:
            self._tell(advice)

    def _tell(self, advice: Advice) -> None:
        mixes = self._session.table.game.simultaneous
        text = Text(self._t("hint_mixes" if mixes else "hint_meaning"))
        for opinion in advice.opinions:
            filled = round(BAR * opinion.value)
            style = "bold" if opinion.best else ""
            text.append("\n▸ " if opinion.best else "\n  ", style="bold")
            text.append("█" * filled + "░" * (BAR - filled))
            text.append(f" {100 * opinion.value:3.0f} %  ", style=style)
            if mixes:
                text.append(f"{100 * opinion.often:3.0f} %  ", style=style)
            text.append(opinion.meaning, style=style)
        if not advice.compiled:
            text.append("\n\n" + say(fact("terminal.quick_look"), self._language))
        self.tell(text)
        best = advice.opinions[0].action
        self._answers = {"enter": "" if best is None else str(best)}
