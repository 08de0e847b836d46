#!/usr/bin/env node
// A bot as a program: one JSON object a line on standard input, one on standard output. Nothing to install.
//
//     koloda play no_thanks --bot "node examples/bots/thrifty.js"
//
// In No Thanks! it takes a card when the chips on it pay for most of what it would cost; in the other games it takes
// the first move that it is offered.

"use strict";

const readline = require("node:readline");

// What a card would add to a row of cards: only the lowest of a run counts.
function cost(card, taken) {
  const joinsLower = taken.includes(card - 1) ? 0 : card;
  const joinsHigher = taken.includes(card + 1) ? card + 1 : 0;
  return joinsLower - joinsHigher;
}

function choose({ view, legal, must }) {
  if (!must) return null; // a bystander may keep quiet
  const moves = legal.map((one) => one.move);
  if (view.game !== "no_thanks" || moves.length === 1) return moves[0];
  return view.pot >= 0.7 * cost(view.card, view.taken[view.seat]) ? "take" : "pass";
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.error(`playing ${message.game} in seat ${message.seat + 1} of ${message.players}`); // for people to read
  } else if (message.type === "decide") {
    console.log(JSON.stringify({ id: message.id, move: choose(message) }));
  } // "over", and whatever a later version may say, needs no answer
});
