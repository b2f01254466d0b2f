"""A page that stands for a notebook: it shows a widget, with the real one behind it.

Its small model asks again and again for what a kernel would send.
"""

import json
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from inarow.widget import BoardWidget, LabWidget
from support.browser.visits import PATIENCE

PAGE = """<!doctype html><html lang="en"><title>Notebook</title>
<body style="background: %s"><main><h1>A notebook</h1></main></body></html>"""
MODEL = """async (views) => {
  const state = JSON.parse(await pull());
  const told = new Set();
  const model = {
    get: (name) => state[name],
    on: (_, f) => told.add(f),
    off: (_, f) => told.delete(f),
    send: (content) => void push(JSON.stringify(content)),
  };
  const url = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  window.leave = [];
  for (let i = 0; i < views; i++) {
    const el = document.createElement("div");
    document.querySelector("main").append(el);
    window.leave.push(widget.render({ model, el }));
  }
  window.told = told;
  const poll = async () => {
    const view = JSON.parse(await pull())._view;
    if (JSON.stringify(view) !== JSON.stringify(state._view)) {
      state._view = view;
      for (const f of told) f();
    }
    setTimeout(poll, 20);
  };
  void poll();
}"""


class Notebook:
    """A page that shows a widget."""

    def __init__(
        self, browser: Browser, widget: BoardWidget | LabWidget, views: int, **wishes: Any
    ) -> None:
        self.complaints: list[str] = []
        page = wishes.pop("page", PAGE % wishes.pop("ground", "#fff"))
        self.context = browser.new_context(reduced_motion="reduce", **wishes)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.expose_function("pull", lambda: json.dumps(widget.get_state()))
        self.page.expose_function(
            "push", lambda text: widget._handle_custom_msg(json.loads(text), [])
        )
        self.page.set_content(page)
        self.page.evaluate(MODEL, views)

    def column(self, number: int, view: int = 0) -> Locator:
        return self.view(view).locator(f"[data-move='{number}']")

    def view(self, number: int = 0) -> Locator:
        return self.page.locator(".inarow-board").nth(number)

    def button(self, name: str, view: int = 0) -> Locator:
        return self.view(view).get_by_role("button", name=name, exact=True)

    def status(self, text: str, view: int = 0) -> None:
        expect(self.view(view).get_by_role("status")).to_have_text(text)
