import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { makeTree, writeFiles } from "../../../tests/temp_tree.ts";
import { openDoor } from "./open_door.ts";
import { listProgramFiles, ProgramFiles } from "./program_files.ts";
import { EngineConnection } from "../connect_engine.ts";
import { findEngines } from "../warm_engine.ts";

/** Number of checks whether a door has closed, and the pause between them in milliseconds. */
const MAX_TRIES = 250;
const PAUSE_MS = 20;

Deno.test("ProgramFiles notices a file that is written, replaced, removed or added", () => {
  const changes: readonly ((root: string) => void)[] = [
    (root) => writeFiles(root, { "a.ts": "longer" }),
    (root) => {
      writeFiles(root, { "new.ts": "b" });
      Deno.renameSync(`${root}/new.ts`, `${root}/b.ts`);
    },
    (root) => Deno.removeSync(`${root}/b.ts`),
    (root) => writeFiles(root, { "c.ts": "c" }),
  ];
  for (const [at, change] of changes.entries()) {
    using tree = makeTree({ "a.ts": "a", "b.ts": "b" });
    const { root } = tree;
    const files = new ProgramFiles(["a.ts", "b.ts", "c.ts"].map((name) => `${root}/${name}`));
    assert.equal(files.areUnchanged(), true);
    change(root);
    assert.equal(files.areUnchanged(), false, `${at}`);
  }
});

Deno.test("listProgramFiles() returns all files that this program may load, and no tests", () => {
  const files = listProgramFiles();
  const root = Deno.cwd();
  for (const path of ["cli/main.ts", "core/math/mod.ts", "retrieval/deno.json", "deno.lock"]) {
    assert.ok(files.includes(`${root}/${path}`), path);
  }
  assert.deepEqual(files.filter((path) => path.includes("_test.")), []);
});

Deno.test("a door closes at the next request after the program was changed", async () => {
  using tree = makeTree({ "program.ts": "a" });
  using cache = makeTree({});
  let times = 0;
  await using _door = await openDoor({
    roots: [{ name: "tree", path: tree.root }],
    readiness: () => [],
    call: () => Promise.reject(new Error("Nobody asks it")),
  }, {
    handlers: [{ kind: "any", handle: (caller) => caller.send({ is: "answered" }) }],
    name: "warm",
    cache: cache.root,
    home: undefined,
    programFiles: [`${tree.root}/program.ts`],
    onChanged: () => times++,
  });
  const [engine] = await findEngines(tree.root, cache.root);
  const ask = async () => {
    using connection = await EngineConnection.open(engine!, { maxLength: 100 });
    await connection!.send(JSON.stringify({ kind: "any" }));
    return (await connection!.lines.next()).value;
  };
  assert.equal(await ask(), '{"is":"answered"}');
  writeFiles(tree.root, { "program.ts": "other" });
  assert.deepEqual(await Promise.all([ask(), ask()]), [undefined, undefined]);
  // Callers receive nothing more before the announcement is withdrawn.
  for (let tries = 0; tries < MAX_TRIES && times === 0; tries++) await delay(PAUSE_MS);
  assert.deepEqual(await findEngines(tree.root, cache.root), []);
  assert.equal(times, 1);
});
