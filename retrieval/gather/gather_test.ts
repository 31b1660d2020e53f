import assert from "node:assert/strict";
import fc from "fast-check";
import { git, makeTree, type TempTree } from "../../tests/temp_tree.ts";
import { noise } from "../../tests/sample_secrets.ts";
import { gatherExecution } from "./gather_execution.ts";
import { gatherFile } from "./gather_file.ts";
import { gatherMatches } from "./gather_matches.ts";
import { type GatherTree, openGatherTree } from "./gather_tree.ts";

const TOKEN = `ghp_${noise(36)}`;

const FILES = {
  "src/a.ts": "export const a = 1;\n// TODO: one\n",
  "src/b.ts": `const token = "${TOKEN}";\n// TODO: two\n`,
  "docs/c.md": "TODO in words\n",
  "vendor/d.ts": "// TODO: hidden\n",
  ".env": "TODO=1\n",
  ".gitignore": "local.ts\n",
  "local.ts": "// TODO: ignored\n",
  "data.raw": new Uint8Array([84, 79, 68, 79, 0, 1]),
};

/** Opens a repository with these files, the later ones newer. */
async function open(tree: TempTree, forbidden: readonly string[] = []): Promise<GatherTree> {
  git(tree.root, "init", "-q");
  for (const [at, path] of [...Object.keys(FILES)].entries()) {
    const time = new Date(2026, 0, 1, 0, at);
    Deno.utimeSync(`${tree.root}/${path}`, time, time);
  }
  return await openGatherTree({ root: tree.root, forbidden });
}

const CODEX = { style: "codex" } as const;
const SEED = { style: "seed" } as const;

Deno.test("C-21: read_file reads what may be seen, in both styles, without secrets", async () => {
  using tree = makeTree(FILES);
  const opened = await open(tree);
  const path = `${tree.root}/src/a.ts`;
  assert.deepEqual(await gatherFile({ path, limit: 1 }, opened, CODEX), {
    content: "L1: export const a = 1;",
    success: true,
  });
  const seed = await gatherFile({ path: "src/a.ts", offset: 1 }, opened, SEED);
  assert.equal(seed.content, "     2|// TODO: one");
  const { content } = await gatherFile({ path: "src/b.ts" }, opened, SEED);
  assert.ok(!content.includes(TOKEN) && content.includes("«masked: "), content);
  const cut = await gatherFile({ path: "src/a.ts" }, opened, {
    ...SEED,
    truncation: { kind: "bytes", limit: 10 },
  });
  assert.equal(cut.content, "     …36 chars truncated…: one");
});

Deno.test("C-21: read_file reads nothing that is hidden, ignored, linked, forbidden or outside", async () => {
  using tree = makeTree(FILES);
  Deno.symlinkSync("/etc/passwd", `${tree.root}/link.ts`);
  const opened = await open(tree, ["docs"]);
  const cases: Readonly<Record<string, RegExp>> = {
    "vendor/d.ts": /folder named "vendor"/,
    ".env": /may be secret/,
    "local.ts": /an ignore file leaves it out/,
    "link.ts": /symbolic link/,
    "docs/c.md": /work manifest forbids it/,
    "data.raw": /binary/,
    "../x": /outside the root/,
    "/etc/passwd": /outside the root/,
    "src": /folder/,
    "no.ts": /no such file/,
  };
  for (const [path, reason] of Object.entries(cases)) {
    const { content, success } = await gatherFile({ path }, opened, SEED);
    assert.equal(success, false, path);
    assert.match(content, reason);
    assert.match(content, /^failed to read file: /);
  }
  assert.equal((await gatherFile({ path: "src/a.ts", offset: 0 }, opened, CODEX)).success, false);
});

Deno.test("C-22: grep_files lists files newest first, or lines by path", async () => {
  using tree = makeTree(FILES);
  const opened = await open(tree);
  const codex = await gatherMatches({ pattern: "TODO" }, opened, CODEX);
  const files = ["docs/c.md", "src/b.ts", "src/a.ts"].map((path) => `${tree.root}/${path}`);
  assert.deepEqual(codex, { content: files.join("\n"), success: true });
  const seed = await gatherMatches({ pattern: "^// TODO: \\w+" }, opened, SEED);
  assert.equal(seed.content, "src/a.ts:2:// TODO: one\nsrc/b.ts:2:// TODO: two");
  const found = async (call: object) =>
    (await gatherMatches({ pattern: "TODO", ...call }, opened, CODEX)).content.split("\n");
  assert.deepEqual(await found({ include: "*.md" }), [files[0]]);
  assert.deepEqual(await found({ path: `${tree.root}/src` }), files.slice(1));
  assert.deepEqual(await found({ path: "src/a.ts" }), [files[2]]);
  assert.deepEqual(await found({ limit: 2 }), files.slice(0, 2));
  const lines = await gatherMatches({ pattern: "TODO", limit: 1 }, opened, SEED);
  assert.equal(lines.content, "docs/c.md:1:TODO in words\n[there is more: narrow the pattern]");
});

