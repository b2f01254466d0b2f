// Help for fingers on boards whose cells are small: a strip of wide column buttons,
// or on free boards four arrows that nudge the chosen cell.

import { words } from "../site/words.js";

/** Pixels: a finger surely meets a cell of this size. */
export const SURE = 40;
/** Pixels: below this a finger gets help, and a cell has no room for a score. */
export const SMALL = 30;

/**
 * Brings the chosen column into the middle of the strip.
 * @param {HTMLElement} strip
 * @param {HTMLElement | undefined} item
 * @param {boolean} smooth
 */
export function centre(strip, item, smooth) {
  if (!item) return;
  const left = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2;
  strip.scrollTo({ left, behavior: smooth ? "smooth" : "auto" });
}

/**
 * Four arrows and a button that plays.
 * @param {(key: string) => void} press
 * @param {() => void} play
 */
export function nudges(press, play) {
  const bar = document.createElement("div");
  bar.className = "nudges";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", words.board.nudge);
  /** @type {[string, string, string][]} */
  const arrows = [
    ["ArrowLeft", "←", words.board.left],
    ["ArrowUp", "↑", words.board.up],
    ["ArrowDown", "↓", words.board.down],
    ["ArrowRight", "→", words.board.right],
  ];
  for (const [key, sign, name] of arrows) bar.append(button(sign, name, () => press(key)));
  const go = button(words.board.place, words.board.place, play);
  go.classList.add("primary");
  bar.append(go);
  return bar;
}

/**
 * @param {string} text
 * @param {string} name
 * @param {() => void} action
 */
function button(text, name, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = text;
  made.setAttribute("aria-label", name);
  made.addEventListener("click", action);
  return made;
}
