// Tabs that follow the usual pattern: one tab stop, arrows move, one panel is shown at a time.

/**
 * @param {HTMLElement} list an element with role tablist
 * @param {(chosen: HTMLElement) => void} show shows the panel of a tab
 */
export function wireTabs(list, show) {
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="tab"]')]);
  /** @param {HTMLElement} chosen */
  const select = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
    show(chosen);
  };
  list.addEventListener("click", (event) => {
    const tab = event.target instanceof Element ? event.target.closest('[role="tab"]') : null;
    if (tab instanceof HTMLElement) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    const next = tabs[(at + step + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
  select(tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
}

/**
 * Hides all panels of a list of tabs but that of one.
 * @param {HTMLElement} chosen
 */
export function showPanel(chosen) {
  for (const tab of chosen.closest('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? []) {
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    panel?.classList.toggle("tab-off", tab !== chosen);
  }
}
