"""A program that behaves in every way a bot can, for the tests: `python stranger.py stall`."""

import json
import os
import subprocess
import sys
import time
from typing import Any

FOREVER = 3600
"""Seconds that no test takes."""


class Stranger:
    """Answers with the last legal move, unless its way is another."""

    def __init__(self, way: str) -> None:
        self.way = way

    def decide(self, message: dict[str, Any]) -> None:
        sound = {"id": message["id"], "move": message["legal"][-1]["move"]}
        way = self.way
        if way == "action":
            self.say({"id": message["id"], "action": message["legal"][-1]["action"], "thoughts": [{"deep": None}]})
        elif way == "die_later" and message["id"] == 3:
            print("out of ideas", file=sys.stderr)
            os._exit(3)
        elif way == "fail_thrice" and message["id"] < 4:
            self.say({"id": message["id"], "move": "nonsuch"})
        elif way == "idle":
            self.say({"id": message["id"], "move": None})
        elif way == "illegal":
            self.say({"id": message["id"], "action": 10**30})
        elif way == "unknown_move":
            self.say({"id": message["id"], "move": "\x1b[31mnonsuch"})
        elif way == "wrong_id":
            self.say({**sound, "id": message["id"] + 5})
        elif way == "old_id":
            self.say({**sound, "id": 0})
        elif way == "late":  # an answer that is no good, then the right one, too late
            self.say("thinking...")
            self.say(sound)
        elif way == "garbage":
            sys.stdout.buffer.write(b"\xff\xfe{]\n")
            sys.stdout.flush()
        elif way == "deep":
            self.say("[" * 30000)
        elif way == "both":
            self.say({**sound, "action": 0})
        elif way == "endless":
            while True:
                sys.stdout.write("x" * 10000)
        elif way == "talkative":
            while True:
                self.say({**sound, "id": message["id"]})
        elif way in ("stall", "stubborn"):
            time.sleep(FOREVER)
        else:
            self.say(sound)

    def say(self, thing: object) -> None:
        print(thing if isinstance(thing, str) else json.dumps(thing), flush=True)

    def live(self) -> None:
        if self.way == "die_at_once":
            print("no \x1b[2Jlibrary", file=sys.stderr)
            sys.exit(4)
        if self.way == "family":
            child = subprocess.Popen(["sleep", str(FOREVER)], stdin=subprocess.DEVNULL)
            with open(sys.argv[2], "w", encoding="utf-8") as file:
                file.write(str(child.pid))
        if self.way == "deaf":
            time.sleep(FOREVER)
        if self.way == "noisy":
            print("x" * 1_000_000, file=sys.stderr, flush=True)
        for line in sys.stdin:
            message = json.loads(line)
            if self.way == "diary":
                with open(sys.argv[2], "a", encoding="utf-8") as diary:
                    diary.write(line)
            if message["type"] == "decide":
                self.decide(message)
        if self.way.startswith("stubborn"):
            time.sleep(FOREVER)


if __name__ == "__main__":
    Stranger(sys.argv[1]).live()
