import assert from "node:assert/strict";
import { findConflicts, findRepeats } from "./compare_instructions.ts";
import { findImports, findNamedPaths } from "./markdown_rows.ts";
import type { ComparedInstructions } from "./instruction_file.ts";

function file(
  path: string,
  text: string,
  more: Partial<ComparedInstructions> = {},
): ComparedInstructions {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  return { path, folder, hosts: ["codex"], text, isScoped: false, ...more };
}

const LONG = "Run all the tests of a folder before you commit";

Deno.test("findRepeats() finds a text that two files contain, and lines that one host reads twice", () => {
  assert.deepEqual(
    findRepeats([file("AGENTS.md", "Be brief.\n"), file("CLAUDE.md", "Be brief.")]),
    [{
      level: "warning",
      kind: "duplicate",
      path: "CLAUDE.md",
      message: 'It has the same text as "AGENTS.md": make it a link to that file, or import it',
    }],
  );
  const [line, ...others] = findRepeats([
    file("AGENTS.md", `# A\n\n- ${LONG}.\n- Something else that is of no matter at all here\n`),
    file(
      "web/AGENTS.md",
      `# Web\n1. **${LONG}.**\nOne more line that stands only in this very file\n`,
    ),
  ]);
  assert.deepEqual(others, []);
  assert.deepEqual([line?.path, line?.line], ["web/AGENTS.md", 2]);
  assert.equal(
    line?.message,
    'This line occurs in "AGENTS.md" as well, line 3: keep it in one file',
  );
});

Deno.test("findRepeats() ignores sibling folders, other hosts and short lines", () => {
  const pairs = [
    [file("a/AGENTS.md", LONG), file("b/AGENTS.md", LONG)],
    [
      file("AGENTS.md", `${LONG}\n${"other ".repeat(9)}1\n${"other ".repeat(9)}2\n`),
      file("CLAUDE.md", `${LONG}\n${"else ".repeat(9)}1\n${"else ".repeat(9)}2\n`, {
        hosts: ["gemini"],
      }),
    ],
    [file("AGENTS.md", "Be brief.\nA"), file("a/AGENTS.md", "Be brief.\nB")],
    [file("r/a.md", LONG, { isScoped: true }), file("r/b.md", LONG, { isScoped: true })],
  ];
  for (const files of pairs) assert.deepEqual(findRepeats(files), []);
});

Deno.test("findRepeats() reports a copy for another host that has changed", () => {
  const lines = ["one", "two", "three"].map((word) =>
    `Line ${word} of what both of the two files say`
  );
  const [finding] = findRepeats([
    file("AGENTS.md", lines.join("\n")),
    file("CLAUDE.md", `${lines[0]}\n${lines[2]}\n`, { hosts: ["claude-code"] }),
  ]);
  assert.match(
    finding?.message ?? "",
    /^2 lines stand in "AGENTS.md" as well, the first in line 1/,
  );
});

Deno.test("findConflicts() finds opposite sentences, other numbers and the other choice", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["- Always use tabs for indentation.", "Never use tabs for indentation"],
    ["Run the tests before a commit.", "Don't run the tests before a commit."],
    ["Use pnpm instead of npm.", "* Use **npm**, not pnpm"],
    ["Lines have at most 80 characters.", "Lines have at most 100 characters."],
  ];
  for (const [one, other] of pairs) {
    const found = findConflicts([file("AGENTS.md", `# A\n\n${one}\n`), file("CLAUDE.md", other)]);
    assert.equal(found.length, 1, one);
    assert.deepEqual([found[0]?.path, found[0]?.line], ["CLAUDE.md", 1]);
    assert.match(found[0]!.message, /contradicts ".*" in "AGENTS.md", line 3: keep one of them$/);
  }
});

Deno.test("findConflicts() ignores sentences that may both hold", () => {
  const same: readonly (readonly [string, string])[] = [
    ["Step 1 is to run the build.\nStep 2 is to run the build.", "Step 2 is to run the build."],
    ["Use tabs.", "Do not use spaces."],
    ["Use 2 spaces.", "Use 2 spaces."],
    ["```\nnever use tabs for code\n```", "Use tabs for code"],
  ];
  for (const [one, other] of same) {
    assert.deepEqual(findConflicts([file("AGENTS.md", one), file("CLAUDE.md", other)]), [], one);
  }
  const [one, other] = ["Always use tabs for code.", "Never use tabs for code."];
  assert.deepEqual(findConflicts([file("AGENTS.md", one), file("web/AGENTS.md", other)]), []);
  assert.deepEqual(
    findConflicts([file("AGENTS.md", one), file("r.md", other, { isScoped: true })]),
    [],
  );
});

Deno.test("findConflicts() finds two sentences of one file against each other", () => {
  const text = "Always commit the lock file.\n\nNever commit the lock file.\n";
  assert.deepEqual(findConflicts([file("AGENTS.md", text)]).map(({ line }) => line), [3]);
});

Deno.test("findRepeats(), findConflicts() and findNamedPaths() read long repetitive texts in time", () => {
  const units = ["`a` ", "](", "@.", "../", "- ", "**", "never ", "1.1 a ", "<!-- ", "a\n-\n"];
  const lines = [`${LONG} 12\n`, "use a instead of b. "];
  for (const unit of [...units, ...lines]) {
    const text = `${unit.repeat(300_000 / unit.length)}x`;
    const files = [file("AGENTS.md", text), file("CLAUDE.md", `${text}y`)];
    assert.ok(findRepeats(files).length <= 1);
    assert.deepEqual(findConflicts(files), []);
    assert.deepEqual(findNamedPaths(`\`${text}\``), []);
    assert.deepEqual(findImports(text), []);
  }
});
