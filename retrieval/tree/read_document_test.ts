import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import { makeTree, run } from "../../tests/temp_tree.ts";
import { MAX_READ_BYTES, readDocument, readText, statDocument } from "./read_document.ts";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

function reasonOf(root: string, path: string): string {
  const outcome = readDocument(root, path, EXCLUSIONS);
  return outcome.kind === "skipped" ? outcome.reason : "none";
}

function textOf(root: string, path: string): string | undefined {
  const outcome = readDocument(root, path, EXCLUSIONS);
  return outcome.kind === "text" ? outcome.text : undefined;
}

Deno.test("readDocument() returns text, bytes, size and modification time", () => {
  using tree = makeTree({ "src/a.ts": "é\r\n" });
  const changed = new Date(1_700_000_000_123);
  Deno.utimeSync(`${tree.root}/src/a.ts`, changed, changed);
  assert.deepEqual(readDocument(tree.root, "src/a.ts", EXCLUSIONS), {
    kind: "text",
    text: "é\r\n",
    bytes: new Uint8Array([0xc3, 0xa9, 0x0d, 0x0a]),
    size: 4,
    modified: 1_700_000_000_123,
  });
});

Deno.test("readDocument() reads an empty file and names of all kinds", () => {
  const names = ["empty", "a b.ts", "line\nbreak.ts", "\u{1f9ea}.ts", "-rf.ts", 'q"uote.ts'];
  using tree = makeTree(Object.fromEntries(names.map((name) => [name, ""])));
  for (const name of names) assert.equal(textOf(tree.root, name), "");
});

Deno.test("readDocument() follows no link, to any target", () => {
  using tree = makeTree({ "root/a.ts": "1", "root/sub/b.ts": "1", "outside/o.ts": "1" });
  const root = `${tree.root}/root`;
  Deno.symlinkSync("a.ts", `${root}/inner`);
  Deno.symlinkSync("../outside/o.ts", `${root}/outer`);
  Deno.symlinkSync("loop", `${root}/loop`);
  Deno.symlinkSync("../outside", `${root}/folder`);
  Deno.symlinkSync("sub", `${root}/alias`);
  for (const path of ["inner", "outer", "loop"]) assert.equal(reasonOf(root, path), "symlink");
  assert.equal(reasonOf(root, "folder/o.ts"), "outside_root");
  // Inside the root, but under another name: the text is returned for its own name only.
  assert.equal(reasonOf(root, "alias/b.ts"), "outside_root");
});

Deno.test("readDocument() reads nothing above the root", () => {
  using tree = makeTree({ "root/a.ts": "1", "o.ts": "1" });
  assert.equal(reasonOf(`${tree.root}/root`, "../o.ts"), "outside_root");
  assert.notEqual(reasonOf(`${tree.root}/root`, ".."), "none");
  assert.notEqual(reasonOf(`${tree.root}/root`, `${tree.root}/o.ts`), "none");
});

Deno.test("readDocument() opens no pipe, folder or device", () => {
  using tree = makeTree({ "folder/a.ts": "1" });
  run("mkfifo", `${tree.root}/pipe.ts`);
  assert.equal(reasonOf(tree.root, "pipe.ts"), "special");
  assert.equal(reasonOf(tree.root, "folder"), "special");
  assert.equal(reasonOf("/dev", "zero"), "special");
});

Deno.test("readDocument() reports a missing file", () => {
  using tree = makeTree({ "a.ts": "1" });
  assert.equal(reasonOf(tree.root, "gone.ts"), "vanished");
  assert.equal(reasonOf(tree.root, "gone/b.ts"), "vanished");
  assert.equal(reasonOf(tree.root, "a.ts/b.ts"), "vanished");
});

Deno.test({
  name: "readDocument() reports an unreadable file",
  // Root may read every file.
  ignore: Deno.uid() === 0,
  fn: () => {
    using tree = makeTree({ "a.ts": "1" });
    Deno.chmodSync(`${tree.root}/a.ts`, 0);
    assert.equal(reasonOf(tree.root, "a.ts"), "unreadable");
  },
});

