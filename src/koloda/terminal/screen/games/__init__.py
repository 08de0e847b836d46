"""How each game looks on the screen."""

from koloda.terminal.screen.games import dobro, mind_up, no_thanks, tugriki
from koloda.terminal.screen.scene import Painter

PAINTERS: dict[str, Painter] = {"dobro": dobro, "no_thanks": no_thanks, "mind_up": mind_up, "tugriki": tugriki}
