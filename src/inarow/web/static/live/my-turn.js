// Games over days that wait for one: how many, beside the link to one's games and in the title of the tab.

import { get, make, whenIdle } from "../site/page.js";
import { notify } from "../site/notify.js";
import { isOn } from "../site/settings.js";
import { setCount } from "../site/title.js";
import { words } from "../site/words.js";

const AGAIN = 60_000; // milliseconds, while there are such games at all

/** @type {Set<string> | null} those that we know of */
let known = null;
let timer = 0;

async function look() {
  clearTimeout(timer);
  const answer = await get("/api/games/waiting").catch(() => null);
  if (answer) show(answer.games.map((/** @type {{id: string}} */ game) => game.id));
  if (!answer || answer.going) timer = window.setTimeout(look, AGAIN);
}

/** @param {string[]} games */
function show(games) {
  const others = games.filter((id) => !location.pathname.endsWith(`/${id}`)); // this page shows that one
  const news = others.filter((id) => known && !known.has(id));
  if (news.length && document.hidden && isOn("notify")) notify(words.home.waiting(others.length), "waiting");
  known = new Set(games);
  setCount(others.length);
  badge(others.length);
}

/** @param {number} count */
function badge(count) {
  const place = document.querySelector('.nav [href="/history"]');
  const menu = document.querySelector(".menu-button"); // where the link is on phones
  menu?.toggleAttribute("data-count", count > 0);
  if (count) menu?.setAttribute("data-count", String(count));
  place?.querySelector(".badge")?.remove();
  if (!count || !place) return;
  const spoken = make("span", { class: "visually-hidden", text: ` ${words.home.waiting(count)}` });
  place.append(make("span", { class: "badge" }, [make("span", { text: String(count), "aria-hidden": "true" }), spoken]));
}

whenIdle(() => void look());
document.addEventListener("visibilitychange", () => document.hidden || void look());
