// The page without a network: a board for two, or one of one's games step by step, and what else is on this device.

import "../board/board.js";
import { parseRules } from "../board/cells.js";
import { ownGames } from "./own-games.js";
import { stocked } from "./puzzle-stock.js";
import { watchReach } from "./reach.js";
import { movesOf, positionAfter } from "./shared-game.js";
import { give, wireBoard } from "../site/cues.js";
import { byId, make, setText } from "../site/page.js";
import { keep, kept } from "../site/settings.js";
import { locale } from "../site/language.js";
import { playerName, words } from "../site/words.js";

/** @typedef {import("./own-games.js").Kept} Kept */
/** @typedef {{moves: number[], before: number[]}} Game before: the moves of the game that a new one took the place of */

const PLACE = "game-for-two";
const say = words.offline;
const board = /** @type {import("../board/board.js").BoardElement} */ (byId("board"));
const rulesBox = byId("rules", HTMLSelectElement);
const path = location.pathname;
const games = ownGames();
const shown = path.startsWith("/game/") ? (games.find((game) => path === `/game/${game.id}`) ?? null) : null;
const isHome = path === "/" || path === "/offline";
const mode = shown?.text ? "replay" : path === "/history" ? "games" : isHome ? "board" : "sorry";

// -- the board for two ----------------------------------------------------------------------------

/** @type {{rules: string, games: Record<string, Game>}} a game on each board, so that none is lost */
const table = readTable();

function readTable() {
  try {
    const found = JSON.parse(kept(PLACE) || "{}");
    return { rules: String(found.rules ?? ""), games: { ...found.games } };
  } catch {
    return { rules: "", games: {} };
  }
}

/** @returns {Game} */
function game() {
  const { moves = [], before = [] } = table.games[rulesBox.value] ?? {};
  return { moves, before };
}

/** @param {Game} next */
function change(next) {
  table.rules = rulesBox.value;
  table.games[table.rules] = next;
  keep(PLACE, JSON.stringify(table));
  showTable();
}

function showTable() {
  const rules = parseRules(rulesBox.value);
  const { moves, before } = game();
  const { discs, last, turn, legal, lines } = positionAfter(rules, moves);
  board.show({ rules: rulesBox.value, discs, last, turn, legal, lines });
  const winner = lines.length ? discs[/** @type {string} */ (last)] : null;
  setText(byId("headline"), turn ? words.game.theirTurn(words.sideName(turn)) : winner ? words.game.wins(words.sideName(winner)) : words.game.draw);
  byId("undo", HTMLButtonElement).disabled = !moves.length && !before.length;
  byId("new", HTMLButtonElement).disabled = !moves.length;
  byId("new").classList.toggle("primary", !turn);
}

/** @param {number} move */
function play(move) {
  const { moves } = game();
  const rules = parseRules(rulesBox.value);
  if (!positionAfter(rules, moves).legal.includes(move)) return;
  change({ moves: [...moves, move], before: [] });
  const { turn, lines } = positionAfter(rules, game().moves);
  if (!turn) queueMicrotask(() => board.addEventListener("landed", () => give(lines.length ? "won" : "drawn"), { once: true }));
}

function undo() {
  const { moves, before } = game();
  change(moves.length ? { moves: moves.slice(0, -1), before: [] } : { moves: before, before: [] });
}

function wireTable() {
  const has = [...rulesBox.options].some((option) => option.value === table.rules);
  if (has) rulesBox.value = table.rules;
  rulesBox.addEventListener("change", () => change(game()));
  board.addEventListener("play", (event) => play(/** @type {CustomEvent<{move: number}>} */ (event).detail.move));
  byId("undo").addEventListener("click", undo);
  byId("new").addEventListener("click", () => change({ moves: [], before: game().moves }));
  showTable();
}

// -- one of one's games ---------------------------------------------------------------------------

