// One's own games as they were seen last, on this device, to be read and replayed without a network.
// They belong to whoever the server knew on the last page; for anybody else they are deleted.

import { moveText, parseRules } from "../board/cells.js";

/**
 * A game, with the fields that a list of the API gives it.
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} rules
 * @property {"open" | "playing" | "over"} status
 * @property {"x" | "o" | "both"} you
 * @property {string | null} x
 * @property {string | null} o
 * @property {"x" | "o" | null} winner
 * @property {string | null} reason
 * @property {string | null} text the moves; null if they have not been seen
 * @property {string} created
 */

const PLACE = "own-games";
const MOST = 100;

/** @returns {{person: string, games: Kept[]}} */
function read() {
  try {
    const { person, games } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return { person: String(person ?? ""), games: Array.isArray(games) ? games : [] };
  } catch {
    return { person: "", games: [] };
  }
}

/** The games on this device, newest first. */
export const ownGames = () => read().games;

/**
 * Says whose device this is; the games of somebody else are deleted.
 * @param {string} person the id, or "" for nobody
 */
export function belongTo(person) {
  if (person === read().person) return;
  try {
    if (person) localStorage.setItem(PLACE, JSON.stringify({ person, games: [] }));
    else localStorage.removeItem(PLACE);
  } catch {
    // without storage there is nothing to delete
  }
}

/**
 * Keeps games of the person of this page, unless somebody has signed out meanwhile.
 * @param {Kept[]} fresh
 */
export function rememberGames(fresh) {
  const { person, games } = read();
  if (!person || person !== document.body.dataset.me) return;
  const before = new Map(games.map((game) => [game.id, game]));
  for (const game of fresh) before.set(game.id, { ...game, text: game.text ?? before.get(game.id)?.text ?? null });
  const newest = [...before.values()].sort((one, other) => other.created.localeCompare(one.created)).slice(0, MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify({ person, games: newest }));
  } catch {
    // it is full: those from before stay
  }
}

/**
 * @param {import("../live/live.js").View} view
 * @returns {Kept | null} null if it is not one's own
 */
export function keptOf(view) {
  if (view.you === "none") return null;
  const { id, rules, status, you, seats, outcome, moves, created } = view;
  const text = moves.map((move) => moveText(move, parseRules(rules))).join(""); // the view's is that of its first moment
  return { id, rules, status, you, x: seats.x.name, o: seats.o.name, winner: outcome?.winner ?? null, reason: outcome?.reason ?? null, text, created };
}
