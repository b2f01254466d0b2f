// Home: the first disc on the board makes a game; the form makes the others.

import "../board/board.js";
import { cellText, landing, parseRules, slug } from "../board/cells.js";
import { wireLobby } from "./lobby.js";
import { newGame, rulesOf, wish } from "./new-game.js";
import { wireBoard } from "../site/cues.js";
import { byId, get, pageState, post, setText } from "../site/page.js";
import { keep, kept } from "../site/settings.js";
import { words } from "../site/words.js";

const board = /** @type {import("../board/board.js").BoardElement} */ (byId("board"));
const invitation = byId("more").textContent ?? "";
const form = /** @type {HTMLFormElement} */ (byId("new"));

const perfect = byId("perfect", HTMLInputElement);
/** @type {{missing: Record<string, string>, ratings: Record<string, number>, unrated: string | null}} */
const UNKNOWN = { missing: {}, ratings: {}, unrated: null };
/** @type {Map<string, typeof UNKNOWN>} who can play and is how strong, by rules */
const known = new Map();

/** The form's entries; unchecked boxes are not among them. */
function entries() {
  return new Map([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function show() {
  showOpponents(rulesOf(entries()));
  const asked = entries();
  showLevel(asked.get("level") ?? "", rulesOf(asked));
  const chosen = [...form.querySelectorAll(".options [type=radio]:checked")].map((input) => input.parentElement?.textContent ?? "");
  setText(byId("chosen"), chosen.join(", "));
  showBoard(rulesOf(asked));
}

/**
 * Offers the opponents that there are on a board, as soon as the server has said which.
 * @param {string} rules
 */
function showOpponents(rules) {
  if (!known.has(rules) && isWhole(rules)) void learn(rules);
  const { missing, unrated } = known.get(rules) ?? UNKNOWN;
  const why = missing.perfect ?? "";
  perfect.disabled = Boolean(why);
  byId("level").toggleAttribute("disabled", perfect.checked && !why);
  byId("no-opponent").hidden = !why;
  setText(byId("no-opponent"), why);
  byId("rated", HTMLInputElement).disabled = Boolean(unrated);
  setText(byId("rated-more"), unrated ?? byId("rated-more").dataset.text ?? "");
}

/**
 * @param {string} level
 * @param {string} rules
 */
function showLevel(level, rules) {
  const rating = known.get(rules)?.ratings[level === "perfect" ? level : `level ${level}`];
  const small = document.createElement("small");
  small.textContent = rating === undefined ? "" : ` · ${rating}`;
  byId("level-text").replaceChildren(words.home.level(level), small);
}

/** @param {string} rules */
async function learn(rules) {
  known.set(rules, UNKNOWN); // asked once; what there is not is refused anyway
  const answer = await get(`/api/boards/${slug(rules)}`).catch(() => null);
  if (!answer) return void known.delete(rules);
  known.set(rules, answer);
  if (rulesOf(entries()) === rules) show();
}

/** @param {string} text */
function isWhole(text) {
  const match = /^(\d+)x(\d+)x(\d+)(\/free)?$/.exec(text);
  return Boolean(match && fits(match.slice(1, 4).map(Number)));
}

/** @param {string} text */
function showBoard(text) {
  if (!isWhole(text)) return; // half-typed numbers
  const rules = parseRules(text);
  const count = rules.gravity ? rules.width : rules.width * rules.height;
  board.show({ rules: text, discs: {}, last: null, turn: "x", legal: Array.from({ length: count }, (_, i) => i) });
}

/** @param {number[]} size */
function fits([width, height, k]) {
  return width >= 3 && width <= 18 && height >= 3 && height <= 18 && k >= 3 && k <= 6;
}

/**
 * Plays the first move on the board of this page; the game goes on at its own address.
 * @param {number} move
 */
async function begin(move) {
  const rules = parseRules(board.rules);
  const cell = landing(rules, {}, move);
  if (!cell) return;
  const name = cellText(cell);
  board.show({ discs: { [name]: "x" }, last: name, legal: [] });
  setText(byId("more"), words.home.starting);
  const then = async (/** @type {any} */ game) => void (await post(`/api/games/${game.id}/move`, { move }, words.home.failed));
  await make({ ...newGame(entries(), "computer"), side: "x" }, { then });
}

/**
 * Makes a game, or finds one, and goes there.
 * @param {object} wanted
 * @param {{path?: string, then?: (game: any) => Promise<void>}} [how]
 */
async function make(wanted, { path = "/api/games", then } = {}) {
  const problem = byId("problem");
  problem.hidden = true;
  try {
    const game = await post(path, wanted, navigator.onLine ? words.home.failed : words.home.offline);
    await then?.(game);
    location.assign(`/game/${game.id}${game.invite ? `?invite=${encodeURIComponent(game.invite)}` : ""}`);
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
    problem.hidden = false;
    setText(byId("more"), invitation);
    show();
  }
}

/** @param {HTMLElement} button */
async function submit(button) {
  button.setAttribute("aria-busy", "true");
  const kind = button.getAttribute("value") ?? "friend";
  if (kind === "lobby") await make(wish(entries()), { path: "/api/pair" });
  else await make(newGame(entries(), kind));
  button.removeAttribute("aria-busy");
}

/** What was chosen the last time, as far as there still is such a choice. */
function recall() {
  const chosen = new URLSearchParams(kept("new-game"));
  for (const field of form.elements) {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue;
    const value = chosen.get(field.name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = chosen.size ? value === field.value : field.defaultChecked;
    else if (value === null || (field.type === "range" && !Number(value))) continue;
    else if (field instanceof HTMLSelectElement) field.selectedIndex = Math.max(0, [...field.options].findIndex((option) => option.value === value));
    else if (field.type === "radio") field.checked ||= value === field.value;
    else field.value = value;
  }
}

form.addEventListener("input", () => {
  keep("new-game", new URLSearchParams([...entries()]).toString());
  show();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit(/** @type {HTMLElement} */ (event.submitter));
});
board.addEventListener("play", (event) => void begin(/** @type {CustomEvent} */ (event).detail.move));
wireBoard(board);
addEventListener("pageshow", (event) => event.persisted && show()); // back from the game
recall();
show();
wireLobby(pageState().lobby);
