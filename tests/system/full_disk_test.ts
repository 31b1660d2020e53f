import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const FULL = { code: 3, message: /^dossier: Cannot write the index ".*" as the disk is full/m };
const UNRECORDED = /Nothing was recorded: Cannot use the state ".*" as the disk is full or failing/;

/** Tree on a full disk, which was indexed and searched before the disk was full. */
interface FullDisk extends Disposable {
  /** Runs the program in the tree. */
  run(args: readonly string[], input?: string): ReturnType<TempWorkspace["run"]>;
  /** Runs a bash script in the tree. */
  bash(script: string): void;
}

const TREE = { "docs/a.md": "# Zebra\n\nRetry uploads.\n", "src/b.py": "def zebra():\n    pass\n" };

/**
 * Prevents files from growing, which SQLite treats like a full disk, for every user and file
 * system.
 */
async function limitDisk(): Promise<FullDisk> {
  const workspace = new TempWorkspace(TREE);
  await prepare((args) => workspace.run(args));
  return {
    run: (args, input) =>
      workspace.run(args, { input: input ?? "", shell: `trap '' XFSZ; ulimit -f 0; exec "$@"` }),
    bash: (script) => bash(script, workspace.root),
    [Symbol.dispose]: () => workspace[Symbol.dispose](),
  };
}

/** Fills a small file system to the last byte; undefined without permission to mount one. */
async function fillDisk(): Promise<FullDisk | undefined> {
  const workspace = new TempWorkspace({ "mnt/x": "" });
  const mnt = workspace.path("mnt");
  // It exists only for this process and those that join it.
  const holder = new Deno.Command("bash", {
    args: [
      ...["--norc", "-c", 'exec unshare --mount "$@"', "bash"],
      ..."bash --norc -c".split(" "),
      `mount -t tmpfs -o size=8m none "${mnt}" && echo ready && exec sleep 600`,
    ],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const { value } = await holder.stdout.getReader().read();
  const dispose = () => {
    holder.kill("SIGKILL");
    workspace[Symbol.dispose]();
  };
  if (value === undefined) {
    workspace[Symbol.dispose]();
    return undefined;
  }
  const inside = `nsenter --mount --target ${holder.pid} bash --norc -c`;
  const run = (args: readonly string[], input = "") =>
    workspace.run(args, { input, shell: `exec ${inside} 'cd "${mnt}" && exec "$@"' bash "$@"` });
  const script = (text: string) => bash(`${inside} 'cd "${mnt}" && ${text}'`, workspace.root);
  for (const [path, text] of Object.entries(TREE)) {
    script(`mkdir -p ${path.split("/")[0]}; printf "${text.replaceAll("\n", "\\n")}" > ${path}`);
  }
  await prepare(run);
  // Never more than the file system can store, in case it is another one.
  script("head -c 9M /dev/zero > fill 2>/dev/null; true");
  return { run, bash: script, [Symbol.dispose]: dispose };
}

function bash(script: string, cwd: string): void {
  const { success, stderr } = new Deno.Command("bash", { args: ["--norc", "-c", script], cwd })
    .outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
}

async function prepare(run: FullDisk["run"]): Promise<void> {
  assertSuccess(await run(["index"]));
  assertSuccess(await run(["context", "--session", "s", "zebra"]));
}

const DISKS = { "a limit on files": limitDisk, "a full file system": fillDisk };

for (const [name, open] of Object.entries(DISKS)) {
  Deno.test(`with ${name}, requests that need no space are answered, and lost data is reported`, async () => {
    using disk = await open();
    if (disk === undefined) return;
    const search = await disk.run(["search", "--json", "zebra"]);
    const { results, notes } = JSON.parse(assertSuccess(search));
    assert.deepEqual(results.map(({ path }: { path: string }) => path).sort(), [
      "docs/a.md",
      "src/b.py",
    ]);
    assert.deepEqual(notes, []);
    assert.match(assertSuccess(await disk.run(["status"])), /documents 2/);
    assertSuccess(await disk.run(["index"]));

    const context = await disk.run(["context", "zebra"]);
    assert.match(assertSuccess(context), /src\/b\.py/);
    assert.match(context.stderr, UNRECORDED);
    // The earlier texts of a session are known, but present deliveries are not recorded and are
    // sent again.
    const held = await disk.run(["context", "--session", "s", "zebra"]);
    assert.match(assertSuccess(held), /already_present/);
    assert.match(held.stderr, UNRECORDED);
    for (let i = 0; i < 2; i++) {
      const given = await disk.run(["context", "--session", "new", "zebra"]);
      assert.match(assertSuccess(given), /## src\/b\.py/);
    }
    const need = await disk.run(["need", "--session", "s", "-"], "NEED_CODE: src/b.py\n");
    assert.match(assertSuccess(need), /already_present: NEED_CODE: src\/b\.py/);
    const first = await disk.run(["need", "--session", "n", "-"], "NEED_CODE: src/b.py\n");
    assert.match(assertSuccess(first), /def zebra/);
    assert.match(first.stderr, UNRECORDED);
    const log = assertSuccess(await disk.run(["log"]));
    assert.match(log, /^ *1 .* s /m);
    assert.equal(log.trim().split("\n").length, 2, log);
    assert.match(assertSuccess(await disk.run(["log", "show", "1"])), /zebra/);
  });

  Deno.test(`with ${name}, changes are found, and the unsaved index is reported`, async () => {
    using disk = await open();
    if (disk === undefined) return;
    // No more bytes than before: even the changed file must not grow.
    disk.bash('rm -f docs/a.md; printf "Okapi" > src/b.py');
    const found = await disk.run(["search", "okapi"]);
    assert.match(assertSuccess(found), /src\/b\.py/);
    assertFailure(await disk.run(["index"]), FULL);
  });
}
