// The form for another board, on the pages of analysis and the win lab.

import { parseRules, slug } from "../board/cells.js";

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
