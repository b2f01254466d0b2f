// The settings sheet: look, discs, whether moves are confirmed, one's name.

import { words } from "./words.js";

/** @type {Map<string, string>} */
const unkept = new Map();

/**
 * What was chosen, or "".
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return unkept.get(name) ?? "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    unkept.set(name, value);
  }
  dispatchEvent(new Event("look"));
}

/** Whether every move takes two steps. */
export function confirmMoves() {
  return kept("confirm") === "yes";
}

/** @param {HTMLElement} sheet */
function wire(sheet) {
  for (const name of ["theme", "discs"]) {
    for (const input of sheet.querySelectorAll(`input[name="${name}"]`)) {
      if (input instanceof HTMLInputElement) input.checked = input.value === kept(name);
    }
  }
  const confirm = sheet.querySelector('input[name="confirm"]');
  if (confirm instanceof HTMLInputElement) confirm.checked = confirmMoves();
  sheet.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    if (input.name === "confirm") keep("confirm", input.checked ? "yes" : "no");
    else if (input.name === "theme" || input.name === "discs") keep(input.name, input.value);
  });
  const form = sheet.querySelector("form");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void rename(form);
  });
}

/** @param {HTMLFormElement} form */
async function rename(form) {
  const said = /** @type {HTMLElement} */ (form.querySelector("output"));
  try {
    const answer = await fetch("/api/me", {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: new FormData(form).get("name") }),
    });
    said.textContent = answer.ok ? words.settings.saved : ((await answer.json()).text ?? words.settings.unsaved);
  } catch {
    said.textContent = words.settings.unsaved;
  }
}

const sheet = document.getElementById("settings");
if (sheet) wire(sheet);
