"""What the tests' own visitors notice."""

from playwright.async_api import ConsoleMessage

from tests.browser.browsers import Browsers

ASK = "(host) => fetch(`http://${host}/`).catch(() => null)"


async def test_a_page_that_asks_another_host_is_noticed(browsers: Browsers) -> None:
    """Whether the server's policy forbids it, or there is none: then the browser finds no host."""
    visitor = await browsers.visitor()
    for page in ("/", "about:blank"):
        await visitor.page.goto(page)
        for host in ("elsewhere.test", "192.0.2.1"):

            def names(message: ConsoleMessage, host: str = host) -> bool:
                return host in f"{message.text} {message.location['url']}"

            async with visitor.page.expect_console_message(names):
                await visitor.page.evaluate(ASK, host)
            assert host in visitor.complaints[-1]
    visitor.complaints.clear()
