import assert from "node:assert/strict";
import { test } from "node:test";
import * as shows from "../../src/inarow/web/static/live/game-view.js";

const person = (name, here = true) => ({ name, kind: "person", here });
const VIEW = {
  id: "g", version: 3, rules: "7x6x4", title: "Connect Four: 7 × 6, 4 in a row", swap: false, visibility: "link", status: "playing", you: "x",
  seats: { x: person("Ann"), o: person("Bo") }, moves: [3, 3], discs: { d1: "x", d2: "o" }, last: "d2", turn: "x",
  legal: [0, 1, 2, 3, 4, 5, 6], can_swap: false, lines: [], outcome: null, clock: null,
  offers: { draw: null, takeback: null, rematch: null }, rematch: null, claim_in: null,
};
const OVER = { ...VIEW, status: "over", turn: null, legal: [], outcome: { winner: "x", reason: "line", text: "Ann wins: four in a row" } };
const acts = (view, claim = null) => shows.actions(view, claim).map(({ act }) => act);

test("the headline says whose turn it is", () => {
  assert.equal(shows.status(VIEW, false)[0], "Your turn");
  assert.equal(shows.status({ ...VIEW, turn: "o" }, false)[0], "Bo to move");
  assert.equal(shows.status({ ...VIEW, you: "both" }, false)[0], "First player to move");
  const program = { ...VIEW, turn: "o", seats: { ...VIEW.seats, o: { name: "level 5", kind: "program", here: true } } };
  assert.equal(shows.status(program, false)[0], "Level 5 is thinking");
});

test("the end is told from where one sits", () => {
  assert.deepEqual(shows.status(OVER, false), ["You win", "Ann wins: four in a row."]);
  assert.equal(shows.status({ ...OVER, you: "o" }, false)[0], "You lose");
  assert.equal(shows.status({ ...OVER, you: "none" }, false)[0], "Ann wins");
  const draw = { ...OVER, outcome: { winner: null, reason: "full", text: "draw: the board is full" } };
  assert.deepEqual(shows.status(draw, false), ["Draw", "Draw: the board is full."]);
  const small = { ...OVER, outcome: { ...OVER.outcome, text: "bo wins: four in a row" } };
  assert.equal(shows.status(small, false)[1], "bo wins: four in a row.");
  const aborted = { ...OVER, outcome: { winner: null, reason: "aborted", text: "cancelled" } };
  assert.deepEqual(shows.status(aborted, false), ["Cancelled", ""]);
});

test("moves are announced with what comes next", () => {
  const event = { t: "", kind: "move", side: "o", move: 2 };
  assert.equal(shows.announcement(VIEW, event), "Bo plays column 3. Your turn.");
  assert.equal(shows.announcement(OVER, { ...event, side: "x" }), "Ann plays column 3. You win. Ann wins: four in a row.");
  const free = { ...VIEW, rules: "15x15x5/free" };
  assert.equal(shows.announcement(free, { ...event, move: 112 }), "Bo plays h8. Your turn.");
});

test("what can be done depends on who one is and how far the game is", () => {
  assert.deepEqual(acts(VIEW), ["offer takeback", "offer draw", "resign"]);
  assert.deepEqual(acts({ ...VIEW, moves: [3] }), ["offer takeback", "offer draw", "abort"]);
  assert.deepEqual(acts({ ...VIEW, you: "none" }), []);
  assert.deepEqual(acts({ ...VIEW, status: "open" }), []);
  const program = { ...VIEW, seats: { ...VIEW.seats, o: { name: "level 5", kind: "program", here: true } } };
  assert.deepEqual(acts(program), ["offer takeback", "resign"]);
  assert.deepEqual(acts({ ...VIEW, can_swap: true })[0], "swap");
});

test("a game can be claimed when the time of waiting is over", () => {
  assert.deepEqual(acts(VIEW, 1000), ["offer takeback", "offer draw", "resign"]);
  assert.deepEqual(acts(VIEW, 0).slice(0, 2), ["claim win", "claim draw"]);
});

test("whoever has lost at Connect Four is shown how to win", () => {
  const lost = { ...OVER, you: "o" };
  assert.deepEqual(acts(lost), ["offer rematch", "learn", "how", "analyse", "new"]);
  assert.equal(shows.actions(lost, null)[2].href, "/learn/connect-four");
  for (const other of [{ you: "x" }, { you: "both" }, { you: "none" }, { rules: "15x15x5/free" }, { outcome: { winner: null, reason: "full", text: "" } }]) {
    assert.ok(!acts({ ...lost, ...other }).includes("how"));
  }
});

