import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveGame } from "../../src/inarow/web/static/live/live.js";

/** Sockets and timers that do only what the test says. */
class FakeWorld {
  constructor() {
    this.sockets = [];
    this.timers = [];
    this.random = () => 0.5;
  }
  open = (url) => {
    const socket = {
      url,
      sent: [],
      closed: false,
      send(text) {
        this.sent.push(JSON.parse(text));
      },
      close() {
        this.closed = true;
      },
    };
    this.sockets.push(socket);
    return socket;
  };
  after = (action, ms) => {
    const timer = { action, ms };
    this.timers.push(timer);
    return timer;
  };
  forget = (timer) => {
    this.timers = this.timers.filter((kept) => kept !== timer);
  };
  get socket() {
    return this.sockets.at(-1);
  }
  /** Lets the only timer of at most `ms` fire. */
  pass(ms) {
    const due = this.timers.filter((timer) => timer.ms <= ms);
    assert.equal(due.length, 1, `timers due: ${due.length}`);
    this.forget(due[0]);
    due[0].action();
    return due[0].ms;
  }
  up() {
    this.socket.onopen({});
  }
  say(frame) {
    this.socket.onmessage({ data: JSON.stringify(frame) });
  }
  cut(code = 1006) {
    this.socket.onclose({ code, reason: "" });
  }
}

const VIEW = {
  id: "g", version: 1, rules: "7x6x4", status: "playing", you: "x", moves: [], discs: {}, last: null, turn: "x",
  legal: [0, 1, 2, 3, 4, 5, 6], can_swap: false, lines: [], outcome: null, clock: null,
  seats: { x: { name: "Ann", kind: "person", here: true }, o: { name: "Bo", kind: "person", here: true } },
  offers: { draw: null, takeback: null, rematch: null }, claim_in: null,
};

/** @param {object} [view] */
function start(view = VIEW) {
  const world = new FakeWorld();
  const told = { changes: 0, states: [], changed: () => told.changes++, state: (state) => told.states.push(state) };
  const clock = { now: 0 };
  const live = new LiveGame({ url: "ws://here/live/game/g", view, told, world, now: () => clock.now });
  live.connection.start();
  world.up();
  return { world, told, live, clock };
}

const move = (version, side, move, cell, more = {}) => ({
  version, kind: "move", side, move, cell, closed: [], turn: side === "x" ? "o" : "x", can_swap: false, clock: null, outcome: null, lines: [], ...more,
});

test("asks for what it lacks: the version it has is in the address", () => {
  const { world } = start();
  assert.equal(world.socket.url, "ws://here/live/game/g?version=1");
});

test("a move counts when it is acknowledged, and the ack brings it", async () => {
  const { world, live } = start();
  const answer = live.play(3);
  const [frame] = world.socket.sent;
  assert.deepEqual([frame.t, frame.move, frame.version], ["move", 3, 1]);
  assert.match(frame.id, /^[0-9a-f]{24}$/);
  assert.equal(live.moving, 3);
  world.say({ t: "ack", id: frame.id, version: 2, event: move(2, "x", 3, "d1") });
  assert.deepEqual(await answer, { ok: true });
  assert.equal(live.moving, null);
  assert.deepEqual(live.view.discs, { d1: "x" });
  assert.equal(live.view.turn, "o");
});

test("a command that was cut off is sent again with the same id", async () => {
  const { world, live } = start();
  const answer = live.play(3);
  const [first] = world.socket.sent;
  world.cut();
  world.pass(1000);
  world.up();
  assert.deepEqual(world.socket.sent, [first]);
  world.say({ t: "ack", id: first.id, version: 2, event: move(2, "x", 3, "d1") });
  assert.deepEqual(await answer, { ok: true });
});

test("a command that nobody answers is sent again, until it is", async () => {
  const { world, live } = start();
  const answer = live.play(3);
  world.pass(2000);
  const [first, second] = world.socket.sent.filter(({ t }) => t === "move");
  assert.deepEqual(second, first);
  world.say({ t: "ack", id: first.id, version: 2, event: move(2, "x", 3, "d1") });
  await answer;
  assert.deepEqual(world.timers.map(({ ms }) => ms), [2500]);
});

