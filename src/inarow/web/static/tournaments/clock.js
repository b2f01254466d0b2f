// The time of a tournament: what it runs to, and how much of it is left.

import { clockText } from "../live/game-view.js";
import { byId, setText } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./live-table.js").LiveTable} LiveTable */

/**
 * Shows it now and from now on.
 * @param {LiveTable} live
 */
export function wireClock(live) {
  showClock(live);
  window.setInterval(() => showClock(live), 250);
}

/** @param {LiveTable} live */
export function showClock(live) {
  const { left } = live;
  setText(byId("time-label"), label(live));
  setText(byId("time"), left === null ? "" : clockText(1000 * Math.ceil(left / 1000)).replace(/\.0$/, ""));
}

/** @param {LiveTable} live */
function label({ head }) {
  const say = words.tournament;
  if (head.status === "over") return say.finished;
  if (head.status === "open") return head.starts_in === null ? say.notStarted : say.startsIn;
  if (head.paused) return head.kind === "arena" ? say.pausedAt : say.paused;
  if (head.pairing_in !== null) return say.nextRound;
  return head.kind === "arena" ? say.timeLeft : say.round(head.round ?? 0, head.rounds ?? 0);
}
