// The game page: brings the live game, the board and the parts around it together.

import "../board/board.js";
import { parseRules } from "../board/cells.js";
import { showActions, showClocks, showSeats, Sheet } from "./game-parts.js";
import * as shows from "./game-view.js";
import { LiveGame } from "./live.js";
import { countPeople, keepLooking, ledTo } from "./waiting.js";
import { keptOf, rememberGames } from "../offline/own-games.js";
import { byId, pageState, post, setText, socketUrl, toast } from "../site/page.js";
import { give, wireBoard } from "../site/cues.js";
import { notify } from "../site/notify.js";
import { isOn } from "../site/settings.js";
import { wireCopying, wireSharing } from "../site/share.js";
import { setTitle } from "../site/title.js";
import { showPanel, wireTabs } from "../site/tabs.js";
import { words } from "../site/words.js";
import { returnSoon } from "../tournaments/return.js";

/** @typedef {import("./live.js").View} View */
/** @typedef {import("./connection.js").Frame} Frame */

/** @type {{view: View, invite: string | null, link: string, looking: string | null}} */
const given = pageState();
const board = /** @type {import("../board/board.js").BoardElement} */ (byId("board"));
const query = given.invite ? `?invite=${encodeURIComponent(given.invite)}` : "";
const live = new LiveGame({
  url: socketUrl(`/live/game/${given.view.id}${query}`),
  view: given.view,
  told: { changed: ({ event }) => changed(event), state: connection, reacted: (side, what) => reactions?.showReaction(view(), side, what), hushed: toast },
});
const PLAIN_ICON = document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "";
const DOUBLE = 400; // milliseconds between the two presses of a double click, at most
const sheet = new Sheet((ply) => lookAt(ply));
const heard = { warned: Infinity, barTimer: 0, mine: shows.isMine(given.view), over: given.view.status === "over" };
const sending = { slow: false, at: 0, move: -1 }; // the last move of this page
let clicks = 1; // in quick succession, at the same place
/** @type {{move: number, ply: number} | null} a move that was chosen before it is its turn, and after how many */
let plan = null;
/** @type {typeof import("./reactions.js") | null | undefined} fetched when there are two people */
let reactions;
/** @type {number | null} the position that is looked back at; null: the game as it is */
let back = null;

/** @returns {View} */
function view() {
  return /** @type {View} */ (live.view);
}

/** @param {Frame | null} event */
function changed(event) {
  if (event) back = null;
  if (event && ["takeback", "swap", "end"].includes(event.kind)) plan = null;
  const said = shows.announcement(view(), event);
  if (said) byId("say").textContent = said;
  if (event?.kind === "decline" && view().you === shows.other(event.side)) toast(words.game.refused(event.what));
  if (event?.kind === "swap") toast(words.game.swapped(view().you));
  const led = ledTo(view());
  if (led) return location.replace(led);
  if (event?.kind === "rematch" && view().rematch && view().you !== "none") location.assign(`/game/${view().rematch}`);
  carryOn();
  show();
  if (view().status === "over" && !heard.over) ended();
  const cue = event && shows.cueOf(view(), event);
  if (cue) queueMicrotask(() => giveAfterFall(cue)); // the board draws before
  tellTurn();
}

/** The game is over: it is kept on this device, and a tournament goes on. */
function ended() {
  heard.over = true;
  takeAlong();
  const { tournament, you, id } = view();
  if (tournament && you !== "none") returnSoon(tournament, id);
}

/**
 * Gives a cue when the disc that is the reason for it lies.
 * @param {import("../site/cues.js").Cue} cue
 */
function giveAfterFall(cue) {
  if (board.falling) board.addEventListener("landed", () => give(cue), { once: true });
  else give(cue);
}

/** Says so when it has become our turn and nobody looks. */
function tellTurn() {
  const mine = shows.isMine(view());
  if (mine && !heard.mine && document.hidden && view().you !== "both" && isOn("notify")) notify(shows.title(view()), view().id);
  heard.mine = mine;
}

function show() {
  const game = shows.ahead(view(), live.moving);
  showBoard(game);
  showSeats(game);
  showReactions(game);
  showClocks(live);
  sheet.update(game, back ?? game.moves.length);
  showStatus(game);
  showOffer(game);
  if (board.chosen === null) showActions(shows.actions(game, live.claimLeft));
  byId("invite").hidden = game.seek || !(game.status === "open" && game.you !== "none");
  byId("seeking").hidden = !(game.seek && game.status === "open" && game.you !== "none");
  document.getElementById("accept")?.toggleAttribute("hidden", !(game.status === "open" && game.you === "none"));
  byId("game").dataset.status = game.status;
  byId("game").dataset.shown = "";
  setTitle(shows.title(game));
  showIcon(shows.isMine(game) && game.you !== "both");
}

