"""A bot as a program, with every kind of behaviour, for the tests: `python misbehaving_program.py stall`."""

import json
import os
import subprocess
import sys
import time
from typing import Any

FOREVER = 3600
"""Seconds: longer than any test."""
SET_SID = f"import os, time; os.fork() and os._exit(0); os.setsid(); time.sleep({FOREVER})"
DOUBLE_FORK = (
    f"import os, time; os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0); time.sleep({FOREVER})"
)


class Program:
    """Answers with the last legal move, unless its behaviour is another."""

    def __init__(self, behaviour: str) -> None:
        self.behaviour = behaviour

    def decide(self, message: dict[str, Any]) -> None:
        sound = {"id": message["id"], "move": message["legal"][-1]["move"]}
        behaviour = self.behaviour
        if behaviour == "action":
            self.say({"id": message["id"], "action": message["legal"][-1]["action"], "thoughts": [{"deep": None}]})
        elif behaviour == "die_later" and message["id"] == 3:
            print("out of ideas", file=sys.stderr)
            os._exit(3)
        elif behaviour == "fail_thrice" and message["id"] < 4:
            self.say({"id": message["id"], "move": "nonsuch"})
        elif behaviour == "idle":
            print("nothing to do", file=sys.stderr, flush=True)
            self.say({"id": message["id"], "move": None})
        elif behaviour == "illegal":
            self.say({"id": message["id"], "action": 10**30})
        elif behaviour == "unknown_move":
            self.say({"id": message["id"], "move": "\x1b[31mnonsuch"})
        elif behaviour == "wrong_id":
            self.say({**sound, "id": message["id"] + 5})
        elif behaviour == "old_id":
            self.say({**sound, "id": 0})
        elif behaviour == "late":  # an answer that is no good, then the right one, too late
            self.say("thinking...")
            self.say(sound)
        elif behaviour == "garbage":
            sys.stdout.buffer.write(b"\xff\xfe{]\n")
            sys.stdout.flush()
        elif behaviour == "deep":
            self.say("[" * 30000)
        elif behaviour == "both":
            self.say({**sound, "action": 0})
        elif behaviour == "endless":
            while True:
                sys.stdout.write("x" * 10000)
        elif behaviour == "talkative":
            while True:
                self.say({**sound, "id": message["id"]})
        elif behaviour in ("stall", "stubborn"):
            time.sleep(FOREVER)
        else:
            self.say(sound)

    def say(self, thing: object) -> None:
        print(thing if isinstance(thing, str) else json.dumps(thing), flush=True)

    def live(self) -> None:
        if self.behaviour == "die_at_once":
            print("no \x1b[2Jlibrary", file=sys.stderr)
            sys.exit(4)
        if self.behaviour == "family":
            child = subprocess.Popen(["sleep", str(FOREVER)], stdin=subprocess.DEVNULL)
            with open(sys.argv[2], "w", encoding="utf-8") as file:
                file.write(str(child.pid))
        if self.behaviour == "daemons":
            for daemon in (SET_SID, DOUBLE_FORK):
                subprocess.run([sys.executable, "-S", "-c", daemon, sys.argv[2]], check=True)
        if self.behaviour == "stack":
            print(
                "lost.js:1", "Error: lost", *(f"    at line {n}" for n in range(2000)), "v1", sep="\n", file=sys.stderr
            )
            sys.exit(1)
        if self.behaviour == "deaf":
            time.sleep(FOREVER)
        if self.behaviour == "noisy":
            print("x" * 1_000_000, file=sys.stderr, flush=True)
        for line in sys.stdin:
            message = json.loads(line)
            if self.behaviour == "diary":
                with open(sys.argv[2], "a", encoding="utf-8") as diary:
                    diary.write(line)
            if message["type"] == "decide":
                self.decide(message)
        if self.behaviour.startswith("stubborn"):
            time.sleep(FOREVER)


if __name__ == "__main__":
    Program(sys.argv[1]).live()
