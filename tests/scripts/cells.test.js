import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as cells from "../../src/inarow/web/static/board/cells.js";

test("rules are read with either way to write free", () => {
  assert.deepEqual(cells.parseRules("7x6x4"), { width: 7, height: 6, k: 4, gravity: true });
  assert.deepEqual(cells.parseRules("15x15x5/free"), { width: 15, height: 15, k: 5, gravity: false });
  assert.deepEqual(cells.parseRules("15x15x5-free"), cells.parseRules("15x15x5/free"));
  assert.throws(() => cells.parseRules("7x6"));
});

test("cells have letters and numbers, there and back", () => {
  for (const [column, row, text] of [[0, 0, "a1"], [3, 5, "d6"], [17, 17, "r18"], [26, 0, "aa1"]]) {
    assert.equal(cells.cellText({ column, row }), text);
    assert.deepEqual(cells.cellAt(text), { column, row });
  }
});

test("moves and cells have the names that the library gives them", () => {
  const table = JSON.parse(readFileSync(new URL("../data/names.json", import.meta.url), "utf-8"));
  for (const [board, rows] of Object.entries(table)) {
    const rules = cells.parseRules(board);
    rows.forEach((row, column) => {
      const cell = { column, row: Math.min(column, rules.height - 1) };
      const move = cells.moveAt(rules, cell);
      const names = [cells.columnLabel(column, rules), ...[cells.moveText, cells.moveLabel, cells.moveName].map((each) => each(move, rules))];
      assert.deepEqual([...names, cells.cellText(cell), cells.cellName(cell, rules)], row, board);
    });
  }
});

test("a disc lands on those below it, or where it is put", () => {
  const rules = cells.parseRules("4x2x3");
  assert.deepEqual(cells.landing(rules, {}, 1), { column: 1, row: 0 });
  assert.deepEqual(cells.landing(rules, { b1: "x" }, 1), { column: 1, row: 1 });
  assert.equal(cells.landing(rules, { b1: "x", b2: "o" }, 1), null);
  const free = cells.parseRules("3x3x3/free");
  assert.deepEqual(cells.landing(free, {}, 5), { column: 2, row: 1 });
  assert.equal(cells.moveAt(free, { column: 2, row: 1 }), 5);
});