/** @param {View} game */
function showReactions(game) {
  if (reactions) return reactions.showReactions(game);
  const between = game.you !== "both" && game.seats.x.kind === "person" && game.seats.o.kind === "person";
  if (reactions === null || !between) return;
  reactions = null; // on its way
  import("./reactions.js").then(
    (module) => {
      reactions = module;
      module.wireReactions(live);
      show();
    },
    () => (reactions = undefined), // the network is away; the next change tries again
  );
}

/** @param {boolean} turn whether the tab is to say that it is for us to move */
function showIcon(turn) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  const wanted = turn ? (icon.dataset.turn ?? "") : PLAIN_ICON;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

/** @param {View} game */
function showBoard(game) {
  const { discs, last } = back === null ? game : shows.positionAt(game, back);
  const now = back === null && shows.isMine(game);
  const planning = !now && back === null && game.status === "playing" && game.you !== "none" && isOn("premove");
  board.show({
    rules: game.rules,
    discs,
    last,
    turn: planning && (game.you === "x" || game.you === "o") ? game.you : game.turn,
    planning,
    planned: plan?.move ?? null,
    legal: game.you === "none" ? null : now || planning ? game.legal : [],
    lines: back === null ? game.lines : [],
    confirm: isOn("confirm"),
  });
}

/** @param {View} game */
function showStatus(game) {
  const [headline, detail] = shows.status(game, sending.slow);
  const gone = live.claimLeft;
  const them = game.you === "x" || game.you === "o" ? shows.nameOf(game, shows.other(game.you)) : "";
  let more = shows.ownOffer(game) || detail;
  if (back !== null) more = words.game.lookingBack(back, game.moves.length);
  else if (board.chosen !== null) more = words.game.chosen;
  else if (plan) more = words.game.planned(parseRules(game.rules), plan.move);
  else if (gone !== null && them && game.status === "playing") {
    more = gone > 0 ? words.game.gone(them, Math.ceil(gone / 1000)) : words.game.claimable(them);
  }
  setText(byId("headline"), headline);
  setText(byId("detail"), more);
  byId("unrated").hidden = !game.unrated;
  setText(byId("unrated"), game.unrated ?? "");
  setText(byId("watching"), words.game.watchers(game.watching));
  setText(byId("fact-rules"), [game.title, ...(game.rated ? [words.rules.rated] : []), ...(game.swap ? [words.rules.swap] : [])].join(", "));
  setText(byId("fact-clock"), words.rules.clock(game.clock));
  setText(byId("fact-visibility"), words.game.visibility[game.visibility]);
}

/** @param {View} game */
function showOffer(game) {
  const offer = shows.offerTo(game);
  const box = byId("offer");
  box.hidden = !offer;
  box.dataset.what = offer?.what ?? "";
  setText(byId("offer-text"), offer?.text ?? "");
}

/** @param {number} ply */
function lookAt(ply) {
  const most = view().moves.length;
  const wanted = Math.max(0, Math.min(most, ply));
  back = wanted === most ? null : wanted;
  board.cancel();
  show();
}

/**
 * Plays a move, or keeps it until it is its turn.
 * @param {number} move
 */
function take(move) {
  const { you, moves } = view();
  const again = you !== "both" && move === sending.move && performance.now() - sending.at < DOUBLE;
  if (again && clicks > 1) return; // a double click, which is meant as one
  if (live.moving === null && shows.isMine(view())) return void play(move);
  if (again) return; // a press that bounced
  const ply = moves.length + (live.moving === null ? 0 : 1) + (you === "both" ? 0 : 1);
  plan = plan?.move === move && you !== "both" ? null : { move, ply };
  show();
}

/** Gives up the move that was chosen before its turn. */
function forget() {
  plan = null;
  show();
}

/** Plays the move that was chosen before, if it is its turn now. */
function carryOn() {
  if (view().status === "over") plan = null;
  if (!plan || live.moving !== null || view().moves.length < plan.ply) return;
  const { move, ply } = plan;
  plan = null;
  if (view().moves.length === ply && shows.isMine(view()) && view().legal.includes(move)) void play(move);
}

/** @param {number} move */
async function play(move) {
  Object.assign(sending, { at: performance.now(), move });
  const slow = window.setTimeout(() => {
    sending.slow = true;
    show();
  }, 400);
  const answer = live.play(move);
  show(); // the disc falls at once; it stays when the server has stored it
  const told = await answer;
  clearTimeout(slow);
  sending.slow = false;
  if (!told.ok) plan = null; // it was chosen for the position after this move
  carryOn();
  tell(told);
}

/** @param {import("./live.js").Answer} answer */
function tell(answer) {
  if (!answer.ok) toast(answer.text);
  show();
}

/** @param {HTMLElement} button */
async function act(button) {
  const [t, what] = (button.dataset.act ?? "").split(" ");
  if (button.getAttribute("aria-disabled") === "true" || button instanceof HTMLAnchorElement) return;
  if (t === "play") return board.commit();
  if (t === "cancel") return board.cancel();
  if (button.dataset.ask && !(await ask(button.dataset.ask, button.textContent ?? ""))) return;
  button.setAttribute("aria-busy", "true");
  tell(await live.act(t, what ? { what } : {}));
  button.removeAttribute("aria-busy");
}

