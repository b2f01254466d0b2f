// Dates as people write them where they are; without scripts they are written as year-month-day.

import { locale } from "./language.js";

const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }); // as it is written

for (const time of document.querySelectorAll("time[datetime]")) {
  const at = time.getAttribute("datetime") ?? "";
  time.textContent = (at.includes("T") ? format : day).format(new Date(at));
}
