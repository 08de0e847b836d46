"""What commands were answered lately, so that a repeat gets the first answer."""

from collections import OrderedDict

from koloda.server.messages import Answer

MOST = 256


class Remembered:
    """The last answers at a table, refusals included, by whose command it was and its id."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def get(self, command: tuple[str, str]) -> Answer | None:
        return self._answers.get(command)

    def keep(self, command: tuple[str, str], answer: Answer) -> Answer:
        self._answers[command] = answer
        if len(self._answers) > MOST:
            self._answers.popitem(last=False)
        return answer
