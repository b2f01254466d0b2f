// What a game page shows for a view of the game: sentences, seats, actions. No DOM, no rules.

import { cellText, landing, moveText, parseRules, slug } from "../board/cells.js";
import { capital, playerName, words } from "../site/words.js";

/** @typedef {import("./live.js").View} View */
/** @typedef {import("./live.js").Side} Side */
/** @typedef {import("./connection.js").Frame} Frame */
/** @typedef {"takeback" | "draw" | "rematch"} Offer */
/** @typedef {{act: string, text: string, kind?: "primary" | "danger", href?: string, ask?: string, off?: boolean}} Action */

const say = words.game;

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "x" ? "o" : "x");

/**
 * Whether it is for this page to move.
 * @param {View} view
 */
export function isMine(view) {
  return view.status === "playing" && view.turn !== null && (view.you === "both" || view.you === view.turn);
}

/**
 * The view as it will be when *move* has arrived, as far as a page can tell: its disc lies, the other is to move.
 * @param {View} view
 * @param {number | null} move
 * @returns {View}
 */
export function ahead(view, move) {
  const rules = parseRules(view.rules);
  const cell = move === null ? null : landing(rules, view.discs, move);
  if (!cell || !view.turn) return view;
  const discs = { ...view.discs, [cellText(cell)]: view.turn };
  const legal = view.legal.filter((each) => each !== move || (rules.gravity && landing(rules, discs, each)));
  return { ...view, discs, legal, turn: other(view.turn), can_swap: false };
}

/**
 * Who sits below the board: you, else x.
 * @param {View} view
 * @returns {Side}
 */
export function bottomSide(view) {
  return view.you === "o" ? "o" : "x";
}

/**
 * @param {View} view
 * @param {Side} side
 */
export function nameOf(view, side) {
  if (view.you === "both") return say.here[side];
  const { name } = view.seats[side];
  return name === null ? say.open : playerName(name);
}

/**
 * What is going on, in a headline and a line below it.
 * @param {View} view
 * @param {boolean} sending whether a move takes long to arrive
 * @returns {[string, string]}
 */
export function status(view, sending) {
  if (view.status === "open") return openStatus(view);
  if (view.outcome) return [result(view), ending(view.outcome)];
  const turn = /** @type {Side} */ (view.turn);
  const detail = sending ? say.sending : view.can_swap ? (isMine(view) ? say.swapNow : say.swapLater) : view.you === "none" ? say.watching : "";
  if (view.you === "both") return [say.theirTurn(nameOf(view, turn)), detail];
  if (isMine(view)) return [say.yourTurn, detail];
  if (view.failing) return [say.failing(nameOf(view, turn)), say.failingMore];
  const { kind } = view.seats[turn];
  return [kind === "program" ? say.thinking(nameOf(view, turn)) : say.theirTurn(nameOf(view, turn)), detail];
}

/**
 * @param {View} view
 * @returns {[string, string]}
 */
function openStatus(view) {
  if (view.you !== "none") {
    const more = view.clock?.days ? say.waitingDays : view.seek ? say.seekingMore : say.waitingMore;
    return [view.seek ? say.seeking : say.waiting, more];
  }
  const seated = view.seats.x.kind === "open" ? "o" : "x";
  const terms = [view.title, words.rules.clock(view.clock), ...(view.rated ? [words.rules.rated] : []), ...(view.swap ? [words.rules.swap] : [])];
  return [say.invites(view.seats[seated].name && nameOf(view, seated)), terms.join(" · ")];
}

/** @param {import("./live.js").Outcome} outcome */
function ending({ winner, reason, text }) {
  if (reason === "aborted") return ""; // the headline says it
  return `${winner ? text : capital(text)}.`; // names stay as they are
}

/** @param {View} view */
function result(view) {
  const { winner, reason } = /** @type {import("./live.js").Outcome} */ (view.outcome);
  if (reason === "aborted") return say.cancelled;
  if (winner === null) return say.draw;
  if (view.you === "x" || view.you === "o") return winner === view.you ? say.youWin : say.youLose;
  return say.wins(nameOf(view, winner));
}

/**
 * The title of the page's tab.
 * @param {View} view
 */
export function title(view) {
  const [headline] = status(view, false);
  const who = view.status === "open" ? view.title : say.against(nameOf(view, "x"), nameOf(view, "o"));
  return `${headline} · ${who} · inarow`;
}

/**
 * What can be done now.
 * @param {View} view
 * @param {number | null} claimLeft
 * @returns {Action[]}
 */
export function actions(view, claimLeft) {
  if (view.status === "over") return afterwards(view);
  if (view.you === "none" || view.status === "open") return [];
  const shared = view.you === "both";
  const program = !shared && view.seats[other(/** @type {Side} */ (view.you))].kind === "program";
  /** @type {Action[]} */
  const list = [];
  if (view.can_swap && isMine(view)) list.push({ act: "swap", text: say.swap, kind: "primary" });
  if (claimLeft === 0) list.push({ act: "claim win", text: say.claimWin, kind: "primary" }, { act: "claim draw", text: say.claimDraw });
  if (!view.tournament) list.push({ act: "offer takeback", text: say.takeback, off: view.moves.length < (view.you === "o" ? 2 : 1) || asked(view, "takeback") });
  if (!program) list.push({ act: "offer draw", text: shared ? say.agreeDraw : say.offerDraw, off: asked(view, "draw") });
  const early = view.moves.length < 2 && !view.tournament;
  list.push(
    early
      ? { act: "abort", text: say.abort, ask: say.askAbort }
      : { act: "resign", text: say.resign, kind: "danger", ask: say.askResign },
  );
  return list;
}

