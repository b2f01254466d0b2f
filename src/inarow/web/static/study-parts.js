// Small things that analysis and the win lab share.

import { parseRules, slug } from "./cells.js";

/**
 * Tabs that show one part at a time where there is little room.
 * @param {HTMLElement} list
 * @param {HTMLElement} side its data-tab says which part is shown
 */
export function tabs(list, side) {
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const choose = (/** @type {HTMLElement} */ tab) => {
    side.dataset.tab = tab.dataset.tab;
    for (const each of all) {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === tab ? 0 : -1;
    }
  };
  list.addEventListener("click", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
    if (tab instanceof HTMLElement) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = all.findIndex((each) => each.getAttribute("aria-selected") === "true");
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = all[(at + by + all.length) % all.length];
    choose(next);
    next.focus();
    next.click();
  });
  choose(all.find((each) => each.getAttribute("aria-selected") === "true") ?? all[0]);
}

/**
 * The form that sets up an empty board of any size.
 * @param {string} rules
 * @param {(slug: string) => void} then
 */
export function rulesForm(rules, then) {
  const form = document.getElementById("rules-form");
  if (!(form instanceof HTMLFormElement)) return;
  const now = parseRules(rules);
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  field("width").value = String(now.width);
  field("height").value = String(now.height);
  field("k").value = String(now.k);
  field("gravity").checked = now.gravity;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const size = ["width", "height", "k"].map((name) => field(name).value).join("x");
    then(slug(size + (field("gravity").checked ? "" : "/free")));
  });
}
