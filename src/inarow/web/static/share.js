// Passing a link on: the clipboard, and the system's own sheet where there is one.

import { byId, toast } from "./page.js";
import { words } from "./words.js";

/** Wires the link field with its two buttons. */
export function wireShare() {
  const field = /** @type {HTMLInputElement} */ (byId("link"));
  field.addEventListener("focus", () => field.select());
  byId("copy").addEventListener("click", () => void copy(field));
  const share = byId("share");
  if (typeof navigator.share !== "function") return;
  share.hidden = false;
  share.addEventListener("click", () => {
    navigator.share({ title: document.title, url: field.value }).catch(() => {}); // given up by the person
  });
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    toast(words.game.copied);
  } catch {
    field.select();
    toast(words.game.copyFailed);
  }
}
