import assert from "node:assert/strict";
import type { Structure } from "@dossier/core";
import { git, makeTree, type TempTree, writeFiles } from "../../tests/temp_tree.ts";
import { openEngine } from "../engine.ts";

const TREE = {
  "src/retry.ts": `import { sleep } from "./sleep.ts";

export async function retryUpload(send: () => Promise<void>): Promise<void> {
  await pauseAfter(1);
  return send();
}

export function pauseAfter(attempt: number): Promise<void> {
  return sleep(attempt * 1000);
}
`,
  "src/sleep.ts":
    "export function sleep(ms: number): Promise<void> {\n  return new Promise((done) => setTimeout(done, ms));\n}\n",
  "src/queue.ts": `import { retryUpload } from "./retry.ts";

export class UploadQueue {
  length = 0;

  drain(): Promise<void> {
    return retryUpload(() => Promise.resolve());
  }
}
`,
  "src/retry_test.ts": `import { pauseAfter } from "./retry.ts";

Deno.test("it waits", async () => {
  await pauseAfter(1);
});
`,
  "src/queue_test.ts": `import { UploadQueue } from "./queue.ts";

Deno.test("it drains", async () => {
  await new UploadQueue().drain();
});
`,
};

/** Creates a tree whose files are committed. */
function makeCommitted(files: Readonly<Record<string, string>> = TREE): TempTree {
  const tree = makeTree(files);
  git(tree.root, "init", "--quiet");
  git(tree.root, "add", "--all");
  git(tree.root, "commit", "--quiet", "--message", "all");
  return tree;
}

async function ask(
  { root }: TempTree,
  kind: "impact" | "tests",
  { diff = "", depth }: { readonly diff?: string; readonly depth?: number } = {},
): Promise<Structure> {
  using engine = await openEngine({ root });
  return await engine.structure({ kind, diff, depth });
}

/** Returns the listed entries as `depth path name: reasons`. */
function linesOf({ definitions }: Structure): readonly string[] {
  return definitions.map(({ depth, path, symbol, signature, reasons }) =>
    `${depth} ${path} ${symbol ?? signature}: ${reasons.join("; ")}`
  );
}

function messagesOf({ notes }: Structure): string {
  return notes.map(({ message }) => message).join("\n");
}

Deno.test("Engine.structure() lists the dependents of changes, and the tests that reach them", async () => {
  using tree = makeCommitted();
  writeFiles(tree.root, { "src/retry.ts": TREE["src/retry.ts"].replace("* 1000", "* 2000") });
  assert.deepEqual(
    linesOf(await ask(tree, "impact")),
    [
      "0 src/retry.ts pauseAfter: changed",
      "1 src/retry.ts retryUpload: calls it in line 4",
      '1 src/retry_test.ts Deno.test("it waits", async () => {: calls it in line 4',
      "2 src/queue.ts UploadQueue.drain: by retryUpload in line 7",
      '3 src/queue_test.ts Deno.test("it drains", async () => {: by drain in line 4, 3 calls away',
    ].sort((a, b) => a.slice(2) < b.slice(2) ? -1 : 1).sort(byFirst(await ask(tree, "impact"))),
  );
  const { text } = await ask(tree, "impact");
  assert.match(
    text,
    /^What depends on the changes\n\nChanged: 1, in 1 file\n\nsrc\/retry\.ts\n {2}8-10 {2}[^]*\nDirectly: 1 certain, in 1 file\n[^]*\nThrough others: 1 certain, in 1 file\n[^]*\nTests that reach it: 2 certain, in 2 files\n/,
  );
  const near = await ask(tree, "tests", { depth: 1 });
  assert.deepEqual(near.definitions.map(({ path }) => path), ["src/retry_test.ts"]);
});

/** Returns a comparison of lines by their position in an answer. */
function byFirst(answer: Structure): (a: string, b: string) => number {
  const lines = linesOf(answer);
  return (a, b) => lines.indexOf(a) - lines.indexOf(b);
}

Deno.test("Engine.structure() lists changed tests before those that reach a change", async () => {
  using tree = makeCommitted();
  writeFiles(tree.root, {
    "src/queue_test.ts": TREE["src/queue_test.ts"].replace("await new", "await  new"),
    "src/retry.ts": TREE["src/retry.ts"].replace("* 1000", "* 2000"),
  });
  const answer = await ask(tree, "tests");
  assert.deepEqual(linesOf(answer), [
    '0 src/queue_test.ts Deno.test("it drains", async () => {: changed',
    '1 src/retry_test.ts Deno.test("it waits", async () => {: calls it in line 4',
  ]);
  assert.match(
    answer.text,
    /^Tests of the changes\n\nChanged: 1, in 1 file\n[^]*\nTests that/,
  );
});

