import assert from "node:assert/strict";
import { enclosingPythonName, findPythonDefinition } from "./python_definition.ts";

const LINES = [
  "LIMIT = 3",
  "class A(B):",
  "    def run(",
  "        self,",
  "    ):",
  "        return 1",
  "",
  "    def stop(self):",
  "        pass",
  "def run():",
  "    pass",
];

Deno.test("findPythonDefinition() follows the indentation, from the outermost name inwards", () => {
  const find = (symbol: string) => findPythonDefinition(LINES, symbol);
  assert.deepEqual(find("A"), { start: 2, end: 9 });
  assert.deepEqual(find("A.run"), { start: 3, end: 6 });
  assert.deepEqual(find("LIMIT"), { start: 1, end: 1 });
  assert.equal(find("A.go"), undefined);
  assert.equal(find("go"), undefined);
});

Deno.test("enclosingPythonName() names the definition around a line with the classes around it", () => {
  const names = [1, 2, 3, 6, 9, 11].map((line) => enclosingPythonName(LINES, line));
  assert.deepEqual(names, [undefined, "A", "A.run", "A.run", "A.stop", "run"]);
});