Deno.test("readDocument() reports the rule that excludes a file", () => {
  using tree = makeTree({
    "vendor/a.go": "1",
    ".env": "TOKEN=1",
    "nul.ts": "a\0b",
    "late.ts": "a".repeat(8000) + "\0",
  });
  for (
    const [path, message] of [
      ["vendor/a.go", 'it is in a folder named "vendor"'],
      [".env", 'its path contains a name like ".env", which may be secret'],
      ["nul.ts", "it is binary"],
    ] as const
  ) {
    const outcome = readDocument(tree.root, path, EXCLUSIONS);
    assert.equal(outcome.kind === "skipped" && outcome.reason, "excluded");
    assert.equal(outcome.kind === "skipped" && outcome.message, message);
  }
  assert.equal(textOf(tree.root, "late.ts")?.length, 8001);
});

Deno.test("readDocument() skips a file of 50 MB by its size, without reading it", () => {
  using tree = makeTree({ "huge.ts": "", "fits.ts": "" });
  Deno.truncateSync(`${tree.root}/huge.ts`, 50_000_000);
  const outcome = readDocument(tree.root, "huge.ts", EXCLUSIONS);
  // Its bytes are all NUL. If they were read, the reason would be that it is binary.
  assert.deepEqual(outcome, {
    kind: "skipped",
    reason: "excluded",
    message: `it is larger than ${DEFAULT_EXCLUSIONS.maxFileBytes} bytes`,
    size: 50_000_000,
  });
  Deno.writeTextFileSync(`${tree.root}/fits.ts`, "a".repeat(DEFAULT_EXCLUSIONS.maxFileBytes));
  assert.equal(textOf(tree.root, "fits.ts")?.length, DEFAULT_EXCLUSIONS.maxFileBytes);
});

Deno.test("readDocument() reads no file of more than 16 MiB, for any caller", () => {
  using tree = makeTree({ "huge.txt": "", "fits.txt": "" });
  Deno.truncateSync(`${tree.root}/huge.txt`, MAX_READ_BYTES + 1);
  const generous = createVisibility({ ...DEFAULT_EXCLUSIONS, maxFileBytes: 10 * MAX_READ_BYTES });
  for (const visibility of [EXCLUSIONS, generous]) {
    // Its bytes are all NUL. If they were read, the reason would be that it is binary.
    assert.deepEqual(readDocument(tree.root, "huge.txt", visibility, { explicit: true }), {
      kind: "skipped",
      reason: "excluded",
      message: "it has 16777217 bytes, and at most 16777216 are read",
      size: MAX_READ_BYTES + 1,
    });
  }
  Deno.writeFileSync(`${tree.root}/fits.txt`, new Uint8Array(MAX_READ_BYTES).fill(97));
  const outcome = readDocument(tree.root, "fits.txt", EXCLUSIONS, { explicit: true });
  assert.equal(outcome.kind === "text" && outcome.text.length, MAX_READ_BYTES);
});

Deno.test("readText() reads no other file than the one that was checked, link or not", async () => {
  using tree = makeTree({ "root/sub/a.ts": "inside", "outside/a.ts": "outside" });
  const root = `${tree.root}/root`;
  const find = () => {
    const found = statDocument(root, "sub/a.ts", EXCLUSIONS);
    assert.equal(found.kind, "file");
    return { ...found as Extract<typeof found, { kind: "file" }>, visibility: EXCLUSIONS };
  };
  const found = find();
  const read = await readText(root, "sub/a.ts", found);
  assert.equal(read.kind === "text" && read.text, "inside");
  const expected = {
    kind: "skipped",
    reason: "vanished",
    message: "another file replaced it",
    size: 0,
  };
  Deno.renameSync(`${root}/sub/a.ts`, `${root}/sub/kept.ts`);
  Deno.symlinkSync(`${tree.root}/outside/a.ts`, `${root}/sub/a.ts`);
  assert.deepEqual(await readText(root, "sub/a.ts", found), expected);
  Deno.renameSync(`${root}/sub/kept.ts`, `${root}/sub/a.ts`);
  assert.equal((await readText(root, "sub/a.ts", find())).kind, "text");
  Deno.renameSync(`${root}/sub`, `${root}/kept`);
  Deno.symlinkSync(`${tree.root}/outside`, `${root}/sub`);
  assert.deepEqual(await readText(root, "sub/a.ts", found), expected);
});