test("after the end one plays again, analyses, or goes on to the next game", () => {
  assert.deepEqual(acts(OVER), ["offer rematch", "learn", "analyse", "new"]);
  assert.deepEqual(acts({ ...OVER, rematch: "h" }), ["next", "learn", "analyse", "new"]);
  assert.deepEqual(acts({ ...OVER, you: "none" }), ["learn", "analyse", "new"]);
  assert.equal(shows.analysisOf(OVER), "/analysis/7x6x4/44?game=g");
  assert.equal(shows.analysisOf({ ...OVER, rules: "15x15x5/free", moves: [112, 0] }), "/analysis/15x15x5-free/h8a1?game=g");
});

test("offers of the other side want an answer, one's own are remembered", () => {
  const asked = { ...VIEW, offers: { draw: "o", takeback: null, rematch: null } };
  assert.deepEqual(shows.offerTo(asked), { what: "draw", text: "Bo offers a draw." });
  assert.equal(shows.offerTo({ ...asked, you: "o" }), null);
  assert.equal(shows.offerTo({ ...asked, you: "none" }), null);
  assert.match(shows.ownOffer({ ...asked, you: "o" }), /You offered a draw/);
});

test("a move under way is shown as played", () => {
  const next = shows.ahead(VIEW, 3);
  assert.deepEqual(next.discs, { d1: "x", d2: "o", d3: "x" });
  assert.deepEqual(shows.status(next, false), ["Bo to move", ""]);
  assert.deepEqual(shows.status(next, true), ["Bo to move", "Sending your move…"]);
  assert.equal(shows.isMine(next), false);
  assert.equal(shows.isMine(shows.ahead({ ...VIEW, you: "both" }, 3)), true);
  assert.equal(shows.ahead(VIEW, null), VIEW);
});

test("a column that a move under way fills takes no other", () => {
  const five = { ...VIEW, discs: Object.fromEntries([1, 2, 3, 4, 5].map((row) => [`d${row}`, row % 2 ? "x" : "o"])) };
  assert.deepEqual(shows.ahead(five, 3).legal, [0, 1, 2, 4, 5, 6]);
  assert.deepEqual(shows.ahead({ ...VIEW, rules: "3x3x3/free", discs: {}, legal: [0, 1, 2] }, 1).legal, [0, 2]);
});

test("looking back replays the moves", () => {
  assert.deepEqual(shows.positionAt(VIEW, 1), { discs: { d1: "x" }, last: "d1" });
  assert.deepEqual(shows.positionAt(VIEW, 2), { discs: { d1: "x", d2: "o" }, last: "d2" });
  assert.deepEqual(shows.positionAt(VIEW, 0), { discs: {}, last: null });
});

test("clocks show minutes, hours if need be, tenths at the end", () => {
  assert.equal(shows.clockText(300000), "5:00");
  assert.equal(shows.clockText(59001), "1:00");
  assert.equal(shows.clockText(9340), "0:09.3");
  assert.equal(shows.clockText(0), "0:00.0");
  assert.equal(shows.clockText(3723000), "1:02:03");
});

test("a program that cannot move is told, with what can be done", () => {
  const view = { ...VIEW, turn: "o", failing: true, seats: { ...VIEW.seats, o: { name: "level 3", kind: "program", here: true } } };
  const [headline, detail] = shows.status(view, false);
  assert.equal(headline, "Level 3 cannot move");
  assert.match(detail, /take back/);
  assert.equal(shows.announcement(view, null), `${headline}. ${detail}`);
});

test("in a tournament games are neither cancelled, taken back nor played again", () => {
  const view = { ...VIEW, tournament: "t" };
  assert.deepEqual(acts(view), ["offer draw", "resign"]);
  assert.deepEqual(acts({ ...view, moves: [] }), ["offer draw", "resign"]);
  const over = { ...OVER, tournament: "t" };
  assert.deepEqual(acts(over), ["table", "learn", "analyse"]);
  assert.equal(shows.actions(over, null)[0].href, "/tournament/t");
});

test("a clock over days shows days and hours until an hour is left, then minutes", () => {
  const hour = 3600000;
  assert.equal(shows.clockText(72 * hour, true), "3d");
  assert.equal(shows.clockText(72 * hour - 61000, true), "2d 23h");
  assert.equal(shows.clockText(24 * hour, true), "1d");
  assert.equal(shows.clockText(5 * hour + 12 * 60000, true), "5h 12m");
  assert.equal(shows.clockText(hour + 1, true), "1h 1m");
  assert.equal(shows.clockText(hour, true), "1:00:00");
  assert.equal(shows.clockText(42 * 60000, true), "42:00");
  assert.equal(shows.clockText(72 * hour), "72:00:00");
});

test("whoever waits for an opponent over days need not stay", () => {
  const open = { ...VIEW, status: "open", turn: null, clock: { base: 1, increment: 0, days: 3, x: 1, o: 1, running: null } };
  assert.match(shows.status(open, false)[1], /need not stay/);
});
