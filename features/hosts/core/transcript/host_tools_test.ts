import assert from "node:assert/strict";
import type { JsonObject } from "../../../../core/text/json_value.ts";
import { isGivingTool, isShellTool, listTouches, readOwnAnswer } from "./host_tools.ts";

function touches(tool: string, input: JsonObject): readonly string[] {
  return listTouches(tool, input).map(({ path, action, lines }) =>
    `${action} ${path}${lines === undefined ? "" : ` ${lines.startLine}..${lines.endLine}`}`
  );
}

Deno.test("listTouches() knows the files of each tool of Claude Code", () => {
  const cases: readonly (readonly [tool: string, input: JsonObject, ...touches: string[]])[] = [
    ["Read", { file_path: "/r/a.ts" }, "read /r/a.ts"],
    ["Read", { file_path: "/r/a.ts", offset: 5, limit: 10 }, "read /r/a.ts 5..14"],
    ["Read", { file_path: "/r/a.ts", limit: 10 }, "read /r/a.ts 1..10"],
    ["Edit", { file_path: "/r/a.ts", old_string: "x", new_string: "y" }, "edit /r/a.ts"],
    ["MultiEdit", { file_path: "/r/a.ts", edits: [] }, "edit /r/a.ts"],
    ["Write", { file_path: "/r/a.ts", content: "" }, "edit /r/a.ts"],
    ["NotebookEdit", { notebook_path: "/r/a.ipynb" }, "edit /r/a.ipynb"],
    ["Grep", { pattern: "x", path: "/r/src" }, "search /r/src"],
    ["Glob", { pattern: "**/*.ts" }, "search ."],
    ["Bash", { command: "cat a.ts" }, "read a.ts"],
    ["mcp__my-dossier__read", { path: "a.ts" }, "read a.ts"],
    ["mcp__dossier__callers", { of: "x" }, "search ."],
    ...[["mcp__dossier__context", { query: "x" }], ["mcp__other__read", { path: "a.ts" }]] as const,
    ...[["Agent", { prompt: "a.ts" }], ["Read", {}], ["toString", {}]] as const,
  ];
  for (const [tool, input, ...expected] of cases) {
    assert.deepEqual(touches(tool, input), expected, tool);
  }
});

Deno.test("listTouches() knows the files of each tool of Codex", () => {
  const patch = "*** Begin Patch\n*** Update File: a.ts\n*** End Patch";
  const script =
    'const r = await tools.exec_command({cmd:"sed -n \\"1,3p\\" a.ts", workdir: "x"}); text(r);' +
    "tools.exec_command({ cmd: `cat b.ts` })";
  const cases: readonly (readonly [tool: string, input: JsonObject, ...touches: string[]])[] = [
    ["exec_command", { cmd: "cat a.ts", workdir: "/r" }, "read /r/a.ts"],
    ["shell", { command: ["bash", "-lc", "head -3 a.ts"] }, "read a.ts 1..3"],
    ["shell", { command: ["cat", "my file.ts"] }, "read my file.ts"],
    ["local_shell", { command: ["rg", "x"], working_directory: "/r" }, "search /r/."],
    ["exec", { input: script }, "read a.ts 1..3", "read b.ts"],
    ["exec", { input: `await tools.apply_patch(\`${patch}\`)` }, "edit a.ts"],
    ["apply_patch", { input: patch }, "edit a.ts"],
    ["read_file", { file_path: "/r/a.ts", offset: 2, limit: 2 }, "read /r/a.ts 2..3"],
    ["list_dir", { dir_path: "/r" }, "search /r"],
    ["update_plan", { plan: [] }],
  ];
  for (const [tool, input, ...expected] of cases) {
    assert.deepEqual(touches(tool, input), expected, tool);
  }
  assert.deepEqual(["shell", "exec", "apply_patch"].map((tool) => isShellTool(tool)), [
    ...[true, true, false],
  ]);
});

Deno.test("readOwnAnswer() finds the answer of dossier among the words of the host", () => {
  const answer = '{"name":"a.ts","startLine":1,"endLine":2,"text":"x\\ny"}';
  const expected = { text: "x\ny", lines: { startLine: 1, endLine: 2 } };
  for (
    const output of [
      answer,
      `Wall time: 0.03 seconds\nOutput:\n${answer}`,
      `[Resource link]\n${answer}`,
    ]
  ) {
    assert.deepEqual(readOwnAnswer("mcp__dossier__read", output), expected);
  }
  assert.deepEqual(readOwnAnswer("mcp__dossier__context", '{"text":"# Context"}'), {
    text: "# Context",
  });
  for (const output of ["", "{broken", '{"results":[]}']) {
    assert.equal(readOwnAnswer("mcp__dossier__search", output), undefined);
  }
  assert.equal(readOwnAnswer("Read", answer), undefined);
  assert.deepEqual(["mcp__dossier__need", "mcp__dossier__read", "need"].map(isGivingTool), [
    true,
    false,
    false,
  ]);
});
