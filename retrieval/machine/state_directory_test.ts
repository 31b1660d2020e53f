import assert from "node:assert/strict";
import { RetrievalError } from "./errors.ts";
import { openStateDirectory } from "./state_directory.ts";

/** Runs `body` in a new folder that is removed afterwards. */
async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  try {
    await body(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function isRefused(place: string): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof RetrievalError);
    assert.equal(error.code, "index-unwritable");
    assert.ok(error.message.includes(`"${place}"`), error.message);
    return true;
  };
}

Deno.test("openStateDirectory() creates a folder in the root that git ignores", () =>
  inFolder(async (root) => {
    const { path, notes } = await openStateDirectory(root);
    assert.equal(path, `${root}/.dossier/state`);
    assert.deepEqual(notes, []);
    assert.equal(Deno.readTextFileSync(`${path}/.gitignore`), "*\n");
  }));

Deno.test("openStateDirectory() repairs an ignore file that a full disk left empty", () =>
  inFolder(async (root) => {
    const { path } = await openStateDirectory(root);
    Deno.writeTextFileSync(`${path}/.gitignore`, "");
    await openStateDirectory(root);
    assert.equal(Deno.readTextFileSync(`${path}/.gitignore`), "*\n");
  }));

Deno.test("openStateDirectory() accepts a chosen folder that is new, empty or its own", () =>
  inFolder(async (root) => {
    const chosen = `${root}/new/folder`;
    assert.equal((await openStateDirectory(root, { chosen })).path, chosen);
    Deno.writeTextFileSync(`${chosen}/note.txt`, "x");
    assert.equal((await openStateDirectory(root, { chosen })).path, chosen);
    Deno.mkdirSync(`${root}/empty`);
    const empty = await openStateDirectory(root, { chosen: `${root}/empty` });
    assert.equal(empty.path, `${root}/empty`);
  }));

Deno.test("openStateDirectory() refuses a chosen folder with other files, and leaves it unchanged", () =>
  inFolder(async (root) => {
    Deno.writeTextFileSync(`${root}/main.c`, "int main;\n");
    await assert.rejects(openStateDirectory(root, { chosen: root }), isRefused(root));
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name), ["main.c"]);
    const file = `${root}/main.c`;
    await assert.rejects(openStateDirectory(root, { chosen: file }), isRefused(file));
  }));

Deno.test("openStateDirectory() uses the user's cache when a file is in the way", () =>
  inFolder(async (root) => {
    Deno.writeTextFileSync(`${root}/.dossier`, "x");
    await assert.rejects(openStateDirectory(root), isRefused(`${root}/.dossier/state`));
    const { path, notes } = await openStateDirectory(root, { cache: `${root}/cache` });
    assert.ok(path.startsWith(`${root}/cache/dossier/`));
    assert.equal(notes[0]?.code, "state-elsewhere");
    assert.ok(notes[0].message.includes(path));
    const again = await openStateDirectory(root, { cache: `${root}/cache` });
    assert.equal(again.path, path);
  }));

Deno.test("openStateDirectory() names a fix that a server supports too when it finds no folder", () =>
  inFolder(async (root) => {
    Deno.writeTextFileSync(`${root}/.dossier`, "");
    const fix = (options?: { readonly chosen: string }) =>
      openStateDirectory(root, options).then(
        () => assert.fail("a place was found"),
        (error: Error) => error.message.replace(/^.*: /, ""),
      );
    assert.equal(
      await fix(),
      "make it writable, or set XDG_CACHE_HOME to a writable folder, or choose a folder with --state if the command has this option",
    );
    assert.equal(
      await fix({ chosen: `${root}/.dossier/state` }),
      "make it writable, or choose another place with --state",
    );
  }));

Deno.test("openStateDirectory() refuses a folder in place of the index or its lock", () =>
  inFolder(async (root) => {
    const { path } = await openStateDirectory(root);
    Deno.mkdirSync(`${path}/index.db`);
    await assert.rejects(openStateDirectory(root), isRefused(path));
    Deno.removeSync(`${path}/index.db`);
    Deno.removeSync(`${path}/index.lock`);
    Deno.mkdirSync(`${path}/index.lock`);
    await assert.rejects(openStateDirectory(root), isRefused(path));
  }));