/**
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
function ask(text, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
  byId("ask-text").textContent = text;
  byId("ask-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

/** @param {boolean} yes */
async function answerOffer(yes) {
  const what = byId("offer").dataset.what;
  tell(await live.act("answer", { what, yes }));
}

/** @param {HTMLFormElement} form */
async function accept(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.setAttribute("aria-busy", "true");
  try {
    await post(`/api/games/${given.view.id}/join${query}`, {}, words.game.joinFailed);
    location.reload(); // now with a seat, and with the cookie that says whose it is
  } catch (error) {
    button.removeAttribute("aria-busy");
    toast(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {import("./connection.js").State} state
 * @param {number} code
 */
function connection(state, code) {
  const bar = byId("bar");
  clearTimeout(heard.barTimer);
  if (state === "open") {
    if (!bar.hidden) toast(words.line.back);
    bar.hidden = true;
    return;
  }
  const text = state === "offline" ? words.line.offline : state === "refused" ? (words.line.codes[code] ?? words.line.refused) : words.line.waiting;
  const tellIt = () => {
    bar.hidden = false;
    setText(byId("bar-text"), text);
    byId("bar-retry").hidden = state === "refused" || state === "offline";
  };
  if (state === "refused" || state === "offline" || !bar.hidden) tellIt();
  else heard.barTimer = window.setTimeout(tellIt, 1500); // a hiccup needs no words
}

/** Keeps the game on this device as it is now, if it is one's own. */
function takeAlong() {
  const kept = keptOf(view());
  if (kept) rememberGames([kept]);
}

function tick() {
  const game = shows.ahead(view(), live.moving);
  const mine = game.you === "x" || game.you === "o" ? live.left(game.you) : null;
  showClocks(live);
  if (live.claimLeft !== null && game.status === "playing") {
    showStatus(game);
    if (board.chosen === null) showActions(shows.actions(game, live.claimLeft));
  }
  if (mine !== null && game.clock?.running === game.you) {
    for (const limit of [30000, 10000]) {
      if (mine > limit || heard.warned <= limit) continue;
      byId("say").textContent = words.game.secondsLeft(limit / 1000);
      if (limit === 10000) give("hurry");
    }
    heard.warned = mine;
  }
  const running = game.clock?.running;
  const left = running ? (live.left(running) ?? 0) : 0;
  window.setTimeout(tick, running && left < 10500 ? 100 : 250);
}

function wire() {
  board.addEventListener("play", (event) => take(/** @type {CustomEvent} */ (event).detail.move));
  board.addEventListener("click", (event) => (clicks = event.detail), { capture: true });
  wireBoard(board);
  board.addEventListener("choose", (event) => chosen(/** @type {CustomEvent} */ (event).detail.move));
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("[data-act]");
    if (button instanceof HTMLElement) void act(button);
    const step = target?.closest("[data-step]");
    if (step instanceof HTMLElement) lookBy(step.dataset.step ?? "");
  });
  byId("offer-yes").addEventListener("click", () => void answerOffer(true));
  byId("offer-no").addEventListener("click", () => void answerOffer(false));
  byId("bar-retry").addEventListener("click", () => live.connection.online());
  const form = document.getElementById("accept");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void accept(/** @type {HTMLFormElement} */ (form));
  });
  addEventListener("look", show);
  addEventListener("pagehide", takeAlong);
  addEventListener("online", () => live.connection.online());
  addEventListener("offline", () => live.connection.offline());
  document.addEventListener("visibilitychange", () => document.hidden || live.connection.check());
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, textarea, select, dialog, ir-board, [role=tablist]")) return;
    const step = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (event.key === "Escape" && plan) forget();
    if (!step) return void board.key(event);
    event.preventDefault();
    lookBy(step);
  });
  for (const list of document.querySelectorAll('[role="tablist"]')) wireTabs(/** @type {HTMLElement} */ (list), showPanel);
  wireCopying();
  wireSharing();
}

/** @param {number | null} move */
function chosen(move) {
  if (move === null) return show();
  const rules = parseRules(view().rules);
  showActions([
    { act: "cancel", text: words.game.cancel },
    { act: "play", text: words.game.playMove(rules, move), kind: "primary" },
  ]);
  showStatus(shows.ahead(view(), live.moving));
}

/** @param {string} step */
function lookBy(step) {
  const at = back ?? view().moves.length;
  lookAt({ first: 0, back: at - 1, forward: at + 1, last: Infinity }[step] ?? at);
}

wire();
show();
takeAlong();
tick();
if (navigator.onLine) live.connection.start();
else live.connection.offline();
if (given.view.seek) countPeople();
if (given.looking) keepLooking(given.looking);
