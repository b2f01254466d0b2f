// The settings sheet: look, discs, what is heard and asked, one's name.

import { notify } from "./notify.js";
import { ask, byId, Refusal, setText } from "./page.js";
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

/** What can be switched, and how it is until somebody does. */
const SWITCHES = { plain: false, sound: true, buzz: true, premove: true, confirm: false, notify: false, reactions: true };

/** @param {keyof typeof SWITCHES} name */
export function isOn(name) {
  return (kept(name) || (SWITCHES[name] ? "yes" : "no")) === "yes";
}

/** @param {HTMLElement} sheet */
function wire(sheet) {
  for (const name of ["theme", "discs"]) {
    for (const input of sheet.querySelectorAll(`input[name="${name}"]`)) {
      if (input instanceof HTMLInputElement) input.checked = input.value === kept(name);
    }
  }
  for (const name of /** @type {(keyof typeof SWITCHES)[]} */ (Object.keys(SWITCHES))) {
    const box = sheet.querySelector(`input[name="${name}"]`);
    if (box instanceof HTMLInputElement) box.checked = isOn(name);
  }
  sheet.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    if (input.name === "notify" && input.checked) void askToNotify(input);
    else if (input.name in SWITCHES) keep(input.name, input.checked ? "yes" : "no");
    else if (input.name === "theme" || input.name === "discs") keep(input.name, input.value);
  });
  const form = sheet.querySelector("#naming");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void rename(form);
  });
}

/**
 * The browser must allow messages, too, which the first one shows.
 * @param {HTMLInputElement} box
 */
async function askToNotify(box) {
  const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
  box.checked = allowed && notify(words.settings.notified);
  keep("notify", box.checked ? "yes" : "no");
  setText(byId("no-notify"), box.checked ? "" : words.settings.noNotify);
}

/** @param {HTMLFormElement} form */
async function rename(form) {
  const said = /** @type {HTMLElement} */ (form.querySelector("output"));
  try {
    const body = JSON.stringify({ name: new FormData(form).get("name") });
    await ask("/api/me", { method: "PATCH", headers: { "content-type": "application/json" }, body }, words.settings.unsaved);
    said.textContent = words.settings.saved;
  } catch (error) {
    said.textContent = error instanceof Refusal ? error.message : words.settings.unsaved;
  }
  said.scrollIntoView({ block: "nearest" });
}

const sheet = document.getElementById("settings");
if (sheet) wire(sheet);
