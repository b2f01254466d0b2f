// Arrows and circles on the board of the analysis page: drawn with the right button, or by any pointer in a mode for it.

import { cellAt, cellText, parseRules } from "../board/cells.js";
import { byId } from "../site/page.js";

/** @typedef {import("./analysis.js").Desk} Desk */

const SPACE = "http://www.w3.org/2000/svg";
const [CIRCLE, SHORTENED, HEAD] = [26, 14, 13]; // in the board's measures: cells are 60 wide

const board = /** @type {import("../board/board.js").BoardElement} */ (document.getElementById("board"));
const layer = document.createElementNS(SPACE, "svg");
const button = byId("draw", HTMLButtonElement);
const erase = byId("erase", HTMLButtonElement);
/** @type {Desk | null} */
let desk = null;
/** @type {string | null} the cell where the pointer went down */
let from = null;

/** @param {Desk} where */
export function wire(where) {
  if (desk) return;
  desk = where;
  layer.classList.add("marks");
  layer.setAttribute("aria-hidden", "true");
  const frame = /** @type {HTMLElement} */ (board.parentElement);
  frame.append(layer);
  frame.addEventListener("contextmenu", (event) => event.preventDefault());
  frame.addEventListener("pointerdown", (event) => {
    if (where.resting || !(event.button === 2 || (event.button === 0 && layer.classList.contains("on")))) return;
    from = cellUnder(event);
    event.preventDefault();
  });
  addEventListener("pointerup", (event) => {
    const to = from && cellUnder(event);
    if (from && to) toggle(from === to ? from : `${from}-${to}`);
    from = null;
  });
  addEventListener("pointercancel", () => (from = null));
  new ResizeObserver(() => draw()).observe(board);
  erase.addEventListener("click", () => set([]));
  where.drawn.add(() => requestAnimationFrame(draw)); // when the board has been drawn
  draw();
}

/** @param {Desk} where */
export function open(where) {
  wire(where);
  const on = layer.classList.toggle("on");
  button.setAttribute("aria-pressed", String(on));
}

/** @param {string} mark */
function toggle(mark) {
  const marks = desk?.here.marks ?? [];
  set(marks.includes(mark) ? marks.filter((each) => each !== mark) : [...marks, mark]);
}

/** @param {string[]} marks */
function set(marks) {
  if (!desk) return;
  desk.here.marks = marks;
  draw();
}

/** Where the cells are in the board's own measures. */
function measures() {
  const picture = board.querySelector("svg.picture, svg");
  const [, , width, height] = (picture?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const share = (/** @type {string} */ name) => Number(board.style.getPropertyValue(name));
  const rules = parseRules(board.rules);
  return { picture, width, height, rules, left: share("--left"), top: share("--top"), wide: share("--wide"), high: share("--high") };
}

/** @param {PointerEvent} event */
function cellUnder(event) {
  const { picture, rules, left, top, wide, high } = measures();
  const box = picture?.getBoundingClientRect();
  if (!box) return null;
  const column = Math.floor((((event.clientX - box.left) / box.width - left) / wide) * rules.width);
  const row = rules.height - 1 - Math.floor((((event.clientY - box.top) / box.height - top) / high) * rules.height);
  return column >= 0 && row >= 0 && column < rules.width && row < rules.height ? cellText({ column, row }) : null;
}

function draw() {
  const { picture, width, height, rules, left, top, wide, high } = measures();
  const frame = board.parentElement?.getBoundingClientRect();
  const box = picture?.getBoundingClientRect();
  if (!desk || !frame || !box || !wide) return;
  const marks = desk.resting ? [] : desk.here.marks;
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  Object.assign(layer.style, { left: `${box.left - frame.left}px`, top: `${box.top - frame.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  const middle = (/** @type {string} */ cell) => {
    const { column, row } = cellAt(cell);
    return { x: (left + ((column + 0.5) / rules.width) * wide) * width, y: (top + ((rules.height - row - 0.5) / rules.height) * high) * height, fits: column < rules.width && row < rules.height };
  };
  /** @type {SVGPathElement[]} */
  const shapes = [];
  for (const mark of marks) {
    const [start, end = start] = mark.split("-").map(middle);
    if (!start.fits || !end.fits) continue;
    const path = document.createElementNS(SPACE, "path");
    path.setAttribute("d", start === end ? circle(start) : arrow(start, end));
    shapes.push(path);
  }
  layer.replaceChildren(...shapes);
  erase.hidden = !marks.length;
}

/** @param {{x: number, y: number}} middle */
const circle = ({ x, y }) => `M${x - CIRCLE} ${y}a${CIRCLE} ${CIRCLE} 0 1 0 ${2 * CIRCLE} 0a${CIRCLE} ${CIRCLE} 0 1 0 ${-2 * CIRCLE} 0`;

/**
 * @param {{x: number, y: number}} start
 * @param {{x: number, y: number}} end
 */
function arrow(start, end) {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [along, up] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const at = (/** @type {number} */ back, /** @type {number} */ aside) => `${(end.x - back * along - aside * up).toFixed(1)} ${(end.y - back * up + aside * along).toFixed(1)}`;
  const first = `${(start.x + SHORTENED * along).toFixed(1)} ${(start.y + SHORTENED * up).toFixed(1)}`;
  return `M${first}L${at(SHORTENED, 0)}M${at(SHORTENED + HEAD, HEAD)}L${at(SHORTENED, 0)}L${at(SHORTENED + HEAD, -HEAD)}`;
}
