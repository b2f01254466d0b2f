// What the players say to each other: a few signs, shown for some seconds, and not at all if one does not want them.

import { nameOf, other } from "./game-view.js";
import { byId, toast } from "../site/page.js";
import { isOn, keep, kept } from "../site/settings.js";
import { words } from "../site/words.js";

/** @typedef {import("./live.js").View} View */
/** @typedef {import("./live.js").LiveGame} LiveGame */
/** @typedef {import("./live.js").Side} Side */

const SHOWN = 5000; // milliseconds
const REMEMBERED = 50; // games whose reactions one does not want

const sheet = byId("reactions");
const opener = byId("react");
const mute = byId("mute", HTMLInputElement);
/** @type {Partial<Record<Side, number>>} */
const timers = {};

/**
 * Whether this page may say something: it is one of two people, and the other is there to read it.
 * @param {View} view
 */
export function canReact(view) {
  return (view.you === "x" || view.you === "o") && view.seats[other(view.you)].kind === "person";
}

/** The games whose reactions are hidden. */
const mutedGames = () => kept("muted").split(" ").filter(Boolean);

/** @param {LiveGame} live */
export function wireReactions(live) {
  sheet.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-react]") : null;
    if (!(button instanceof HTMLElement)) return;
    sheet.hidePopover();
    if (!live.react(button.dataset.react ?? "")) toast(words.line.waiting);
  });
  sheet.addEventListener("toggle", (event) => /** @type {ToggleEvent} */ (event).newState === "open" && place());
  mute.addEventListener("change", () => {
    const id = live.view?.id ?? "";
    const games = mutedGames().filter((game) => game !== id);
    keep("muted", (mute.checked ? [...games, id] : games).slice(-REMEMBERED).join(" "));
  });
}

/** Above the button, as far as there is room. */
function place() {
  const { top, right } = opener.getBoundingClientRect();
  const { width, height } = sheet.getBoundingClientRect();
  const across = document.documentElement.clientWidth;
  sheet.style.right = `${Math.max(16, Math.min(across - right, across - width - 16))}px`;
  sheet.style.bottom = `${Math.max(16, Math.min(innerHeight - top + 8, innerHeight - height - 16))}px`;
}

/**
 * Shows whether one may say something, and what one does not want to see.
 * @param {View} view
 */
export function showReactions(view) {
  opener.hidden = !canReact(view);
  if (opener.hidden && sheet.matches(":popover-open")) sheet.hidePopover();
  mute.checked = !isOn("reactions") || mutedGames().includes(view.id);
  mute.disabled = !isOn("reactions"); // none are shown anyway
}

/**
 * Shows what somebody says at their seat, and says it to screen readers when they have time.
 * @param {View} view
 * @param {Side} side
 * @param {string} what
 */
export function showReaction(view, side, what) {
  const isMine = view.you === side;
  const button = sheet.querySelector(`[data-react="${CSS.escape(what)}"]`);
  if (!button || (!isMine && (!isOn("reactions") || mutedGames().includes(view.id)))) return;
  const said = document.querySelector(`.seat[data-side="${side}"] .said`);
  if (!(said instanceof HTMLElement)) return;
  said.replaceChildren(...[...button.children].map((part) => part.cloneNode(true)));
  said.hidden = false;
  const text = button.textContent?.trim() ?? "";
  byId("said").textContent = words.game.said(isMine ? "" : nameOf(view, side), text);
  clearTimeout(timers[side]);
  timers[side] = window.setTimeout(() => {
    said.hidden = true;
    byId("said").textContent = "";
  }, SHOWN);
}