test("an ack that comes twice, or after the tail told of it, changes nothing", async () => {
  const { world, live } = start();
  const answer = live.play(3);
  const [{ id }] = world.socket.sent;
  const event = move(2, "x", 3, "d1");
  world.say({ t: "event", event });
  world.say({ t: "ack", id, version: 2, event });
  world.say({ t: "ack", id, version: 2, event });
  assert.deepEqual(await answer, { ok: true });
  assert.deepEqual(live.view.moves, [3]);
});

test("a move that the game has is confirmed, even if the ack was lost", async () => {
  const { world, live } = start();
  const answer = live.play(3);
  world.say({ t: "event", event: move(2, "x", 3, "d1") });
  assert.deepEqual(await answer, { ok: true });
  assert.equal(live.busy, false);
});

test("a doubled or late event changes nothing", () => {
  const { world, live, told } = start();
  world.say({ t: "event", event: move(2, "x", 3, "d1") });
  world.say({ t: "event", event: move(3, "o", 3, "d2") });
  const before = told.changes;
  world.say({ t: "event", event: move(2, "x", 3, "d1") });
  world.say({ t: "event", event: move(3, "o", 3, "d2") });
  assert.equal(told.changes, before);
  assert.deepEqual(live.view.moves, [3, 3]);
});

test("a gap makes it ask for the tail, once, and then it catches up", () => {
  const { world, live } = start();
  world.say({ t: "event", event: move(4, "x", 5, "f1") });
  world.say({ t: "event", event: move(4, "x", 5, "f1") });
  assert.deepEqual(world.socket.sent, [{ t: "tail", version: 1 }]);
  for (const [i, cell] of ["d1", "d2"].entries()) world.say({ t: "event", event: move(2 + i, i % 2 ? "o" : "x", i, cell) });
  assert.equal(live.view.version, 4); // the early one is not forgotten
  assert.deepEqual(Object.keys(live.view.discs), ["d1", "d2", "f1"]);
});

test("a late snapshot is not believed, a newer one is", () => {
  const { world, live } = start({ ...VIEW, version: 5 });
  world.say({ t: "snapshot", game: { ...VIEW, version: 4, turn: "o" } });
  assert.equal(live.view.turn, "x");
  world.say({ t: "snapshot", game: { ...VIEW, version: 6, turn: "o" } });
  assert.equal(live.view.turn, "o");
});

test("events other than moves bring the whole view", () => {
  const { world, live } = start();
  world.say({ t: "event", event: { version: 2, kind: "takeback" }, game: { ...VIEW, version: 2, turn: "o" } });
  assert.equal(live.view.version, 2);
  assert.equal(live.view.turn, "o");
});

test("a refusal is told with its words, and a stale client catches up", async () => {
  const { world, live } = start();
  const answer = live.play(3);
  world.say({ t: "refused", id: world.socket.sent[0].id, code: "stale", text: "The game has moved on.", version: 3 });
  assert.deepEqual(await answer, { ok: false, code: "stale", text: "The game has moved on." });
  assert.deepEqual(world.socket.sent.at(-1), { t: "tail", version: 1 });
  assert.equal(live.busy, false);
});

test("a full column can no longer be chosen, the end ends it", () => {
  const { world, live } = start();
  world.say({ t: "event", event: move(2, "x", 3, "d6", { closed: [3] }) });
  assert.deepEqual(live.view.legal, [0, 1, 2, 4, 5, 6]);
  const outcome = { winner: "o", reason: "line", text: "o wins" };
  world.say({ t: "event", event: move(3, "o", 2, "c1", { turn: null, outcome, lines: [["a1", "b1", "c1", "d1"]] }) });
  assert.equal(live.view.status, "over");
  assert.deepEqual(live.view.legal, []);
});

test("a move answers the other's offers and keeps one's own draw offer", () => {
  const offers = { draw: "x", takeback: "o", rematch: null };
  const { world, live } = start({ ...VIEW, offers });
  world.say({ t: "event", event: move(2, "x", 3, "d1") });
  assert.deepEqual(live.view.offers, { draw: "x", takeback: null, rematch: null });
  world.say({ t: "event", event: move(3, "o", 3, "d2") });
  assert.equal(live.view.offers.draw, null);
});

test("waits longer each time, and starts over when it was heard", () => {
  const { world } = start();
  const waits = [];
  for (let i = 0; i < 8; i++) {
    world.cut();
    waits.push(world.pass(20000));
  }
  assert.deepEqual(waits, [225, 450, 900, 1800, 3600, 6000, 6000, 6000]);
  world.up();
  world.say({ t: "presence", x: true, o: true, claim_in: null });
  world.cut();
  assert.equal(world.pass(20000), 225);
});

