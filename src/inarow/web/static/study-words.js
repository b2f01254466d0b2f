// What the scripts of analysis, the win lab and puzzles say.

/** @param {string} side */
const sign = (side) => (side === "x" ? "×" : "○");

export const said = {
  offline: "The server cannot be reached. What is shown stays as it is.",
  odd: "The server gave an odd answer. Try again in a moment.",
  thinking: "Thinking …",
  searching: "searching",
  exact: "exact",
  over: "The game is over.",
  /** @param {number} depth */
  depth: (depth) => `depth ${depth}`,
  /** @param {number} nodes */
  nodes: (nodes) => `${compact.format(nodes)} positions`,
  copied: "Copied",
  copy: "Copy",
  noMoves: "No moves yet. Play on the board.",
  noLine: "Nothing to show yet.",
  quiet: "Nothing special to say here.",
  /**
   * @param {number} number
   * @param {string} side
   * @param {string} text
   */
  move: (number, side, text) => `Move ${number}, ${sign(side)} ${text}`,
  /**
   * @param {number} done
   * @param {number} of
   */
  reviewing: (done, of) => `Looking at position ${done} of ${of}`,
  /** @param {{kept: number, exact: number, moves: number, inaccuracies: number, mistakes: number, blunders: number}} one */
  kept: (one) => {
    const bad = one.inaccuracies + one.mistakes + one.blunders;
    const faults = bad === 0 ? "no faults" : bad === 1 ? "1 fault" : `${bad} faults`;
    return one.exact
      ? `${one.kept} of ${one.exact} exactly judged moves kept the result, ${faults}`
      : `${one.moves} moves judged by estimates, ${faults}`;
  },
  /** @param {number} number */
  turned: (number) => `The result changed for the last time with disc ${number}.`,
  better: "Show what was better",
  graphLabel: "Share of the point for × after every move",
  /**
   * @param {number} number
   * @param {number} share
   */
  graphPoint: (number, share) => `Disc ${number}: ${Math.round(share * 100)}% for ×`,
  sign,
  lab: {
    empty: (/** @type {string} */ side) => `${sign(side)} has too few discs here for a line: nothing to check.`,
    found: "A line.",
    step: (/** @type {number} */ at, /** @type {number} */ of) => `Step ${at} of ${of}`,
    needed: (/** @type {number} */ value, /** @type {number} */ needed) => `${value} of ${needed} needed`,
    none: "none",
    micro: (/** @type {number} */ time) => (time < 1000 ? `${time.toFixed(0)} µs` : `${(time / 1000).toFixed(1)} ms`),
    play: "Play",
    pause: "Pause",
    lines: (/** @type {{direction: string, cells: string[]}[]} */ lines) =>
      lines.length ? lines.map((line) => line.cells.join(" ")).join("; ") : "none",
    nothing: "empty",
  },
  puzzle: {
    wrong: "Not this one.",
    right: "Right.",
    on: "Go on: the other side defends as well as it can.",
    solved: "Solved.",
    saved: "The game is saved: there is more than one way again.",
    yours: "Your move.",
    solution: "The solution:",
    line: (/** @type {string} */ text) => `It goes on: ${text}`,
    none: "There is no other puzzle of this kind. Choose another game or grade.",
  },
};

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
