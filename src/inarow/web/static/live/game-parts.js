// The parts of a game page around the board: seats, the sheet of moves, the bar of actions.

import { moveLabel, parseRules } from "../board/cells.js";
import { bottomSide, clockText, nameOf, other } from "./game-view.js";
import { byId, setText } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./live.js").View} View */
/** @typedef {import("./live.js").LiveGame} LiveGame */
/** @typedef {import("./live.js").Side} Side */
/** @typedef {import("./game-view.js").Action} Action */

/** @param {View} view */
export function showSeats(view) {
  const bottom = bottomSide(view);
  showSeat(byId("seat-bottom"), view, bottom);
  showSeat(byId("seat-top"), view, other(bottom));
}

/**
 * @param {HTMLElement} element
 * @param {View} view
 * @param {Side} side
 */
function showSeat(element, view, side) {
  const { kind, here } = view.seats[side];
  const you = view.you === side;
  const away = kind === "person" && !here && !view.clock?.days && !you && view.you !== "both" && view.status === "playing";
  const note = you ? words.game.you : away ? words.game.away : "";
  element.dataset.side = side;
  element.classList.toggle("on", view.turn === side);
  element.classList.toggle("won", view.outcome?.winner === side);
  element.classList.toggle("away", away);
  element.classList.toggle("open", kind === "open");
  const { rating } = view.seats[side];
  showRating(/** @type {HTMLElement} */ (element.querySelector(".seat-rating")), view.you === "both" ? null : rating);
  const strength = rating && view.you !== "both" ? words.rules.rating(rating) : "";
  element.setAttribute("aria-label", [side, nameOf(view, side), strength, note].filter(Boolean).join(", "));
  setText(/** @type {HTMLElement} */ (element.querySelector(".seat-name")), nameOf(view, side));
  setText(/** @type {HTMLElement} */ (element.querySelector(".seat-note")), note);
}

/**
 * @param {HTMLElement} element
 * @param {import("./live.js").Rating | null} rating
 */
function showRating(element, rating) {
  const drawn = JSON.stringify(rating);
  if (element.dataset.drawn === drawn) return;
  element.dataset.drawn = drawn;
  element.textContent = rating ? words.rules.rating(rating) : "";
  if (!rating || rating.change === null) return;
  const change = document.createElement("span");
  change.className = `change ${rating.change > 0 ? "up" : rating.change < 0 ? "down" : ""}`;
  change.textContent = words.rules.change(rating.change);
  element.append(" ", change);
}

/** @param {LiveGame} live */
export function showClocks(live) {
  for (const id of ["seat-top", "seat-bottom"]) {
    const seat = byId(id);
    const clock = /** @type {HTMLElement} */ (seat.querySelector(".clock"));
    const left = live.left(/** @type {Side} */ (seat.dataset.side));
    clock.hidden = left === null;
    if (left === null) continue;
    const days = live.view?.clock?.days ?? null;
    setText(clock, clockText(left, days !== null));
    clock.classList.toggle("low", left < (days === null ? 20000 : 3600000));
    clock.classList.toggle("running", live.view?.clock?.running === seat.dataset.side);
  }
}

/** The table of moves; each is a button that shows the position after it. The Tab key stops at one of them. */
export class Sheet {
  /** @param {(ply: number) => void} show */
  constructor(show) {
    this.body = byId("rows");
    this.drawn = "";
    this.body.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) show(Number(button.dataset.ply));
    });
  }

  /**
   * @param {View} view
   * @param {number} ply
   */
  update(view, ply) {
    const drawn = view.moves.join(" ");
    const fresh = drawn !== this.drawn || this.body.childElementCount === 0;
    if (fresh) this.#draw(view);
    this.drawn = drawn;
    byId("no-moves").hidden = view.moves.length > 0;
    for (const button of this.body.querySelectorAll("button")) {
      const isShown = Number(button.dataset.ply) === ply;
      if (isShown) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      button.tabIndex = isShown ? 0 : -1;
    }
    const current = this.body.querySelector('[aria-current="true"]');
    if (current instanceof HTMLElement) reveal(current);
  }

  /** @param {View} view */
  #draw(view) {
    const rules = parseRules(view.rules);
    const rows = [];
    for (let first = 0; first < view.moves.length; first += 2) {
      const row = document.createElement("tr");
      const number = document.createElement("th");
      number.scope = "row";
      number.textContent = String(first / 2 + 1);
      row.append(number);
      for (const ply of [first, first + 1]) {
        const cell = row.insertCell();
        if (ply >= view.moves.length) continue;
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.ply = String(ply + 1);
        button.textContent = moveLabel(view.moves[ply], rules);
        cell.append(button);
      }
      rows.push(row);
    }
    this.body.replaceChildren(...rows);
  }
}

/** @param {HTMLElement} item */
function reveal(item) {
  const box = item.closest(".moves-scroll");
  if (!(box instanceof HTMLElement)) return;
  const [inner, outer] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
  else if (inner.top < outer.top + 32) box.scrollTop -= outer.top + 32 - inner.top;
}

/**
 * Shows these actions; buttons that stay keep the focus.
 * @param {readonly Action[]} list
 */
export function showActions(list) {
  const bar = byId("actions");
  const drawn = JSON.stringify(list);
  if (bar.dataset.drawn === drawn) return;
  const held = document.activeElement instanceof HTMLElement && bar.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  bar.dataset.drawn = drawn;
  bar.replaceChildren(...list.map(button));
  if (held) /** @type {HTMLElement | null} */ (bar.querySelector(`[data-act="${held}"]`) ?? bar.querySelector(".button"))?.focus();
}

/** @param {Action} action */
function button(action) {
  const made = document.createElement(action.href ? "a" : "button");
  made.className = `button${action.kind ? ` ${action.kind}` : ""}`;
  made.textContent = action.text;
  made.dataset.act = action.act;
  if (action.ask) made.dataset.ask = action.ask;
  if (made instanceof HTMLAnchorElement) made.href = action.href ?? "";
  else {
    made.type = "button";
    if (action.off) made.setAttribute("aria-disabled", "true");
  }
  return made;
}
