"""The way through every state of every page: for axe (test_pages.py) and for pictures (screens.py)."""

import base64
import json
import re
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, Route, WebSocketRoute, expect

from koloda.analysis.puzzles import puzzles_of
from koloda.core.text import texts
from koloda.games import GAMES
from tests.browser.boxes import RESTED
from tests.browser.browsers import DESK, Browsers
from tests.browser.eye import THEMES, Eye
from tests.browser.made_up_review import made_up
from tests.browser.scenes import NAMES, NOW, Staged, scenes_of

SMALLEST_TEXT = """() => {
  const texts = document.createTreeWalker(document.querySelector(".tv"), NodeFilter.SHOW_TEXT)
  const sizes = []
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode
    if (textContent.trim() && parent.checkVisibility() && !parent.closest(".sr, svg, [aria-hidden=true]"))
      sizes.push(parseFloat(getComputedStyle(parent).fontSize))
  }
  return Math.min(...sizes)
}"""
PLACES = """() =>
  [...document.querySelectorAll(".tv :is(header, .qr, .seat, .tvlog, .num, .card, .pill)")].flatMap((each) => {
  const { x, y, width, height } = each.getBoundingClientRect()
  return [x, y, width, height]
})"""
STAGE = """() => {
  const boxes = [...document.querySelectorAll(".tv main > :not(.bgrings)")].map((each) => each.getBoundingClientRect())
  const left = Math.min(...boxes.filter(({ width }) => width > 0).map(({ left }) => left))
  return [left / innerWidth, document.querySelector(".tv .qr").getBoundingClientRect().width / innerWidth]
}"""
"""On a shared screen: the height of the smallest text, where things are, and as shares of the screen's width: where the
stage begins, and how large the code is that leads to the table.
"""
CUT = "(line) => line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1"
NAMELESS = """() => [...document.querySelectorAll(".app .trick .play .by")]
  .filter((by) => by.checkVisibility({ visibilityProperty: true }) && !by.textContent.trim()).length"""
"""Is the end of a text missing, and how many plays of a trick do not say whose they are?"""
LATER = """((now, parse) => {
  Date.now = () => now() + 300_000
  JSON.parse = (text, ...more) => {
    const found = parse(text, ...more)
    if (typeof found?.now === "number") found.now += 300_000
    return found
  }
})(Date.now, JSON.parse)"""
"""Nobody has moved for long: the page's clock is ahead, and so is the server's in all that it says from now on."""
HOLDS = "document.documentElement.style.setProperty('--m-hold', '3600s')"
HOLDS_NO_MORE = "document.documentElement.style.removeProperty('--m-hold')"
"""What was shown stays, or makes room at once again: see QUICK."""


async def act(browsers: Browsers, staged: Staged, seat: int, **command: Any) -> None:
    """Let somebody else at the table do something."""
    path = f"/api/tables/{staged.table}"
    cookie = {"cookie": f"koloda_{staged.table}={staged.tokens[seat]}"}
    # Without certificates, which nobody needs here: to load them takes longer than the rest.
    async with httpx.AsyncClient(base_url=browsers.address, headers=cookie, verify=False) as client:
        offer = (await client.get(f"{path}/news")).json()["offer"]
        number = {"offer": offer["number"]} if command["do"] == "act" else {}
        answer = await client.post(f"{path}/do", json={"id": f"{seat} {command}", **command, **number})
        assert answer.json()["failure"] is None


