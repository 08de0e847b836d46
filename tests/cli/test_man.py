"""The man page: up to date, complete, and without a warning of the programs that show it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from koloda.cli.man import page
from koloda.cli.outline import outline
from koloda.core.text import LANGUAGES, Language

ROOT = Path(__file__).parents[2]
PAGES: dict[Language, Path] = {
    "en": ROOT / "share" / "man" / "man1" / "koloda.1",
    "ru": ROOT / "share" / "man" / "ru" / "man1" / "koloda.1",
}
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_the_page_is_up_to_date(language: Language) -> None:
    written = PAGES[language].read_text("utf-8")
    assert written == page(language), f"python -m koloda.cli.man {language} > {PAGES[language].relative_to(ROOT)}"


@every_language
def test_the_page_names_every_command_and_option(language: Language) -> None:
    text = page(language).replace("\\-", "-")
    for command in outline(language).all():
        assert f"\n.SS koloda {' '.join(command.path)}" in text
        for flag in (flag for option in command.options for flag in option.flags):
            assert f"\\fB{flag}\\fR" in text


@every_language
@pytest.mark.parametrize("checker", [("man", "--warnings", "-l"), ("mandoc", "-Tlint", "-Wwarning")])
def test_it_is_shown_without_a_warning(checker: tuple[str, ...], language: Language) -> None:
    if shutil.which(checker[0]) is None:
        pytest.skip(f"{checker[0]} is not installed")
    shown = subprocess.run(
        [*checker, PAGES[language]], env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}, capture_output=True
    )
    assert shown.stderr == b""
    assert shown.returncode == 0
    assert checker[0] == "man" or shown.stdout == b""
