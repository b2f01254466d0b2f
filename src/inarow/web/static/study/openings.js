// The opening explorer of the analysis page: every move with its score, and how people's games went on with it.

import { moveLabel, moveName, parseRules } from "../board/cells.js";
import { byId, get, make, Refusal } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./analysis.js").Desk} Desk */
/** @typedef {{move: number, mirror: number | null, games: number, x: number, o: number, draws: number}} Row */
/** @typedef {{games: number, said: string, moves: Row[]}} Opening */

const WAIT = 150; // ms that a position stays before it is asked about

const panel = byId("openings");
const rows = byId("openings-rows");
const said = byId("openings-said");
/** @type {Desk | null} */
let desk = null;
let timer = 0;
let shown = ""; // the address that is asked about or shown
/** @type {Map<string, Opening>} */
const known = new Map();

/** @param {Desk} where */
export function open(where) {
  if (!desk) {
    desk = where;
    where.drawn.add(() => panel.hidden || draw());
  }
  panel.hidden = !panel.hidden;
  byId("explore").setAttribute("aria-expanded", String(!panel.hidden));
  shown = "";
  if (!panel.hidden) draw();
}

function draw() {
  const view = desk?.here.view;
  if (!view) return;
  const { address } = view;
  if (address !== shown) {
    shown = address;
    clearTimeout(timer);
    if (known.has(address)) said.className = "small muted";
    else timer = window.setTimeout(() => void load(address), WAIT);
  }
  const found = known.get(address);
  if (found) said.textContent = found.said;
  list(found);
}

/** @param {string} address */
async function load(address) {
  try {
    const found = /** @type {Opening} */ (await get(`/api/openings/${address}`));
    if (known.size >= 200) known.clear();
    known.set(address, found);
    said.className = "small muted";
  } catch (error) {
    if (address !== shown) return;
    said.className = "error";
    said.textContent = error instanceof Refusal ? error.message : words.server.odd;
  }
  if (address === shown) draw();
}

/** @param {Opening | undefined} found what is known of games; scores are known without them */
function list(found) {
  const view = /** @type {import("./positions.js").View} */ (desk?.here.view);
  const rules = parseRules(view.rules);
  const finding = desk?.finding;
  /** @type {Row[]} */
  const all = found?.moves ?? view.legal.map((move) => ({ move, mirror: null, games: 0, x: 0, o: 0, draws: 0 }));
  const tone = (/** @type {Row} */ row) => {
    const score = finding?.scores[row.move];
    return score ? score.tone * 1000 + (Number.parseFloat(score.label.replace("≈", "")) || 0) : -Infinity;
  };
  const told = all.filter((row) => rules.gravity || row.games || finding?.scores[row.move]);
  told.sort((a, b) => tone(b) - tone(a) || b.games - a.games || a.move - b.move);
  rows.replaceChildren(...told.map((row) => {
    const score = finding?.scores[row.move];
    const label = [row.move, ...(row.mirror === null ? [] : [row.mirror])].map((move) => moveLabel(move, rules)).join(", ");
    const button = make("button", { type: "button", class: "chip numbers", text: label, "aria-label": moveName(row.move, rules) });
    button.addEventListener("click", () => void desk?.go(desk.here.add(row.move)));
    return make("tr", {}, [
      make("th", { scope: "row" }, [button]),
      make("td", { class: score && !score.exact ? "guess" : "", text: score ? score.label : words.board.unknown, title: score?.words }),
      make("td", { text: row.games ? String(row.games) : "" }),
      make("td", {}, row.games ? [results(row)] : []),
    ]);
  }));
}

/** @param {Row} row */
function results({ games, x, o, draws }) {
  const part = (/** @type {number} */ count) => Math.round((100 * count) / games);
  const text = `× ${part(x)}% · = ${part(draws)}% · ○ ${part(o)}%`;
  const bar = make("span", { class: "results", role: "img", "aria-label": text, title: text });
  for (const [side, count] of /** @type {[string, number][]} */ ([["x", x], ["even", draws], ["o", o]])) {
    if (!count) continue;
    const piece = make("i", { class: side, text: part(count) > 20 ? `${part(count)}%` : "" });
    piece.style.flexGrow = String(count);
    bar.append(piece);
  }
  return bar;
}