async def visit(eye: Eye, browsers: Browsers, staged: Staged) -> None:
    scene = staged.scene
    await eye.turn(f"/t/{staged.table}#{staged.tokens[0]}", ".me, .result")
    if scene.pad:
        screen = await eye.visitor.context.new_page()
        eye.visitor.watch(screen)
        await screen.goto(f"/tv/{staged.table}")
        await eye.page.locator('.bar button:has(use[href="#u-phone"])').click()
        await eye.page.wait_for_selector(".pad")
    if staged.next is not None:
        seat, move = staged.next
        if scene.holds:
            await eye.page.evaluate(HOLDS)
        await act(browsers, staged, seat, do="act", move=move)
    await eye.page.wait_for_selector(scene.until)
    await eye.look(scene.name)
    if scene.holds:
        await eye.page.evaluate(HOLDS_NO_MORE)
    if scene.until == ".rnd":  # the summary of a round speaks to its reader (defect 16 of the findings)
        language = await eye.page.evaluate("document.documentElement.lang")
        assert await eye.page.locator(".rnd li span", has_text=texts(language)["web.you"]).count() == 1
    assert await eye.page.evaluate(NAMELESS) == 0, "who played what (defect 14 of the findings)"
    for number, click in enumerate(scene.clicks, 1):
        await eye.page.locator(click).first.click()
        await eye.page.wait_for_selector(":is(.app, .pad):not(.locked)")
        await eye.look(f"{scene.name}-{number}")
    for page in eye.visitor.context.pages[1:]:
        await page.close()


KEEP = "([key, value]) => localStorage.setItem(`koloda.${key}`, JSON.stringify(value))"
ON_A_PAD = ".padp main :is(.crd, .winner)"


async def score_pads(eye: Eye) -> None:
    """A new sheet, sheets of every game, all that are kept, and a shared one."""
    page = eye.page
    await eye.go("/score/no_thanks", ".newsheet")
    await page.locator("summary").click()
    await eye.look("score-new")
    for scene in (scene for game in GAMES for scene in scenes_of(game).PADS):
        sheet: dict[str, Any] = {
            "game": scene.game,
            "names": NAMES[: scene.players],
            "options": scene.options,
            "taps": [],
        }
        sheet |= {"written": scene.written, "draft": scene.draft}
        kept = {"id": scene.name, "game": scene.game, "names": sheet["names"], "at": NOW, "over": False}
        await page.evaluate(KEEP, [f"score.{scene.name}", {"sheet": sheet, "counted": None}])
        await page.evaluate(KEEP, ["scores", [kept]])
        await eye.go(f"/score/{scene.game}#{scene.name}", ON_A_PAD)
        eye.themes = THEMES if scene is scenes_of(scene.game).PADS[0] else THEMES[:1]
        await eye.look(scene.name)
    await eye.go("/score", ".keptlist")
    await eye.look("score-list")
    shared = base64.urlsafe_b64encode(json.dumps(sheet).encode()).decode().rstrip("=")
    await eye.go(f"/score/{scene.game}#s.p{shared}", ON_A_PAD)
    await page.set_viewport_size(DESK)
    await eye.look("score-shared")


ADVISED: dict[str, tuple[str, str]] = {
    "advisor-first": ("no_thanks", ""),
    "advisor-card": ("no_thanks", "first 1,card 12,take"),
    "advisor-no_thanks": ("no_thanks", "first 1,card 12,take,card 27,pass,pass,pass"),
    "advisor-over": ("no_thanks", "first 1,card 12,take"),
    "advisor-hand": ("dobro", ""),
    "advisor-dobro": ("dobro", "hand 4 6 6 9 11 J,first 1,4,5,9"),
    "advisor-draw": ("dobro", "hand 4 6 6 9 11 J,first 1,4,5,9,11"),
}
"""Real tables with four players, followed from the last seat: the game, and what was entered."""


async def with_made_up_advice(page: Page) -> None:
    """Here the browser plays the strongest bot of the advisor: every move is worse than the one before."""

    async def answer(route: Route) -> None:
        question: Any = route.request.post_data_json
        found = await (await route.fetch(post_data={**question, "advice": False})).json()
        if question["advice"]:
            losses = enumerate(move["move"] for move in found["moves"])
            moves = [{"move": move, "loss": at / 20, "error": 0.01, "equal": at == 0} for at, move in losses]
            found["hint"] = {"offer": len(question["entries"]), "moves": moves, "reason": []}
        await route.fulfill(json=found)

    await page.route("**/api/advisor/*", answer)