Deno.test("Engine.structure() detects staged, untracked, moved and renamed files", async () => {
  using tree = makeCommitted();
  // Moved without a change: its callers are not affected.
  git(tree.root, "mv", "src/sleep.ts", "src/wait.ts");
  writeFiles(tree.root, {
    "src/retry.ts": TREE["src/retry.ts"].replace("sleep.ts", "wait.ts"),
    "src/fresh.ts": "export function brandNew(): number {\n  return 1;\n}\n",
  });
  const answer = await ask(tree, "impact");
  assert.deepEqual(linesOf(answer), ["0 src/fresh.ts brandNew: new"]);
  assert.match(messagesOf(answer), /imports, differ in 1 changed file: src\/retry\.ts/);
  git(tree.root, "add", "--all");
  assert.deepEqual(linesOf(await ask(tree, "impact")), linesOf(answer));
  git(tree.root, "commit", "--quiet", "--message", "more");
  const none = await ask(tree, "impact");
  assert.deepEqual([none.text, none.definitions], ["", []]);
  assert.equal(messagesOf(none), "No definition has changed since HEAD");
  assert.deepEqual(linesOf(await ask(tree, "impact", { diff: "HEAD~1" })), linesOf(answer));
});

Deno.test("Engine.structure() lists remaining uses of a removed definition", async () => {
  using tree = makeCommitted();
  const [head, tail] = TREE["src/retry.ts"].split("export function pauseAfter");
  assert.ok(tail !== undefined);
  writeFiles(tree.root, { "src/retry.ts": head! });
  assert.deepEqual(linesOf(await ask(tree, "impact", { depth: 1 })), [
    "1 src/retry.ts retryUpload: likely calls it in line 4",
    "0 src/retry.ts pauseAfter: removed",
    '1 src/retry_test.ts Deno.test("it waits", async () => {: likely calls it in line 4',
  ]);
  // Its whole file is removed, and its definitions are not listed one by one.
  Deno.removeSync(`${tree.root}/src/queue.ts`);
  const lines = linesOf(await ask(tree, "impact", { depth: 1 }));
  assert.ok(lines.includes("0 src/queue.ts UploadQueue: removed"), lines.join("\n"));
  assert.ok(!lines.some((line) => line.includes("UploadQueue.drain: removed")));
  assert.ok(lines.some((line) => line.startsWith("1 src/queue_test.ts")), lines.join("\n"));
});

Deno.test("Engine.structure() counts a changed field as a change of its container", async () => {
  using tree = makeCommitted();
  writeFiles(tree.root, {
    "src/queue.ts": TREE["src/queue.ts"].replace("length = 0", "length = 1"),
  });
  const { definitions } = await ask(tree, "impact", { depth: 1 });
  assert.deepEqual(definitions.map(({ symbol, depth }) => [symbol, depth]), [
    ["UploadQueue", 0],
    [undefined, 1],
  ]);
});

Deno.test("Engine.structure() excludes changed files that must not be shown, and reports their number", async () => {
  using tree = makeCommitted({
    ...TREE,
    ".dossierignore": "hidden/\n",
    "hidden/own.ts": "export const own = 1;\n",
  });
  writeFiles(tree.root, { "hidden/own.ts": "export const own = 2;\n", ".env": "KEY=1\n" });
  const answer = await ask(tree, "impact");
  assert.deepEqual(answer.definitions, []);
  assert.match(
    messagesOf(answer),
    /^No definition has changed since HEAD\n2 changed files may not be shown/,
  );
  assert.ok(!JSON.stringify(answer).includes("own.ts"));
});

Deno.test("Engine.structure() masks secrets in old and in new text", async () => {
  const secret = ["postgres://app:", "horse7battery", "@db/app"].join("");
  const text = (more: string) =>
    `export function openStore(url = "${secret}") {\n  return url${more};\n}\n`;
  using tree = makeCommitted({ "src/store.ts": text("") });
  assert.deepEqual((await ask(tree, "impact")).definitions, []);
  writeFiles(tree.root, { "src/store.ts": text(" + 1") });
  const answer = await ask(tree, "impact");
  assert.equal(answer.definitions[0]?.symbol, "openStore");
  writeFiles(tree.root, { "src/store.ts": "export const other = 1;\n" });
  const removed = await ask(tree, "impact");
  assert.deepEqual(linesOf(removed), [
    "0 src/store.ts openStore: removed",
    "0 src/store.ts other: new",
  ]);
  assert.ok(!JSON.stringify([answer, removed]).includes("horse7battery"));
});

Deno.test("Engine.structure() rejects a diff, a depth and all for kinds that do not accept them", async () => {
  using tree = makeTree(TREE);
  using engine = await openEngine({ root: tree.root });
  const cases = [
    [{ kind: "callers", targets: ["sleep"], diff: "" }, /with "diff": only tests, impact accept/],
    [
      { kind: "callers", targets: ["sleep"], depth: 2 },
      /with "depth": only tests, impact, paths accept/,
    ],
    [{ kind: "tests", targets: ["sleep"], all: true }, /with "all": only callers accept/],
    [
      { kind: "impact", targets: ["sleep"], depth: 0 },
      /depth of 0: use a whole number from 1 to 8/,
    ],
    [{ kind: "impact", targets: ["sleep"], depth: 9 }, /depth of 9/],
    [{ kind: "impact", targets: ["sleep"], depth: 1.5 }, /depth of 1\.5/],
    [{ kind: "impact", targets: ["sleep"], diff: "main" }, /for both "diff" and "sleep"/],
    [{ kind: "impact" }, /name 1 to 20 definitions.*, or use a diff/],
    [{ kind: "paths", targets: ["sleep"] }, /name two definitions/],
    [{ kind: "tests", diff: "" }, /"HEAD": the tree is not in a git repository/],
  ] as const;
  for (const [question, message] of cases) {
    await assert.rejects(engine.structure(question), { code: "invalid-target", message });
  }
});
