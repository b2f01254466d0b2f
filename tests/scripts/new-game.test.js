import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, rulesOf, wish } from "../../src/inarow/web/static/live/new-game.js";

const form = (entries) => new Map(Object.entries(entries));

test("rules come from a preset or from the fields of one's own size", () => {
  assert.equal(rulesOf(form({ rules: "7x6x4" })), "7x6x4");
  assert.equal(rulesOf(form({ rules: "15x15x5-free" })), "15x15x5/free");
  assert.equal(rulesOf(form({ rules: "custom", width: "9", height: "8", k: "5", gravity: "on" })), "9x8x5");
  assert.equal(rulesOf(form({ rules: "custom", width: "9", height: "8", k: "5" })), "9x8x5/free");
});

test("each button names its opponent", () => {
  const entries = form({ rules: "7x6x4", level: "7", visibility: "private" });
  assert.equal(newGame(entries, "friend").opponent, "friend");
  assert.equal(newGame(entries, "computer").opponent, "level 7");
  assert.equal(newGame(entries, "both").opponent, "self");
  assert.equal(newGame(form({ level: "perfect" }), "computer").opponent, "perfect");
});

test("a game is seen by whom was chosen", () => {
  assert.equal(newGame(form({ visibility: "private" }), "friend").visibility, "private");
});

test("who looks for an opponent chooses neither side nor spectators", () => {
  const entries = form({ visibility: "private", side: "x", rules: "9x7x4", rated: "on", clock: "60+1" });
  assert.deepEqual(wish(entries), { rules: "9x7x4", swap: false, rated: true, base: 60000, increment: 1000, days: null });
});

test("clocks are milliseconds for the server", () => {
  const { base, increment } = newGame(form({ clock: "300+3" }), "friend");
  assert.deepEqual([base, increment], [300000, 3000]);
  assert.equal(newGame(form({ clock: "none" }), "friend").base, null);
});

test("days for each move are no clock", () => {
  const { base, increment, days } = newGame(form({ clock: "3d" }), "friend");
  assert.deepEqual([base, increment, days], [null, null, 3]);
  assert.equal(newGame(form({ clock: "300+3" }), "friend").days, null);
});
