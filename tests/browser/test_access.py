"""A server with a password, in the browser."""

from typing import Any

import pytest

from tests.browser.browsers import PHONE, Browsers


@pytest.fixture
def serving() -> dict[str, Any]:
    return {"password": "двойка пик", "invite_only": True}


async def test_the_password_opens_the_lobby_and_a_link_the_table(browsers: Browsers) -> None:
    anna, guest = await browsers.visitor("Anna"), await browsers.visitor("guest", size=PHONE, language="ru")
    for visitor in (anna, guest):
        visitor.expected += "|status of 403"  # a browser notes every refused request
    await anna.page.goto("/")
    await anna.page.get_by_role("heading", name="Password, please").wait_for()
    field = anna.page.get_by_label("Password")
    await field.fill("wrong")
    await field.press("Enter")
    await anna.page.get_by_role("alert").get_by_text("That is not the password.").wait_for()
    await field.fill("двойка пик")
    await anna.page.get_by_role("button", name="Enter").click()
    await anna.page.wait_for_selector(".tiles")
    await anna.page.locator(".tile").first.click()
    await anna.page.get_by_role("button", name="Invite").click()
    await anna.page.wait_for_selector(".waiting .share")
    link = anna.page.url
    await guest.page.goto("/")
    await guest.page.get_by_role("heading", name="Нужен пароль").wait_for()
    await guest.page.goto(link)
    await guest.page.locator(".sitform input").fill("Боря")
    await guest.page.locator(".sitform .btn").click()
    await anna.page.get_by_text("Боря").first.wait_for()
    await guest.page.locator(".waiting .bar .ib").first.click()
    await guest.page.wait_for_selector(".login")
    await guest.page.go_back()
    await guest.page.wait_for_selector(".waiting .share")
