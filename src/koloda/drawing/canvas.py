"""A canvas of character cells with clickable areas."""

from dataclasses import dataclass, field

from rich.cells import cell_len

Cell = tuple[str, str, str, bool]  # character, ink, paper, bold


@dataclass
class Canvas:
    width: int
    height: int
    ink: str
    paper: str
    cells: list[list[Cell]] = field(init=False)
    targets: list[tuple[int, int, int, int, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cells = [[(" ", self.ink, self.paper, False)] * self.width for _ in range(self.height)]

    def write(self, x: int, y: int, text: str, ink: str = "", paper: str = "", bold: bool = False) -> int:
        """Write a line, clipped at the edge. Without a `paper`, the background stays. Returns the x of the end."""
        for character in text:
            wide = cell_len(character)
            if wide and 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                below = self.cells[y][x][2]
                self.cells[y][x] = (character, ink or self.ink, paper or below, bold)
                for tail in range(1, wide):
                    self.cells[y][x + tail] = ("", ink or self.ink, paper or below, bold)
            x += wide
        return x

    def centred(
        self, x: int, y: int, width: int, text: str, ink: str = "", paper: str = "", bold: bool = False
    ) -> None:
        shown = fitted(text, width)
        self.write(x + (width - cell_len(shown)) // 2, y, shown, ink, paper, bold)

    def fill(self, x: int, y: int, width: int, height: int, paper: str) -> None:
        for row in range(y, y + height):
            self.write(x, row, " " * width, paper=paper)

    def target(self, x: int, y: int, width: int, height: int, what: object) -> None:
        """Make an area clickable: a click there means `what`. Later targets lie on top."""
        self.targets.append((x, y, width, height, what))

    def at(self, x: int, y: int) -> object | None:
        for left, top, width, height, what in reversed(self.targets):
            if left <= x < left + width and top <= y < top + height:
                return what
        return None


def fitted(text: str, width: int) -> str:
    """The text, cut with an ellipsis if it is too long."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + "…" if width > 0 else ""
