// The table of a tournament on a page: lines that are moved and changed, never drawn anew.

import { make, setText } from "../site/page.js";
import { playerName, words } from "../site/words.js";

/** @typedef {import("./live-table.js").Line} Line */

/**
 * Brings the table up to date; who has the focus in it keeps it.
 * @param {HTMLElement} body
 * @param {Line[]} lines
 * @param {{mine: number | null, robin: boolean, open: boolean}} about places are for when it has started
 */
export function showTable(body, lines, { mine, robin, open }) {
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  for (const row of body.children) if (row instanceof HTMLElement) known.set(row.dataset.number ?? "", row);
  let before = body.firstElementChild;
  for (const line of lines) {
    const row = known.get(String(line.number)) ?? newRow(line, robin);
    known.delete(String(line.number));
    fill(row, line, open ? "" : String(line.place));
    row.classList.toggle("mine", line.number === mine);
    if (row === before) before = before.nextElementSibling;
    else body.insertBefore(row, before);
  }
  for (const row of known.values()) row.remove();
}

/**
 * @param {Line} line
 * @param {boolean} robin
 */
function newRow(line, robin) {
  const cells = [
    make("td"),
    make("th", { scope: "row" }, [make("span", { class: "who" })]),
    make("td", { class: "latest" }),
    make("td"),
    make("td", { class: "points" }),
    ...(robin ? [make("td", { class: "berger" })] : []),
  ];
  return make("tr", { "data-number": String(line.number) }, cells);
}

/**
 * @param {HTMLElement} row
 * @param {Line} line
 * @param {string} at
 */
function fill(row, line, at) {
  const drawn = JSON.stringify([line, at]);
  if (row.dataset.drawn === drawn) return;
  row.dataset.drawn = drawn;
  const [place, who, latest, games, points, berger] = /** @type {HTMLElement[]} */ ([...row.children]);
  setText(place, at);
  setText(/** @type {HTMLElement} */ (who.querySelector(".who")), playerName(line.name));
  showNote(who, line);
  setText(latest, [...line.recent].join(" "));
  setText(games, String(line.games));
  setText(points, String(line.points));
  if (berger) setText(berger, line.berger === null ? "" : String(Math.round(10 * line.berger) / 10));
}

/**
 * What somebody does now, after their name.
 * @param {HTMLElement} who
 * @param {Line} line
 */
function showNote(who, line) {
  const [, ...rest] = who.children;
  for (const node of rest) node.remove();
  while (who.lastChild instanceof Text) who.lastChild.remove();
  if (line.game) {
    const name = make("span", { class: "visually-hidden", text: ` ${playerName(line.name)}` });
    who.append(" ", make("a", { class: "small", href: `/game/${line.game}` }, [words.tournament.playing, name]));
  } else if (line.status !== "in") who.append(" ", make("span", { class: "small muted", text: words.tournament.notes[line.status] }));
}
