// Dates as people write them where they are; without scripts they are written as year-month-day.

import { locale } from "./language.js";

const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = format.format(new Date(time.getAttribute("datetime") ?? ""));
}