test("comes back when a stopping server said, not before", () => {
  const { world } = start();
  world.say({ t: "going", back_in: 500 });
  world.cut(1012);
  assert.equal(world.pass(20000), 725);
});

test("being too fast is answered with a pause", () => {
  const { world } = start();
  world.cut(4429);
  assert.equal(world.pass(20000), 5225);
});

test("does not come back where it is not wanted", () => {
  const { world, told } = start();
  world.cut(4403);
  assert.equal(told.states.at(-1), "refused");
  assert.equal(world.timers.length, 0);
});

test("silence is questioned, and no answer means a new connection", () => {
  const { world, told } = start();
  world.pass(2500);
  assert.deepEqual(world.socket.sent, [{ t: "tail", version: 1 }, { t: "ping", n: 1 }]);
  world.pass(6000);
  assert.equal(told.states.at(-1), "waiting");
  assert.equal(world.socket.closed, true);
  world.pass(1000);
  assert.equal(world.sockets.length, 2);
});

test("an answer to the question is enough", () => {
  const { world, told } = start();
  const lulls = [];
  for (let n = 1; n <= 5; n++) {
    lulls.push(world.pass(24000));
    world.say({ t: "pong", n });
  }
  assert.deepEqual(lulls, [2500, 5000, 10000, 20000, 20000]);
  world.say({ t: "presence", x: true, o: true, claim_in: null });
  assert.equal(world.timers[0].ms, 2500);
  assert.equal(told.states.at(-1), "open");
});

test("does not try while the browser is offline, and does at once when it is back", () => {
  const { world, live, told } = start();
  live.connection.offline();
  assert.equal(told.states.at(-1), "offline");
  assert.equal(world.timers.length, 0);
  void live.play(3); // played without a network: sent later
  live.connection.online();
  world.up();
  assert.equal(world.socket.sent[0].move, 3);
});

test("frames and closes of a connection that was given up are not heard", () => {
  const { world, live } = start();
  const old = world.socket;
  world.cut();
  world.pass(1000);
  world.up();
  old.onmessage({ data: JSON.stringify({ t: "event", event: move(2, "x", 3, "d1") }) });
  old.onclose({ code: 1006, reason: "" });
  assert.equal(live.view.version, 1);
  assert.equal(live.connection.state, "open");
});

test("only the running clock runs down between messages", () => {
  const clock = { base: 60000, increment: 0, x: 50000, o: 60000, running: "x" };
  const { live, clock: time } = start({ ...VIEW, clock });
  time.now = 1500;
  assert.equal(live.left("x"), 48500);
  assert.equal(live.left("o"), 60000);
  time.now = 90000;
  assert.equal(live.left("x"), 0);
});

test("only the one who stays may claim, and the wait runs down", () => {
  const { world, live, clock } = start();
  world.say({ t: "presence", x: true, o: false, claim_in: 30000 });
  clock.now = 10000;
  assert.equal(live.claimLeft, 20000);
  clock.now = 50000;
  assert.equal(live.claimLeft, 0);
  world.say({ t: "presence", x: false, o: true, claim_in: 30000 });
  assert.equal(live.claimLeft, null);
});

test("presence changes who is here, not the version", () => {
  const { world, live } = start();
  world.say({ t: "presence", x: true, o: false, claim_in: 30000 });
  assert.equal(live.view.seats.o.here, false);
  assert.equal(live.view.claim_in, 30000);
  assert.equal(live.view.version, 1);
});

test("a reaction is sent once, and a refusal of it is no answer to a command", () => {
  const { world, live, told } = start();
  const said = [];
  told.reacted = (side, what) => said.push(`${side} ${what}`);
  told.hushed = (text) => said.push(text);
  world.cut();
  assert.equal(live.react("thanks"), false); // there is no line
  world.pass(8000);
  world.up();
  assert.deepEqual(world.socket.sent.filter((frame) => frame.t === "react"), []); // and it is not sent late
  assert.equal(live.react("thanks"), true);
  const sent = world.socket.sent.at(-1);
  assert.equal(sent.what, "thanks");
  assert.equal(live.busy, false);
  world.say({ t: "react", side: "x", what: "thanks" });
  world.say({ t: "refused", id: sent.id, code: "too-fast", text: "Wait.", version: 1 });
  assert.deepEqual(said, ["x thanks", "Wait."]);
});