async def advisors(eye: Eye) -> None:
    """A new real table, some that are followed, and all that are kept."""
    page = eye.page
    await with_made_up_advice(page)
    await eye.go("/advisor/no_thanks", ".newsheet")
    await eye.look("advisor-new")
    for state, (game, lines) in ADVISED.items():
        table = {"id": state, "game": game, "names": [*NAMES[:3], ""], "seat": 3, "options": {}, "draft": []}
        table["entries"] = lines.split(",") if lines else []
        if state == "advisor-over":
            table["options"] = {"removed": "32"}
        await page.evaluate(KEEP, [f"advisor.{state}", table])
        await page.evaluate(KEEP, ["advisors", [{**table, "at": NOW, "over": False}]])
        await eye.go(f"/advisor/{game}#{state}", ".adv .ppl")
        eye.themes = THEMES if state in ("advisor-no_thanks", "advisor-dobro") else THEMES[:1]
        if state in ("advisor-no_thanks", "advisor-dobro"):
            await page.wait_for_selector(".cmp .best")
        await eye.look(state)
        if state == "advisor-dobro":
            await page.locator('.keys button:has(use[href="#i-joker"])').click()
            await page.wait_for_selector(".keys + h3")
            await eye.look("advisor-dobro-joker")
    await eye.go("/advisor", ".keptlist")
    await eye.look("advisor-list")
    await page.unroute("**/api/advisor/*")


async def before_the_game(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """The lobby, and a table that waits for players: for the host, a player, a spectator, and on a screen."""
    page = eye.page
    boris = await browsers.visitor("Boris")
    public = await browsers.table(boris, "dobro", 4, seats=["rule"], public=True)
    await without_the_password(eye)
    await eye.go("/", ".tiles")
    await eye.look("lobby")
    await page.locator(".tile").first.click()
    await page.wait_for_selector(".sheet .setup")
    await eye.look("lobby-set-up")
    await page.keyboard.press("Escape")
    for game in GAMES:
        await page.locator(f'.tile[data-game="{game}"]').click()
        await page.wait_for_selector(".sheet .setup")
        await page.locator(".setup .hd button").last.click()
        await page.wait_for_selector(".sheet .opt")
        await eye.look(f"lobby-options-{game}")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
    await eye.turn(f"/t/{public}", ".sitform")
    await eye.look("waiting-passer-by")
    await browsers.sit(eye.visitor, public)
    await eye.turn(f"/t/{public}", ".waiting")
    await eye.look("waiting-guest")
    await boris.post(f"/api/tables/{public}/do", {"do": "lead", "id": "lead", "seat": 2})
    await page.wait_for_selector(".waiting .seg")
    await eye.look("waiting-new-host")
    own = await browsers.table(eye.visitor, "no_thanks", 4, seats=["rule"])
    await browsers.sit(boris, own)
    await eye.turn(f"/t/{own}", ".waiting .amount")
    await eye.look("waiting-host")
    await page.locator(".own .ac button").first.click()
    await page.wait_for_selector(".rename")
    await page.locator(".talkb").click()
    await page.wait_for_selector(".talk")
    await eye.look("waiting-rename-and-talk")
    await page.locator(".talk .wr").click()
    await page.locator(".chatsheet input").fill("!")
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".chat .said")
    await eye.look("chat")
    await page.keyboard.press("Escape")
    await eye.turn(f"/tv/{own}", ".tvwait")
    await eye.look("tv-waiting")


