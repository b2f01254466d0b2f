// Passing a link on: the clipboard, and the system's own sheet where there is one.

import { byId, toast } from "./page.js";
import { words } from "./words.js";

/** Lets buttons with data-copy copy what is in the field they name. */
export function wireCopying() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    const field = byId(button.dataset.copy ?? "", HTMLInputElement);
    field.addEventListener("focus", () => field.select());
    button.addEventListener("click", () => void copy(field));
  }
}

/** Offers the system's own way of sharing a link. */
export function wireSharing() {
  if (typeof navigator.share !== "function") return;
  const share = byId("share");
  share.hidden = false;
  share.addEventListener("click", () => {
    const url = byId("link", HTMLInputElement).value;
    navigator.share({ title: document.title, url }).catch(() => {}); // given up by the person
  });
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    toast(words.share.copied);
  } catch {
    field.select();
    toast(words.share.copyFailed);
  }
}
