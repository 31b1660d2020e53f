import assert from "node:assert/strict";
import { TOKEN_ESTIMATORS } from "../../../../core/text/count_tokens.ts";
import { type CompactedSession, returnAfterCompaction } from "./after_compaction.ts";
import type { InstructionFile } from "./instruction_file.ts";

const estimator = TOKEN_ESTIMATORS.chars4;

function file(path: string, more: Partial<InstructionFile> = {}): InstructionFile {
  return {
    path,
    origin: "project",
    folder: "",
    hosts: ["claude-code"],
    text: `${path} says`,
    bytes: 1,
    hash: path,
    ...more,
  };
}

function back(session: Partial<CompactedSession>) {
  const nothing: CompactedSession = { files: [], folder: "", skills: [], modified: [] };
  return returnAfterCompaction({ ...nothing, ...session }, { estimator });
}

Deno.test("C-31: returnAfterCompaction() returns root files, rules for all files and memory", () => {
  const { texts, waiting } = back({
    folder: "app",
    files: [
      file("~/.claude/CLAUDE.md", { origin: "user" }),
      file("~/.claude/projects/-w/memory/MEMORY.md", { origin: "user" }),
      file("CLAUDE.md"),
      file(".claude/rules/all.md", { scope: { kind: "always" } }),
      file("app/CLAUDE.md", { folder: "app" }),
      file("app/web/CLAUDE.md", { folder: "app/web" }),
      file("application/CLAUDE.md", { folder: "application" }),
      file(".claude/rules/ts.md", { scope: { kind: "globs", globs: ["*.ts"] } }),
    ],
  });
  assert.deepEqual(texts.map(({ kind, path, text, isCut }) => [kind, path, text, isCut]), [
    ["instructions", "~/.claude/CLAUDE.md", "~/.claude/CLAUDE.md says", false],
    [
      "instructions",
      "~/.claude/projects/-w/memory/MEMORY.md",
      "~/.claude/projects/-w/memory/MEMORY.md says",
      false,
    ],
    ["instructions", "CLAUDE.md", "CLAUDE.md says", false],
    ["instructions", ".claude/rules/all.md", ".claude/rules/all.md says", false],
    ["instructions", "app/CLAUDE.md", "app/CLAUDE.md says", false],
  ]);
  assert.deepEqual(waiting, [
    "app/web/CLAUDE.md",
    "application/CLAUDE.md",
    ".claude/rules/ts.md",
  ]);
});

Deno.test("C-31: returnAfterCompaction() returns the beginnings of skills, and drops the oldest beyond 25,000 tokens", () => {
  const line = `${"x".repeat(99)}\n`;
  const skills = ["a", "b", "c", "d", "e", "f"].map((path) => ({ path, text: line.repeat(300) }));
  const { texts, dropped } = back({ skills });
  assert.deepEqual(texts.map(({ path, tokens, isCut }) => [path, tokens, isCut]), [
    ...["b", "c", "d", "e", "f"].map((path) => [path, 5000, true]),
  ]);
  assert.ok(texts.every(({ text }) => text === line.repeat(200)));
  assert.deepEqual(dropped, ["a"]);
  const [small] = back({ skills: [{ path: "s", text: "brief" }] }).texts;
  assert.deepEqual(small, { kind: "skill", path: "s", text: "brief", tokens: 2, isCut: false });
});

Deno.test("C-31: returnAfterCompaction() cuts a skill of one line between characters", () => {
  const [one] = back({ skills: [{ path: "s", text: `a${"😀".repeat(30_000)}` }] }).texts;
  assert.ok(one?.isCut && one.text.isWellFormed());
  assert.equal(one.tokens, 5000);
});

Deno.test("C-31: returnAfterCompaction() returns the five files changed last, and only the path of a large one", () => {
  const modified = ["1", "2", "3", "4", "5", "6"].map((path) => ({
    path,
    text: path === "5" ? "x".repeat(20_001) : path,
  }));
  const { texts, dropped } = back({ modified });
  assert.deepEqual(texts.map(({ kind, path, text, isCut }) => [kind, path, text, isCut]), [
    ["file", "2", "2", false],
    ["file", "3", "3", false],
    ["file", "4", "4", false],
    ["file", "5", "", true],
    ["file", "6", "6", false],
  ]);
  assert.deepEqual(dropped, ["1"]);
});