/** @param {Kept} one */
function wireReplay(one) {
  const rules = parseRules(one.rules);
  const moves = movesOf(one.text ?? "", rules);
  let at = moves.length;
  /** @param {number} to */
  const show = (to) => {
    at = Math.max(0, Math.min(moves.length, to));
    const { discs, last, lines } = positionAfter(rules, moves.slice(0, at));
    board.show({ rules: one.rules, discs, last, lines, turn: null, legal: [] });
    setText(byId("place"), words.game.lookingBack(at, moves.length));
  };
  /** @param {string | undefined} step */
  const go = (step) => show({ first: 0, back: at - 1, forward: at + 1, last: moves.length }[step ?? ""] ?? at);
  byId("steps").hidden = false;
  byId("steps").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) go(button.dataset.step);
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const step = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, select, dialog, [popover]")) return;
    event.preventDefault();
    go(step);
  });
  show(at);
}

// -- what is on this device -----------------------------------------------------------------------

/** @param {Kept} one @returns {[string, string]} */
const nameBoth = ({ x, o }) => [x === null ? say.somebody : playerName(x), o === null ? say.somebody : playerName(o)];

/** @param {Kept} one */
const players = (one) => (one.you === "both" ? say.twoHere : words.game.against(...nameBoth(one)));

/** @param {Kept} one */
function resultOf(one) {
  if (one.status !== "over") return one.status === "open" ? say.waiting : say.going;
  if (one.reason === "aborted") return words.game.cancelled;
  if (one.winner === null) return words.game.draw;
  if (one.you === "both") return words.game.wins(words.sideName(one.winner));
  return one.winner === one.you ? words.game.youWin : words.game.youLose;
}

const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

/** @param {Kept} one */
function link(one) {
  const details = [resultOf(one), dates.format(new Date(one.created)), ...(one.text ? [] : [say.noMoves])].join(" · ");
  const made = make("a", { href: `/game/${one.id}` }, [make("strong", { text: players(one) }), make("span", { class: "small muted", text: details })]);
  if (one === shown) made.setAttribute("aria-current", "page");
  return make("li", {}, [made]);
}

function showLists() {
  byId("games").replaceChildren(...games.map(link));
  byId("no-games").hidden = games.length > 0;
  const puzzles = stocked().length;
  setText(byId("puzzles-text"), say.puzzles(puzzles));
  byId("to-puzzles").hidden = puzzles === 0;
}

// -- where one is ---------------------------------------------------------------------------------

function showPlace() {
  byId("page").dataset.mode = mode;
  if (shown && mode === "replay") return head(players(shown), [resultOf(shown), dates.format(new Date(shown.created)), say.asSeen].join(" · "));
  if (mode === "games") return head(say.games, say.gamesMore);
  if (mode === "sorry") return path.startsWith("/game/") ? head(say.noGame, say.noGameMore) : head(say.sorry, say.sorryMore);
}

/**
 * @param {string} heading
 * @param {string} about
 */
function head(heading, about) {
  setText(byId("heading"), heading);
  setText(byId("about"), about);
  document.title = `${heading} - inarow`;
}

/** @param {boolean} isThere whether the site can be reached */
function showReach(isThere) {
  const wasAway = !byId("away").hidden;
  if (isThere && wasAway && mode === "sorry") return location.reload();
  if (isThere && !wasAway && isHome) return; // opened on purpose
  byId("away").hidden = false;
  setText(byId("away-text"), isThere ? say.back : navigator.onLine ? say.unreachable : say.offline);
  setText(byId("retry"), isThere ? say.open : say.retry);
  byId("retry").dataset.there = String(isThere);
}

const look = watchReach(showReach);
byId("retry").addEventListener("click", async () => {
  if (byId("retry").dataset.there === "true") return void location.assign(isHome ? "/" : location.href);
  byId("retry").setAttribute("aria-busy", "true");
  await look();
  byId("retry").removeAttribute("aria-busy");
});
wireBoard(board);
showPlace();
showLists();
if (shown && mode === "replay") wireReplay(shown);
else if (mode !== "games") wireTable();
