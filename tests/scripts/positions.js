// Reads games as JSON from the standard input and writes what a page makes of each: for `test_shared_game.py`.

import { readFileSync } from "node:fs";
import { parseRules } from "../../src/inarow/web/static/board/cells.js";
import { movesOf, positionAfter } from "../../src/inarow/web/static/offline/shared-game.js";

const games = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(games.map(([rules, text]) => positionAfter(parseRules(rules), movesOf(text, parseRules(rules))))));
