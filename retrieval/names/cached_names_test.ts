import assert from "node:assert/strict";
import { makeTree, run } from "../../tests/temp_tree.ts";
import { listNames, textHash } from "../machine/mod.ts";
import { cacheNames, readCachedNames } from "./cached_names.ts";

const KEY = await textHash("question");

Deno.test("readCachedNames() returns the names of cacheNames(), in a file that only its owner can read", async () => {
  using tree = makeTree();
  assert.equal(await readCachedNames(tree.root, KEY), undefined);
  cacheNames(tree.root, KEY, ["retryUpload", "max_retries"]);
  assert.deepEqual(await readCachedNames(tree.root, KEY), ["retryUpload", "max_retries"]);
  cacheNames(tree.root, KEY, ["drainQueue"]);
  assert.deepEqual(await readCachedNames(tree.root, KEY), ["drainQueue"]);
  assert.deepEqual(listNames(`${tree.root}/names`), [`${KEY}.json`]);
  assert.equal(Deno.statSync(`${tree.root}/names/${KEY}.json`).mode! & 0o777, 0o600);
  assert.equal(await readCachedNames(tree.root, await textHash("another")), undefined);
});

Deno.test("readCachedNames() ignores other files, and reads a cached one as carefully as a program's output", async () => {
  const cases: readonly (readonly [string, readonly string[] | undefined])[] = [
    ["", undefined],
    ["null", undefined],
    ['["retry"]', undefined],
    ['{"names": "retry"}', undefined],
    ['{"names": []}', undefined],
    ['{"names": ["retry"', undefined],
    [`{"names": ["${"a".repeat(70_000)}"]}`, undefined],
    ['{"names": ["retry", 7, {"a": 1}, "b\\u001b[31mc"]}', ["retry", "7", "object", "Object", "b"]],
  ];
  for (const [text, names] of cases) {
    using tree = makeTree({ [`names/${KEY}.json`]: text });
    const read = await readCachedNames(tree.root, KEY);
    assert.deepEqual(read?.slice(0, 5), names, text.slice(0, 50));
    assert.doesNotMatch(String(read), /\p{Cc}/u);
  }
});

Deno.test("readCachedNames() and cacheNames() follow no link, and leave other files in the way", async () => {
  using elsewhere = makeTree({ "file.json": '{"names": ["foreign"]}\n' });
  using tree = makeTree({ "names/.keep": "" });
  const path = `${tree.root}/names/${KEY}.json`;
  Deno.symlinkSync(`${elsewhere.root}/file.json`, path);
  assert.equal(await readCachedNames(tree.root, KEY), undefined);
  cacheNames(tree.root, KEY, ["own"]);
  assert.deepEqual(await readCachedNames(tree.root, KEY), ["own"]);
  assert.match(Deno.readTextFileSync(`${elsewhere.root}/file.json`), /foreign/);

  using linked = makeTree();
  Deno.symlinkSync(elsewhere.root, `${linked.root}/names`);
  Deno.renameSync(`${elsewhere.root}/file.json`, `${elsewhere.root}/${KEY}.json`);
  assert.equal(await readCachedNames(linked.root, KEY), undefined);
  cacheNames(linked.root, await textHash("b"), ["own"]);
  assert.deepEqual(listNames(elsewhere.root), [`${KEY}.json`]);

  using taken = makeTree({ "names": "a file", [`other/names/${KEY}.json/x`]: "a folder" });
  cacheNames(taken.root, KEY, ["own"]);
  assert.equal(Deno.readTextFileSync(`${taken.root}/names`), "a file");
  cacheNames(`${taken.root}/other`, KEY, ["own"]);
  assert.deepEqual(listNames(`${taken.root}/other/names`), [`${KEY}.json`]);
  run("mkfifo", `${taken.root}/other/names/${await textHash("pipe")}.json`);
  assert.equal(await readCachedNames(`${taken.root}/other`, await textHash("pipe")), undefined);
});

Deno.test("cacheNames() deletes the oldest files beyond 200, and no files of others", async () => {
  using tree = makeTree({ "names/notes.txt": "mine" });
  const keys = await Promise.all(Array.from({ length: 203 }, (_, at) => textHash(String(at))));
  for (const [at, key] of keys.entries()) {
    cacheNames(tree.root, key, ["retry"]);
    Deno.utimeSync(`${tree.root}/names/${key}.json`, 1e9 + at, 1e9 + at);
  }
  // The last one was written before it was as old as the others.
  cacheNames(tree.root, keys[202]!, ["retry"]);
  const kept = listNames(`${tree.root}/names`);
  assert.deepEqual(kept, [...keys.slice(3).map((key) => `${key}.json`), "notes.txt"].sort());
});
