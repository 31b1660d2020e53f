import assert from "node:assert/strict";
import type { JsonObject } from "../../../../core/text/json_value.ts";
import {
  isContextTool,
  isShellTool,
  listPatchTouches,
  listShellTouches,
  listTouches,
  readToolAnswer,
} from "./host_tools.ts";
import fc from "fast-check";

function touches(tool: string, input: JsonObject): readonly string[] {
  return listTouches(tool, input).map(({ path, action, lines }) =>
    `${action} ${path}${lines === undefined ? "" : ` ${lines.startLine}..${lines.endLine}`}`
  );
}

Deno.test("listTouches() returns the files of each tool of Claude Code", () => {
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

Deno.test("listTouches() returns the files of each tool of Codex", () => {
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

Deno.test("readToolAnswer() finds the answer of dossier within the text of the host", () => {
  const answer = '{"name":"a.ts","startLine":1,"endLine":2,"text":"x\\ny"}';
  const expected = { text: "x\ny", lines: { startLine: 1, endLine: 2 } };
  for (
    const output of [
      answer,
      `Wall time: 0.03 seconds\nOutput:\n${answer}`,
      `[Resource link]\n${answer}`,
    ]
  ) {
    assert.deepEqual(readToolAnswer("mcp__dossier__read", output), expected);
  }
  assert.deepEqual(readToolAnswer("mcp__dossier__context", '{"text":"# Context"}'), {
    text: "# Context",
  });
  for (const output of ["", "{broken", '{"results":[]}']) {
    assert.equal(readToolAnswer("mcp__dossier__search", output), undefined);
  }
  assert.equal(readToolAnswer("Read", answer), undefined);
  assert.deepEqual(["mcp__dossier__need", "mcp__dossier__read", "need"].map(isContextTool), [
    true,
    false,
    false,
  ]);
});

/** Returns the files that a command touches in a short notation, such as `read a.ts 1-5`. */
function shellTouches(command: string, folder?: string): readonly string[] {
  return listShellTouches(command, folder).map(({ path, action, lines }) =>
    `${action} ${path}${lines === undefined ? "" : ` ${lines.startLine}..${lines.endLine}`}`
  );
}

Deno.test("listShellTouches() returns the files that a command shows, and their lines", () => {
  const cases: readonly (readonly [command: string, ...touches: string[]])[] = [
    ["cat src/a.ts 'my file.ts'", "read src/a.ts", "read my file.ts"],
    ["sed -n '1,5p' src/c.ts && cat src/b.ts", "read src/c.ts 1..5", "read src/b.ts"],
    ['sed -n "7p" a.ts; sed -n 3,\\$p b.ts', "read a.ts 7..7", "read b.ts 3..Infinity"],
    ["head -n 20 a.ts", "read a.ts 1..20"],
    ["head -20 a.ts", "read a.ts 1..20"],
    ["tail a.ts", "read a.ts -10..-1"],
    ["nl -ba src/a.ts | sed -n '10,20p'", "read src/a.ts 10..20"],
    ["cat a.ts | grep -n foo", "read a.ts"],
    ["cat a.ts | head -n 3 > b.ts", "edit b.ts", "read a.ts 1..3"],
    ["cd src && cat a.ts", "read src/a.ts"],
    ["cat a.ts 2>/dev/null || true", "read a.ts"],
    ["deno test a.ts 2>&1 | tail -5"],
    ["echo done"],
    [""],
  ];
  for (const [command, ...expected] of cases) {
    assert.deepEqual(shellTouches(command), expected, command);
  }
});

Deno.test("listShellTouches() returns searches and written files", () => {
  const cases: readonly (readonly [command: string, ...touches: string[]])[] = [
    ["rg -n 'a b' src lib", "search src", "search lib"],
    ["rg -n foo", "search ."],
    ["grep -rn -A 3 foo src", "search src"],
    ["grep -e foo -e bar a.ts", "search a.ts"],
    ["git grep foo", "search ."],
    ["find src -name '*.ts' -type f", "search src"],
    ["ls -la", "search ."],
    ["sed -i 's/a/b/' a.ts", "edit a.ts"],
    ["perl -pi -e 's/a/b/' a.ts", "edit a.ts"],
    ["echo x > a.ts && echo y >> a.ts", "edit a.ts"],
    ["cat > a.ts <<'EOF'\nrm b.ts\ncat c.ts\nEOF\ncat d.ts", "edit a.ts", "read d.ts"],
    ["git rm old.ts", "edit old.ts"],
    [
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch\nEOF",
      "edit a.ts",
    ],
  ];
  for (const [command, ...expected] of cases) {
    assert.deepEqual(shellTouches(command), expected, command);
  }
  assert.deepEqual(shellTouches("cat a.ts /b.ts > c.ts", "/w"), [
    ...["edit /w/c.ts", "read /w/a.ts", "read /b.ts"],
  ]);
  assert.deepEqual(shellTouches("apply_patch <<'E'\n*** Delete File: a.ts\nE", "/w"), [
    "edit /w/a.ts",
  ]);
  assert.deepEqual(shellTouches("cat > a.ts <<EOF\nEOF\ncat b.ts"), ["edit a.ts", "read b.ts"]);
  assert.deepEqual(shellTouches("cat > a.ts <<EOF\nrm b.ts\n"), ["edit a.ts"]);
  // Both texts are read in linear time.
  assert.deepEqual(shellTouches("<<A\n".repeat(100_000)), []);
  assert.deepEqual(shellTouches('"'.repeat(100_001)), []);
});

Deno.test("listPatchTouches() reads the headers of a patch", () => {
  const patch = "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n" +
    "*** Move to: c.ts\n@@\n*** Delete File: d.ts\n*** End Patch";
  assert.deepEqual(listPatchTouches(patch).map(({ path }) => path), [
    "a.ts",
    "b.ts",
    "c.ts",
    "d.ts",
  ]);
});

Deno.test("listShellTouches() reads any text", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (command) => {
    for (const { path } of listShellTouches(command)) assert.equal(typeof path, "string");
  }));
});
