// What the form on the home page asks for, as the server wants it. No DOM: a form's entries come in.

/** @typedef {{rules: string, swap: boolean, rated: boolean, visibility: string, side: string, opponent: string, base: number | null, increment: number | null, days: number | null}} NewGame */

/**
 * The rules that the form names, as "9x6x4" or "15x15x5/free".
 * @param {Map<string, string>} entries
 */
export function rulesOf(entries) {
  const rules = entries.get("rules") ?? "7x6x4";
  if (rules !== "custom") return rules.replace("-", "/");
  const size = ["width", "height", "k"].map((name) => entries.get(name)).join("x");
  return entries.has("gravity") ? size : `${size}/free`;
}

/**
 * @param {Map<string, string>} entries
 * @param {string} kind the button that was pressed: friend, computer, both
 * @returns {NewGame}
 */
export function newGame(entries, kind) {
  const level = entries.get("level") ?? "4";
  /** @type {Record<string, string>} */
  const opponents = { computer: level === "perfect" ? level : `level ${level}`, both: "self" };
  return {
    rules: rulesOf(entries),
    swap: entries.has("swap"),
    rated: entries.has("rated") && kind !== "both",
    visibility: entries.get("visibility") ?? "link",
    side: entries.get("side") ?? "random",
    opponent: opponents[kind] ?? "friend",
    ...clockOf(entries.get("clock") ?? "none"),
  };
}

/**
 * What to look for in an opponent: neither side nor spectators are chosen.
 * @param {Map<string, string>} entries
 */
export function wish(entries) {
  const { rules, swap, rated, base, increment, days } = newGame(entries, "friend");
  return { rules, swap, rated, base, increment, days };
}

/**
 * Milliseconds from "300+3", which is in seconds; days for each move from "3d".
 * @param {string} text
 * @returns {{base: number | null, increment: number | null, days: number | null}}
 */
function clockOf(text) {
  const match = /^(\d+)\+(\d+)$/.exec(text);
  const days = /^(\d)d$/.exec(text);
  const [base, increment] = match ? [Number(match[1]) * 1000, Number(match[2]) * 1000] : [null, null];
  return { base, increment, days: days ? Number(days[1]) : null };
}