async def own_games(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """What this device knows of its games: in the lobby, on their own page, for another device, and forgotten."""
    page, table = eye.page, staged["tugriki-turn"].table
    await eye.go("/games", ".lone")
    await eye.look("games-none")
    seats = {"seat": 0, "names": ["Anna", "Boris", "", ""]}
    running = {**seats, "table": table, "game": "tugriki", "status": "playing", "at": 2_000_000_000_000, "due": [0]}
    over = {**seats, "game": "no_thanks", "status": "over", "place": 2, "lowest_wins": True}
    past = [{**over, "table": f"222222{n}", "at": 1_700_000_000_000 + n, "score": n} for n in range(22, 52)]
    await page.route("**/api/seats?*", lambda route: route.abort())
    await page.evaluate("(games) => localStorage.setItem('koloda.games', JSON.stringify(games))", [running, *past])
    expected = eye.visitor.expected
    eye.visitor.expected += "|ERR_FAILED|404"
    await eye.go("/", ".mg .yt")
    await eye.look("lobby-games")
    await page.locator(".mybox .dev button").click()
    await page.wait_for_selector(".sheet .bigqr")
    await eye.look("lobby-device")
    await page.keyboard.press("Escape")
    await eye.go("/games", ".hist")
    await page.locator(".tabs button").nth(1).click()
    await eye.look("games")
    await page.locator(".keptat button").first.click()
    await page.wait_for_selector(".lost")
    await eye.look("forget")
    await page.keyboard.press("Escape")
    await page.locator(".keptat button").last.click()
    await page.wait_for_selector(".sheet .bigqr")
    await eye.go("/nope", ".lone .btn")
    await eye.look("no-page")
    await eye.go("/replay/22222222", ".lone .btn + .btn")
    await eye.look("no-such-replay")
    await page.unroute_all()
    await page.evaluate("localStorage.removeItem('koloda.games')")
    eye.visitor.expected = expected


async def without_the_password(eye: Eye) -> None:
    """What a server that is not open to all shows to strangers; here the browser plays that server."""
    refused = {"**/api/lobby": "by_invitation"}

    async def refuse(route: Route) -> None:
        (code,) = [code for path, code in refused.items() if route.request.url.endswith(path.removeprefix("**"))]
        await route.fulfill(status=403, json={"code": code, "detail": {"key": f"http.{code}"}})

    expected = eye.visitor.expected
    eye.visitor.expected += "|status of 403"  # a browser notes every refused request
    await eye.page.route("**/api/lobby", refuse)
    await eye.page.route("**/api/login", refuse)
    await eye.go("/", ".login")
    await eye.look("by-invitation")
    refused.update({"**/api/lobby": "password_needed", "**/api/login": "wrong_password"})
    await eye.go("/", ".login form")
    await eye.look("login")
    await eye.page.locator(".login input").fill("x")
    await eye.page.locator(".login .btn").click()
    await eye.page.wait_for_selector(".login [role=alert]")
    await eye.look("login-wrong")
    await eye.page.unroute_all()
    eye.visitor.expected = expected


async def at_the_table(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """The shared screen, and everything that opens over a table."""
    page = eye.page
    for game in GAMES:
        at = staged[scenes_of(game).ON_TV]
        await eye.turn(f"/tv/{at.table}", ".tv main")
        await eye.look(f"tv-{game}")
        if eye.page.viewport_size == DESK:
            await on_larger_screens(page)
        await eye.turn(f"/rules/{game}#{GAMES[game].tie_rule}", ".ruletext .marked")
        await eye.look(f"rules-{game}")
        await eye.turn(f"/rules/{game}", ".summary")
        await eye.look(f"summary-{game}")
    table = staged["tugriki-turn"]
    await eye.turn(f"/t/{table.table}#{table.tokens[0]}", ".me.turn")
    await open_menu(page)
    await eye.look("menu")
    await the_question_of_notices(eye)
    for icon in ("help", "share", "phone", "keys", "gear"):
        await page.locator(f'.menuline:has(use[href="#u-{icon}"])').click()
        await page.wait_for_selector(".sheet:not(:has(.menu)) :is(.summary, .linkbox, .keys, .speeds)")
        await eye.look(f"menu-{icon}")
        await page.keyboard.press("Escape")
        await open_menu(page)
    await page.keyboard.press("Escape")
    await page.keyboard.press("l")
    await page.wait_for_selector(".sheet .story")
    await eye.look("log")
    await page.keyboard.press("Escape")

    async def refused() -> None:
        await page.locator(".hand .card.off:not(.act, .wild)").first.click(force=True)
        await page.wait_for_selector(".say.bad")

    async def explained() -> None:
        await page.locator(".hand .card.off.act").first.click(force=True)
        await page.wait_for_selector(".say[role=dialog]")

    await eye.visitor.stay()
    await refused()
    await eye.look("refused", refused)
    await explained()
    await eye.look("explained", explained)
    await page.keyboard.press("Escape")
    await open_menu(page)
    await page.locator('.menuline:has(use[href="#u-bot"])').click()
    await page.wait_for_selector(".log .lb")
    await eye.look("bot-plays")
    await visit(eye, browsers, staged["no_thanks-undo"])
    await visit(eye, browsers, staged["tugriki-wild-on-a-phone"])
    await visit(eye, browsers, staged["no_thanks-waiting"])
    assert await page.locator(".log .lb").count() == 1
    assert not await page.locator(".log li.now").evaluate(CUT), (
        "the last line beside a button (defect 14 of the findings)"
    )
    await page.evaluate(LATER)
    await page.wait_for_selector(".votes")
    (due,) = (await eye.visitor.news(staged["no_thanks-waiting"].table))["view"]["actors"]

    async def asked() -> None:
        await page.locator(f'[data-place="seat:{due}"] .about').click()
        await page.wait_for_selector(".say .lnk button")

    await asked()
    await eye.look("waited-for", asked)
    await page.keyboard.press("Escape")
    await page.go_back()
    await page.wait_for_selector(".leavesheet")
    await eye.look("leave")
    watched = staged["dobro-turn"]
    await eye.go(f"/t/{watched.table}", ".me.watch")
    await eye.look("watching")


async def on_larger_screens(page: Page) -> None:
    """Every shared screen shows the same picture, and no small print."""
    places = []
    for width, height in ((1920, 1080), (3840, 2160)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate(RESTED)
        places.append(await page.evaluate(PLACES))
        assert await page.evaluate(SMALLEST_TEXT) >= 24 * width / 1920
        begins, code = await page.evaluate(STAGE)
        assert begins < 0.25, "nothing hugs the right half"
        assert code > 0.1, "phones read it from a sofa"
    assert places[1] == pytest.approx([2 * each for each in places[0]], abs=10)
    await page.set_viewport_size(DESK)


async def the_question_of_notices(eye: Eye) -> None:
    page = eye.page
    await page.locator('.menuline:has(use[href="#u-bell"])').click()
    await page.wait_for_selector(".sheet .asked")
    await eye.look("notices")
    await page.locator(".sheet .acts .btn").last.click()
    await page.wait_for_selector(".sheet .acts:not(:has(.pri))")
    await eye.look("notices-on")
    await page.keyboard.press("Escape")
    await open_menu(page)


async def alone(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """Hints against bots; here the browser plays the strongest bot."""
    page = eye.page
    table = await browsers.table(eye.visitor, "no_thanks", 3, seats=["rule", "rule"], start=True)
    await eye.go(f"/t/{table}", ".me.turn")
    news = await eye.visitor.news(table)
    offer = news["offer"]
    losses = [(0.0, 0.0, True), (0.13, 0.02, False)]
    moves = [
        {"move": each["move"], "loss": loss, "error": error, "equal": equal}
        for each, (loss, error, equal) in zip(offer["moves"], losses, strict=True)
    ]
    back = {"key": "no_thanks.reason_back", "args": {"n": 8, "chips": 2}}
    taking = {"key": "no_thanks.reason_take", "args": {"card": news["view"]["card"]}}
    amount = {
        "key": "no_thanks.reason_amount",
        "args": {"number": {"key": "reason.whole", "args": {"whole": 11}}, "n": 11},
    }
    costs = {"key": "reason.move_costs", "args": {"move": taking, "amount": amount}}
    reason = [{"key": "reason.because_1", "args": {"what": costs, "clause": back}}]
    hint = {"offer": offer["number"], "moves": moves, "reason": reason}
    await page.route("**/hint", lambda route: route.fulfill(json=hint))
    bulb = page.locator('.bar button:has(use[href="#u-bulb"])')
    await bulb.click()
    await page.wait_for_selector(".hint .best")
    await eye.look("hint")
    await page.unroute("**/hint")


async def on_one_phone(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """Setting it up, the curtain with everything that it may offer, and a hand that can be hidden."""
    page = eye.page
    await eye.go("/pass", ".slist input")
    await page.locator(".more .btn").first.click()
    await page.locator(".more .btn").last.click()
    await eye.look("pass")
    await page.locator(".setup .hd button").last.click()
    await page.wait_for_selector(".sheet .opt")
    await page.locator(".sheet .ib").click()
    await page.locator(".setup .hd button").first.click()
    await page.wait_for_selector(".sheet .summary")
    table = await browsers.table(eye.visitor, "tugriki", 2, people=["Boris"], patience=None)
    await eye.visitor.post(f"/api/tables/{table}/do?person=0", {"do": "start", "id": "start", "bot": "rule"})
    await eye.go(f"/t/{table}", ".cur .btn:enabled")
    await page.locator(".cur .lk2").first.click()
    await page.wait_for_selector(".sheet .menuline")
    await eye.look("curtain-who")
    await page.keyboard.press("Escape")
    table = await browsers.table(eye.visitor, "no_thanks", 2, people=["Boris"], patience=None)
    await eye.visitor.post(f"/api/tables/{table}/do?person=0", {"do": "start", "id": "start", "bot": "rule"})
    await eye.go(f"/t/{table}", ".cur .btn:enabled")
    await page.evaluate("Date.now = () => 1_700_000_000_000")  # what can be undone for five seconds can be looked at
    await page.locator(".cur .btn").click()
    await page.wait_for_selector(".me.turn")
    await eye.look("hand-that-can-be-hidden")
    await page.locator(".me.turn .acts .btn").first.click()
    await page.wait_for_selector(".cur .undoing .lk2:enabled")
    await eye.look("curtain")


async def open_menu(page: Page) -> None:
    await page.locator('.bar button:has(use[href="#u-menu"])').click()
    await page.wait_for_selector(".sheet .menu")


async def after_the_game(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """Results are among the scenes of the games; here is what you can do then."""
    page = eye.page
    for game in GAMES:
        end = staged[f"{game}-over"]
        await eye.turn(f"/replay/{end.table}", ".rep")
        await page.locator(".scrub input").fill("30")
        await page.locator(".rep select").first.select_option("0")
        await page.wait_for_selector(".me:not(.rep)")
        await eye.look(f"replay-{game}")
    end = staged["dobro-over"]
    await eye.turn(f"/t/{end.table}", ".result")
    await eye.look("result-watched")
    await eye.turn(f"/t/{end.table}#{end.tokens[0]}", ".result .tie")
    await page.wait_for_selector(".plot .chart polyline")
    await page.locator(".fairness > .btn").click()
    await page.wait_for_selector(".found")
    for summary in await page.locator("summary").all():
        await summary.click()
    await page.wait_for_selector(".course tbody")
    await eye.look("result")
    await page.locator(".racts .btn").first.click()
    await page.wait_for_selector(".preview canvas")
    await eye.look("picture")
    await page.keyboard.press("Escape")
    await eye.visitor.stay()
    await act(browsers, end, 1, do="rematch")
    await page.wait_for_selector(".word button")
    await eye.look("result-rematch")


async def reviews(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """A review that is computed, refused, read, and learned from; here the test reviews the game."""
    page, end = eye.page, staged["no_thanks-over"]
    record = await (await eye.visitor.context.request.get(f"/api/tables/{end.table}/record")).text()
    answers: list[tuple[int, Any]] = [
        (200, {"ready": False, "done": 30, "of": 100, "ahead": 0}),
        (503, {"code": "busy", "detail": {"key": "server.review_soon", "args": {"seconds": 40}}, "retry_after": 40}),
        (200, {"ready": True, "done": 1, "of": 1, "ahead": 0}),
    ]

    async def answer(route: Route) -> None:
        status, found = answers[0] if route.request.method == "POST" else (200, made_up(record))
        await route.fulfill(status=status, json=found)

    expected = eye.visitor.expected
    eye.visitor.expected += "|status of 503"
    await page.route("**/review", answer)
    await eye.turn(f"/t/{end.table}#{end.tokens[0]}", ".reviewed .btn")
    await page.locator(".reviewed .btn").click()
    await page.wait_for_selector(".rvbar")
    answers.pop(0)
    await page.wait_for_selector(".reviewed .note")
    await eye.look("review-refused")
    answers.pop(0)
    await page.locator(".reviewed .btn").click()
    await page.wait_for_selector(".account")
    await eye.look("result-reviewed")
    await eye.turn(f"/replay/{end.table}", ".further .btn")
    await page.locator(".rep select").first.select_option("0")
    await page.wait_for_selector(".me:not(.rep)")
    answers.insert(0, (409, {"code": "no_review", "detail": {"key": "server.no_review", "args": {"game": "?"}}}))
    eye.visitor.expected += "|status of 409"
    await page.locator(".further .btn").click()
    await page.wait_for_selector(".further .note")
    answers.pop(0)
    await eye.turn(f"/replay/{end.table}#review", ".chances")
    await page.locator(".rep select").first.select_option("0")
    await page.wait_for_selector(".further .btn")
    await page.locator(".ctl .ib").last.click()
    await page.wait_for_selector(".judged.mistake")
    await eye.look("replay-reviewed")
    await page.locator(".chances .lnk").click()
    await page.wait_for_selector(".sheet tbody")
    await eye.look("chances")
    await page.keyboard.press("Escape")
    await page.locator(".further .btn").click()
    await page.wait_for_selector(".again .trial")
    await eye.look("mistakes")
    mistake = made_up(record)["decisions"][0]
    for tried, shown in ((mistake["played"], ".verdict .mk"), (mistake["best"], ".trial .pri")):
        assert await page.locator(".trial .pri").count() == 0, "one may try again"
        await page.locator(f'.again [data-place="move:{tried["move"]}"]').click()
        await page.wait_for_selector(shown)
    await eye.look("mistakes-right")
    await expect(page.locator(".trial .pri")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.locator(".trial .btn:only-child").click()
    await page.wait_for_selector(".verdict .mk")
    await eye.look("mistakes-wrong")
    await page.locator(".again .pass").click()
    await expect(page.locator(".trial .pri")).to_be_visible()
    await page.locator(".again .ib").click()
    await page.wait_for_selector(".rep")
    await page.unroute("**/review")
    eye.visitor.expected = expected


async def review_of(eye: Eye, end: Staged) -> None:
    """The reviewed result of a game, its replay at a mistake and at a great move, and a mistake with its solution."""
    page, game = eye.page, end.scene.game
    record = await (await eye.visitor.context.request.get(f"/api/tables/{end.table}/record")).text()
    review = made_up(record)

    async def answer(route: Route) -> None:
        ready = {"ready": True, "done": 1, "of": 1, "ahead": 0}
        await route.fulfill(json=ready if route.request.method == "POST" else review)

    await page.route("**/review", answer)
    await eye.go(f"/t/{end.table}#{end.tokens[0]}", ".reviewed .btn")
    await page.locator(".reviewed .btn").click()
    await page.wait_for_selector(".account")
    await eye.look(f"result-reviewed-{game}")
    await eye.go(f"/replay/{end.table}#review", ".chances")
    await page.locator(".rep select").first.select_option("0")
    await page.wait_for_selector(".further .btn")
    for verdict in ("mistake", "great"):
        await page.locator(".ctl .ib").last.click()
        await page.wait_for_selector(f".judged.{verdict}")
        await eye.look(f"replay-{verdict}-{game}")
    await page.locator(".further .btn").click()
    await page.wait_for_selector(".again .trial")
    await eye.look(f"mistakes-{game}")
    await page.locator(".again .pass").click()
    await page.wait_for_selector(".trial .pri")
    await eye.look(f"mistakes-shown-{game}")
    await page.unroute("**/review")


async def lessons(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """The list of lessons, and the end of one; tests/browser/test_lessons.py plays them all."""
    page = eye.page
    await eye.turn("/learn", ".lessonline")
    await eye.look("lessons")
    await page.evaluate("""localStorage.setItem("koloda.lessons", '{"no_thanks": 6}')""")
    await eye.go("/learn/no_thanks", ".lesson:not(.moving) [data-meant]")
    for shown in (".lesson:not(.moving) [data-meant]", ".onward .btn"):
        await page.locator(".pass").click()
        await page.wait_for_selector(shown)
    await eye.look("lesson-next")
    await page.locator(".onward .btn").click()
    await page.wait_for_selector(".touch")
    await eye.look("lesson-tap")
    await page.locator(".pass").click()
    await page.wait_for_selector(".onward .pri")
    await eye.look("lesson-over")


async def puzzles(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """The list of puzzles, a wrong try, the right one, and the answer."""
    page, found = eye.page, puzzles_of(GAMES["no_thanks"])
    await eye.turn("/puzzles", ".plist")
    await eye.look("puzzles")
    await page.locator(".bar .ib").last.click()
    await page.wait_for_selector(".how")
    await page.keyboard.press("Escape")
    await eye.turn("/puzzles/no_thanks/1", ".puzzle .acts .btn")
    await eye.look("puzzle")
    await page.locator(f'[data-place="move:{found[0].moves[1].move}"]').click()
    await expect(page.locator(".ways .pri")).to_be_focused()
    await eye.look("puzzle-wrong")
    await page.keyboard.press("Enter")
    await page.locator(f'[data-place="move:{found[0].best}"]').click()
    await page.wait_for_selector(".puzzle.done .cmp")
    await eye.look("puzzle-solved")
    await expect(page.locator(".ways .pri")).to_be_focused()
    await page.keyboard.press("Enter")  # the next one
    await page.wait_for_selector(".puzzle:not(.done) .acts .btn")
    assert page.url.endswith("/puzzles/no_thanks/2")
    await page.locator(f'[data-place="move:{found[1].moves[1].move}"]').click()
    await page.locator(".ways .btn").first.click()
    await page.wait_for_selector(".puzzle.done .cmp")
    kept = json.loads(await page.evaluate("localStorage.getItem('koloda.puzzles')"))
    assert kept["results"] == {"no_thanks": {found[0].origin: "later", found[1].origin: "missed"}}


async def without_a_network(eye: Eye, browsers: Browsers, staged: dict[str, Staged]) -> None:
    """What the page says when something is missing."""
    page, visitor = eye.page, eye.visitor
    visitor.expected += "|ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket connection|404|409"
    await eye.go("/t/22222222", ".lone button")
    await eye.look("no-table")
    await eye.go("/learn/nothing", ".lone button")
    await eye.look("no-lesson")
    await eye.go("/puzzles/nothing", ".lone button")
    await eye.look("no-puzzles")
    await eye.go(f"/replay/{staged['dobro-turn'].table}", ".lone button")
    await eye.look("no-replay")
    table = staged["no_thanks-turn"]
    await eye.go(f"/t/{table.table}#{table.tokens[0]}", ".me.turn")
    await visitor.context.set_offline(True)
    await page.wait_for_selector(".log.bad")
    await eye.look("lost")
    await visitor.context.set_offline(False)
    await page.wait_for_selector(":is(.app, .pad):not(.locked)")

    async def refuse(route: Route) -> None:
        await route.abort()

    async def silent(socket: WebSocketRoute) -> None:
        await socket.close()

    await page.route("**/api/**", refuse)
    await page.route_web_socket(re.compile("/socket"), silent)
    await eye.go("/", ".offline .note")
    await eye.look("offline")
    await page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    for name, path in {
        "lobby": "/",
        "table": f"/t/{table.table}",
        "rules": "/rules/dobro#DB-1",
        "pass": "/pass",
        "lesson": "/learn/nothing",
        "puzzles": "/puzzles",
    }.items():
        await eye.go(path, "[role=alert] + button.btn" if name == "rules" else "button.btn")
        await eye.look(f"unreachable-{name}")


EVERY_PAGE = (
    own_games,
    before_the_game,
    at_the_table,
    alone,
    on_one_phone,
    reviews,
    after_the_game,
    lessons,
    puzzles,
    without_a_network,
)