Deno.test("C-22: grep_files says what is wrong, and finds no secret", async () => {
  using tree = makeTree(FILES);
  const opened = await open(tree);
  const ask = (call: object) => gatherMatches({ pattern: "TODO", ...call }, opened, CODEX);
  assert.deepEqual(await ask({ pattern: "" }), {
    content: "pattern must not be empty",
    success: false,
  });
  const none = { content: "No matches found.", success: false };
  assert.deepEqual(await ask({ pattern: "nowhere" }), none);
  assert.deepEqual(await ask({ pattern: "ghp_[a-z]" }), none);
  assert.match(
    (await ask({ pattern: "a(" })).content,
    /^the pattern is no regular expression: /,
  );
  assert.match(
    (await ask({ pattern: "(?=a)" })).content,
    /^the pattern is no regular expression: /,
  );
  assert.match((await ask({ path: "../x" })).content, /outside the root$/);
  assert.match((await ask({ path: "vendor" })).content, /there is nothing to see at "vendor"$/);
  const late = await gatherMatches({ pattern: "TODO" }, opened, { ...CODEX, timeLimitMs: -1 });
  assert.match(late.content, /^grep_files timed out after /);
});

Deno.test("C-22: a pattern that other engines take for ever over is answered", async () => {
  using tree = makeTree({ "a.txt": `${"a".repeat(60_000)}\n${"b\n".repeat(40_000)}ac\n` });
  const line = noise(60_000, { alphabet: "ab" });
  using bigTree = makeTree({ "a.txt": `${line}\n`.repeat(30) });
  const opened = await openGatherTree({ root: tree.root });
  const big = await openGatherTree({ root: bigTree.root });
  const { content } = await gatherMatches({ pattern: "^(a+)+c$" }, opened, SEED);
  assert.equal(content, "a.txt:40002:ac");
  // Many lines that are slow to look at are not all looked at.
  const start = performance.now();
  const late = { ...SEED, timeLimitMs: 300 };
  const slow = await gatherMatches({ pattern: "(?:a|b|[ab])*a[ab]{300}[cd]$" }, big, late);
  assert.match(slow.content, /^grep_files timed out after 0.3 seconds$/);
  assert.ok(performance.now() - start < 5000);
});

Deno.test("C-22: grep_files finds the lines that a search of each line finds", async () => {
  const patterns = [
    "ab",
    "^a",
    "b$",
    "a.b",
    "[ab]{2}",
    "a|c",
    "(?i)A",
    "\\s",
    "a\\z",
    "\\bab\\b",
    "^$",
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[abc ]{0,5}$/), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...patterns),
      fc.constantFrom("\n", "\r\n"),
      async (lines, pattern, lineEnd) => {
        using tree = makeTree({ "a.txt": lines.join(lineEnd) });
        const opened = await openGatherTree({ root: tree.root });
        const { content } = await gatherMatches({ pattern }, opened, SEED);
        const regexp = new RegExp(
          pattern.replace("(?i)", "").replace("\\z", "$"),
          pattern.startsWith("(?i)") ? "i" : "",
        );
        // As with grep, a newline ends a line: an empty file has none.
        const ended = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
        const expected = ended.flatMap((line, at) =>
          regexp.test(line) ? `a.txt:${at + 1}:${line}` : []
        );
        assert.equal(content, expected.join("\n") || "No matches found.");
      },
    ),
    {
      numRuns: 60,
      examples: [[[""], "^$", "\n"], [["", ""], "^$", "\r\n"], [["a", ""], "^$", "\n"]],
    },
  );
});

Deno.test("shell runs what the caller permits, within the root, and tells how it ended", async () => {
  using tree = makeTree(FILES);
  const permit = ([program, , script = ""]: readonly string[]) =>
    program === "sh" && !script.includes("rm");
  const shell = (script: string, more: object = {}) =>
    gatherExecution({ command: ["sh", "-c", script], ...more }, tree, { ...CODEX, permit });
  const { content, success } = await shell("printf 'a\\377'; echo b >&2", { workdir: "src" });
  assert.equal(success, true);
  assert.match(content, /^Exit code: 0\nWall time: [\d.]+ seconds\nOutput:\na\ufffdb\n$/);
  assert.match((await shell("pwd", { workdir: "src" })).content, /\/src\n$/);
  assert.match((await shell("exit 3")).content, /^Exit code: 3\n/);
  assert.match(
    (await shell("sleep 9", { timeoutMs: 200 })).content,
    /^Exit code: 124\n[^]*timed out after 2\d\d /,
  );
  assert.ok(!(await shell("cat src/b.ts")).content.includes(TOKEN));
  const refusals: readonly (readonly [Promise<{ readonly content: string }>, RegExp])[] = [
    [shell("rm -rf x"), /^the command is not run as it is not permitted$/],
    [shell("pwd", { workdir: "../" }), /no folder within the root$/],
    [shell("pwd", { workdir: "no" }), /no folder within the root$/],
    [gatherExecution({ command: [] }, tree, { ...CODEX, permit: () => true }), /it is empty$/],
    [
      gatherExecution({ command: ["no-such-program"] }, tree, { ...CODEX, permit: () => true }),
      /there is no program|may not run/,
    ],
  ];
  for (const [output, reason] of refusals) assert.match((await output).content, reason);
  const seed = await gatherExecution({ command: ["sh", "-c", "echo x"] }, tree, {
    ...SEED,
    permit,
  });
  assert.equal(JSON.parse(seed.content).output, "x\n");
});
