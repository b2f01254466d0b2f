import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveTable } from "../../src/inarow/web/static/tournaments/live-table.js";

const HEAD = {
  id: "t", kind: "arena", status: "playing", door: true, paused: false, left: 60000, starts_in: null, round: null, rounds: null, pairing_in: null,
  boards: ["g"],
};
const player = (number, name, more = {}) => ({ number, name, status: "in", points: 0, games: 0, wins: 0, berger: null, game: null, recent: "", ...more });
const YOU = { number: 1, status: "in", director: false, game: null, side: null, opponent: null };
const TABLE = { players: [player(1, "Ann", { game: "g" }), player(2, "Bo", { game: "g" })], order: [1, 2], places: [1, 1] };

function table(head = {}, you = {}, now = () => 0) {
  return new LiveTable({ view: { ...HEAD, version: 5, ...head }, table: TABLE, you: { ...YOU, ...you } }, now);
}

const news = (after, version, more = {}) => ({
  t: "news", after, version, head: HEAD, players: [player(2, "Bo", { points: 2 })], order: [2, 1], places: [1, 2], ...more,
});

test("news change some lines and the order", () => {
  const live = table();
  assert.equal(live.receive(news(5, 6)), "table");
  assert.deepEqual(live.lines.map(({ name, points, place }) => [name, points, place]), [["Bo", 2, 1], ["Ann", 0, 2]]);
  assert.equal(live.mine.place, 2);
});

test("doubled and late news change nothing; after a gap the table is asked for", () => {
  const live = table();
  assert.equal(live.receive(news(5, 5)), null);
  assert.equal(live.receive(news(3, 4)), null);
  assert.equal(live.receive(news(4, 7)), "table", "they overlap");
  assert.equal(live.receive(news(8, 9)), "missing");
  assert.equal(live.version, 7);
  const whole = { ...news(0, 9), t: "table", players: [player(3, "Cleo")], order: [3], places: [1] };
  assert.equal(live.receive(whole), "table");
  assert.deepEqual(live.lines.map(({ name }) => name), ["Cleo"]);
  assert.equal(live.mine, null);
  assert.equal(live.receive({ t: "pong" }), null);
});

test("the page has a part for everybody at every time", () => {
  assert.equal(table().part, "free");
  assert.equal(table({ kind: "robin" }).part, "between");
  assert.equal(table({ paused: true }).part, "paused");
  assert.equal(table({ status: "open" }).part, "open");
  assert.equal(table({}, { game: "g" }).part, "game");
  assert.equal(table({}, { status: "away" }).part, "away");
  assert.equal(table({}, { status: "removed", game: "g" }).part, "removed");
  assert.equal(table({}, { status: null }).part, "join");
  assert.equal(table({ door: false }, { status: null }).part, "shut");
  assert.equal(table({ status: "over" }, { game: "g" }).part, "over");
  const live = table();
  assert.equal(live.receive({ t: "you", you: { ...YOU, status: "away" } }), "you");
  assert.equal(live.part, "away");
});

test("time passes from when it was heard, but not in a pause", () => {
  let now = 1000;
  const clock = () => now;
  const [live, paused] = [table({}, {}, clock), table({ paused: true }, {}, clock)];
  now += 10000;
  assert.equal(live.left, 50000);
  assert.equal(paused.left, 60000);
  live.receive(news(5, 6));
  assert.equal(live.left, 60000);
  now += 100000;
  assert.equal(live.left, 0);
  assert.equal(table({ left: null }).left, null);
  assert.equal(table({ starts_in: 5000, status: "open", left: null }).left, 5000);
  assert.equal(table({ pairing_in: 3000, kind: "robin", left: null }).left, 3000);
});

test("boards have the names of both players", () => {
  assert.deepEqual(table().boards, [{ game: "g", names: ["Ann", "Bo"] }]);
});
