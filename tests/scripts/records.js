// Reads trees as JSON from the standard input and writes the text of each as a record: for `test_record_text.py`.

import { readFileSync } from "node:fs";
import { grow } from "../../src/inarow/web/static/study/move-tree.js";
import { recordText } from "../../src/inarow/web/static/study/record-text.js";

const trees = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(trees.map(({ tree, history }) => recordText(grow(tree, history), history.at(-1)))));
