import assert from "node:assert/strict";
import { readToolUse } from "./tool_effect.ts";

const use = (name: string, input: unknown, response?: unknown) =>
  readToolUse({ name, input, response });

Deno.test("readToolUse() distinguishes read files from changed files, with the tools of each host", () => {
  const reads = [["Read", "file_path"], ["read_file", "absolute_path"], ["view", "path"]] as const;
  for (const [name, key] of reads) {
    assert.deepEqual(use(name, { [key]: "a.ts" }), {
      kind: "read",
      paths: ["a.ts"],
      isWhole: true,
    });
  }
  const edits = [["Edit", "file_path"], ["NotebookEdit", "notebook_path"], [
    "replace",
    "file_path",
  ]];
  for (const [name = "", key = ""] of edits) {
    assert.deepEqual(use(name, { [key]: "a.ts" }), {
      kind: "edit",
      paths: ["a.ts"],
      isWhole: false,
    });
  }
  assert.equal(use("Write", { file_path: "a.ts", content: "" })?.isWhole, true);
  assert.equal(use("str_replace_editor", { command: "view", path: "a.ts" })?.kind, "read");
});

Deno.test("readToolUse() reports a complete read only when no lines were omitted", () => {
  for (const key of ["offset", "limit", "view_range", "start_line"]) {
    assert.equal(use("Read", { file_path: "a.ts", [key]: 3 })?.isWhole, false);
  }
  assert.equal(use("Read", { file_path: "a.ts", limit: null })?.isWhole, true);
  const answer = (numLines: number) => ({ type: "text", file: { numLines, totalLines: 3000 } });
  assert.equal(use("Read", { file_path: "a.ts" }, answer(2000))?.isWhole, false);
  assert.equal(use("Read", { file_path: "a.ts", limit: 4000 }, answer(3000))?.isWhole, true);
});

Deno.test("readToolUse() finds the files of a patch in any field", () => {
  const patch =
    "*** Begin Patch\n*** Update File: src/a b.ts\n*** Move to: src/c.ts\n@@\n-x\n+y\n" +
    "*** Add File: d.ts\n+z\n*** Delete File: e.ts\n*** End Patch";
  const paths = ["src/a b.ts", "src/c.ts", "d.ts", "e.ts"];
  for (
    const [name, input] of [
      ["apply_patch", patch],
      ["apply_patch", { command: patch }],
      ["apply_patch", { input: patch }],
      ["Bash", { command: `apply_patch <<'EOF'\n${patch}\nEOF` }],
      ["shell", { command: ["bash", "-lc", `apply_patch '${patch}'`] }],
    ] as const
  ) assert.deepEqual(use(name, input), { kind: "edit", paths, isWhole: false });
});

Deno.test("readToolUse() reports `cat` of plain names as a read, and no other command", () => {
  assert.deepEqual(use("Bash", { command: "cat a.ts ./b/c-d.py" })?.paths, ["a.ts", "./b/c-d.py"]);
  for (
    const command of [
      ...["cat", "cat -n a.ts", "cat a.ts | head", "cat $FILE", "cat 'a b'", "cat a.ts; rm a.ts"],
      ...["cat a.ts > b.ts", "sed -n 1,3p a.ts", "echo cat a.ts", "cat *.ts", "cat `x`"],
    ]
  ) assert.equal(use("Bash", { command }), undefined, command);
});

Deno.test("readToolUse() finds the files of a command in the folder and the words that it is run with", () => {
  for (
    const [name, input] of [
      ["exec_command", { cmd: "cat a.ts /b.ts", workdir: "sub" }],
      ["shell", { command: ["cat", "a.ts", "/b.ts"], workdir: "sub" }],
      ["local_shell", { command: ["sh", "-c", "cat a.ts /b.ts"], working_directory: "sub" }],
    ] as const
  ) assert.deepEqual(use(name, input)?.paths, ["sub/a.ts", "/b.ts"]);
  assert.equal(use("shell", { command: ["cat", "a b.ts"] }), undefined);
  assert.equal(use("shell", { command: ["grep", "-c", "cat a.ts", "b.ts"] }), undefined);
  assert.equal(use("shell", { command: ["bash", "-l", "-c", "cat a.ts"] })?.kind, "read");
  assert.equal(use("exec", { input: "cat a.ts" }), undefined);
});

Deno.test("readToolUse() returns undefined for other tools and invalid inputs", () => {
  for (const name of ["Grep", "list_dir", "mcp__x__read_page", "WebFetch", "Task"]) {
    assert.equal(use(name, { path: "a.ts" }), undefined);
  }
  for (const input of [undefined, null, 7, "a.ts", [], {}, { file_path: 7 }, { file_path: "" }]) {
    for (const name of ["Read", "Edit", "Bash"]) assert.equal(use(name, input), undefined);
  }
});