/**
 * @param {View} view
 * @returns {Action[]}
 */
function afterwards(view) {
  /** @type {Action[]} */
  const list = [];
  const seated = view.you !== "none" && view.seats.x.kind !== "open" && view.seats.o.kind !== "open";
  if (view.tournament) list.push({ act: "table", text: words.tournament.toTable, kind: "primary", href: `/tournament/${view.tournament}` });
  else if (view.rematch) list.push({ act: "next", text: say.nextGame, kind: "primary", href: `/game/${view.rematch}` });
  else if (seated) {
    const people = view.seats.x.kind === "person" && view.seats.o.kind === "person" && view.you !== "both";
    list.push({ act: "offer rematch", text: people ? say.rematch : say.again, kind: "primary", off: asked(view, "rematch") });
  }
  if (view.moves.length > 1) list.push({ act: "learn", text: say.learn, href: `/learn/${view.id}` });
  if (hasLost(view) && view.rules === "7x6x4") list.push({ act: "how", text: say.howToWin, href: "/learn/connect-four" });
  if (view.moves.length > 0) list.push({ act: "analyse", text: say.analyse, href: analysisOf(view) });
  if (!view.tournament) list.push({ act: "new", text: say.newGame, href: "/" });
  return list;
}

/** @param {View} view */
function hasLost({ you, outcome }) {
  return (you === "x" || you === "o") && Boolean(outcome?.winner) && outcome?.winner !== you;
}

/**
 * @param {View} view
 * @param {Offer} what
 */
function asked(view, what) {
  return view.you !== "none" && view.offers[what] === view.you;
}

/** @param {View} view */
export function analysisOf(view) {
  const rules = parseRules(view.rules);
  return `/analysis/${slug(view.rules)}/${view.moves.map((move) => moveText(move, rules)).join("")}?game=${view.id}`;
}

/**
 * The offer that waits for this page's answer.
 * @param {View} view
 * @returns {{what: Offer, text: string} | null}
 */
export function offerTo(view) {
  if (view.you !== "x" && view.you !== "o") return null;
  for (const what of /** @type {Offer[]} */ (["takeback", "draw", "rematch"])) {
    if (what === "rematch" && view.rematch) continue;
    const by = view.offers[what];
    if (by === other(view.you)) return { what, text: say.offers(nameOf(view, by), what) };
  }
  return null;
}

/**
 * The offer of this page that waits for an answer, in words.
 * @param {View} view
 */
export function ownOffer(view) {
  for (const what of /** @type {Offer[]} */ (["takeback", "draw", "rematch"])) {
    if (asked(view, what) && !(what === "rematch" && view.rematch)) return `${say.youOffered(what)} ${say.offered}.`;
  }
  return "";
}

/**
 * What to say aloud about a change: "Ann plays column 3. Your turn."
 * @param {View} view
 * @param {Frame | null} event
 */
export function announcement(view, event) {
  const [headline, detail] = status(view, false);
  if (!event) return view.failing ? `${headline}. ${detail}` : "";
  const end = view.outcome ? `${headline}. ${detail}` : `${headline}.`;
  if (event.kind === "move") return `${say.plays(nameOf(view, event.side), parseRules(view.rules), event.move)} ${end}`;
  const offer = offerTo(view);
  if (event.kind === "offer") return offer ? offer.text : ownOffer(view);
  /** @type {Record<string, string>} */
  const told = { join: say.joined, swap: say.swapped(view.you), takeback: say.takenBack, decline: say.declined };
  return `${told[event.kind] ?? ""} ${end}`.trim();
}

/**
 * What is to be heard of a change.
 * @param {View} view
 * @param {Frame} event
 * @returns {import("../site/cues.js").Cue | null}
 */
export function cueOf(view, event) {
  const { you, outcome } = view;
  if (event.kind === "join") return "start";
  if (event.kind === "offer") return offerTo(view) && "offer";
  if (!outcome || outcome.reason === "aborted" || !["move", "end"].includes(event.kind)) return null;
  if (outcome.winner === null) return "drawn";
  return (you === "x" || you === "o") && outcome.winner !== you ? "lost" : "won";
}

/**
 * The discs after the first *ply* moves, for looking back.
 * @param {View} view
 * @param {number} ply
 * @returns {{discs: Record<string, Side>, last: string | null}}
 */
export function positionAt(view, ply) {
  const rules = parseRules(view.rules);
  /** @type {Record<string, Side>} */
  const discs = {};
  let last = null;
  view.moves.slice(0, ply).forEach((move, i) => {
    const cell = landing(rules, discs, move);
    if (!cell) return;
    last = cellText(cell);
    discs[last] = i % 2 === 0 ? "x" : "o";
  });
  return { discs, last };
}

/**
 * A clock: 4:07, tenths at the end, hours if need be; over days "2d 5h" until an hour is left.
 * @param {number} ms
 * @param {boolean} [overDays]
 */
export function clockText(ms, overDays = false) {
  if (overDays && ms > 3600000) return words.rules.left(Math.ceil(ms / 60000));
  if (ms < 10000) return `0:0${words.rules.tenths(Math.floor(ms / 100) / 10)}`;
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
