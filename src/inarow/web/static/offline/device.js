// On every page: says whose games may lie on this device, and prepares it for having no network.

import { belongTo } from "./own-games.js";
import { inLanguage, savesData, whenIdle } from "../site/page.js";

const { me } = document.body.dataset;
if (me !== undefined) belongTo(me); // a page that the worker has stored is nobody's

if ("serviceWorker" in navigator && !savesData()) {
  whenIdle(() => void navigator.serviceWorker.register(inLanguage("/worker.js"), { updateViaCache: "none" }).catch(() => {})); // all works without
}
