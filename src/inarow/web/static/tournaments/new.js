// The form for a new tournament: times are meant as they are where the person is.

import { byId } from "../site/page.js";
import "../site/times.js";

const form = /** @type {HTMLFormElement} */ (byId("new-tournament"));
const time = /** @type {HTMLInputElement} */ (form.elements.namedItem("time"));

form.addEventListener("submit", () => {
  const at = time.value ? new Date(time.value) : new Date();
  byId("offset", HTMLInputElement).value = String(-at.getTimezoneOffset());
});
