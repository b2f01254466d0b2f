import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRules } from "../../src/inarow/web/static/board/cells.js";
import { linesThrough, movesOf, positionAfter } from "../../src/inarow/web/static/offline/shared-game.js";

const board = (rows) => {
  const discs = {};
  [...rows].reverse().forEach((row, y) => [...row].forEach((sign, x) => sign !== "." && (discs[String.fromCharCode(97 + x) + (y + 1)] = sign)));
  return discs;
};

test("a line is the longest run through the last disc, in each direction", () => {
  const rules = parseRules("7x6x4");
  const discs = board([
    "......o",
    ".....o.",
    "....o..",
    "xxxoxxx",
  ]);
  assert.deepEqual(linesThrough(rules, discs, "e2"), [["d1", "e2", "f3", "g4"]]);
  assert.deepEqual(linesThrough(rules, discs, "c1"), []);
});

test("five in a row are one line of four in a row, and two lines may end at one disc", () => {
  const rules = parseRules("7x6x4");
  const discs = board([
    "x......",
    "x......",
    "x......",
    "xxxxx..",
  ]);
  assert.deepEqual(linesThrough(rules, discs, "a1"), [["a1", "b1", "c1", "d1", "e1"], ["a1", "a2", "a3", "a4"]]);
});

test("a falling line ends at the edge of the board", () => {
  const discs = board([
    "x..",
    ".x.",
    "..x",
  ]);
  assert.deepEqual(linesThrough(parseRules("3x3x3/free"), discs, "b2"), [["a3", "b2", "c1"]]);
});

test("discs fall and sides take turns until somebody has a line", () => {
  const rules = parseRules("4x4x3");
  const going = positionAfter(rules, [0, 1, 0, 1]);
  assert.deepEqual(going, { discs: { a1: "x", b1: "o", a2: "x", b2: "o" }, last: "b2", turn: "x", legal: [0, 1, 2, 3], lines: [] });
  const over = positionAfter(rules, [0, 1, 0, 1, 0, 1]);
  assert.deepEqual([over.last, over.turn, over.legal, over.lines], ["a3", null, [], [["a1", "a2", "a3"]]]);
});

test("what cannot be played is not", () => {
  const rules = parseRules("4x2x3");
  assert.deepEqual(positionAfter(rules, [0, 0]).legal, [1, 2, 3]);
  assert.equal(positionAfter(rules, [0, 0, 0, 1]).last, "a2");
  assert.deepEqual(positionAfter(parseRules("3x3x3/free"), [4, 4]).discs, { b2: "x" });
});

test("a full board is a draw", () => {
  const full = positionAfter(parseRules("1x2x2"), [0, 0]);
  assert.deepEqual([full.turn, full.legal, full.lines], [null, [], []]);
});

test("moves are read as records and addresses write them", () => {
  assert.deepEqual(movesOf("4453", parseRules("7x6x4")), [3, 3, 4, 2]);
  assert.deepEqual(movesOf("a 9i", parseRules("18x18x5")), [9, 8, 17]);
  for (const text of ["h8i9", "h8 i9"]) assert.deepEqual(movesOf(text, parseRules("15x15x5/free")), [112, 128]);
  assert.deepEqual(movesOf("", parseRules("7x6x4")), []);
  assert.deepEqual(movesOf("?8", parseRules("7x6x4")), []);
});
