import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { tightenStateFiles } from "./check_state_folder.ts";
import { openStateDirectory } from "./state_directory.ts";

function modeOf(path: string): number {
  return (Deno.lstatSync(path).mode ?? 0) & 0o777;
}

Deno.test("openStateDirectory() removes the permissions of others from files of an earlier version", async () => {
  const names = ["index.db", "index.db-wal", "index.lock", "state.db", "state.db-shm"];
  const folder = ".dossier/state";
  using workspace = new TempWorkspace(
    Object.fromEntries(names.map((name) => [`${folder}/${name}`, "x"])),
  );
  workspace.write(`${folder}/mine.txt`, "x");
  for (const name of [...names, "mine.txt"]) {
    Deno.chmodSync(workspace.path(`${folder}/${name}`), 0o664);
  }
  const { notes } = await openStateDirectory(workspace.root);
  assert.deepEqual(notes, []);
  for (const name of names) assert.equal(modeOf(workspace.path(`${folder}/${name}`)), 0o600, name);
  assert.equal(modeOf(workspace.path(`${folder}/mine.txt`)), 0o664);
  // Git of other users reads it.
  assert.equal(modeOf(workspace.path(`${folder}/.gitignore`)) & 0o444, 0o444);
});

Deno.test("openStateDirectory() changes no file with a hard link elsewhere", async () => {
  for (const name of ["state.db", "state.db-wal", "state.db-shm", "index.db", "index.lock"]) {
    using outside = new TempWorkspace({ "theirs": "x" });
    using workspace = new TempWorkspace({ ".dossier/state/.gitignore": "*\n" });
    Deno.chmodSync(outside.path("theirs"), 0o644);
    Deno.linkSync(outside.path("theirs"), workspace.path(`.dossier/state/${name}`));
    await openStateDirectory(workspace.root).catch(() => {});
    assert.equal(modeOf(outside.path("theirs")), 0o644, name);
    assert.equal(outside.read("theirs"), "x");
  }
});

Deno.test("openStateDirectory() creates a lock that only its owner can read", async () => {
  using workspace = new TempWorkspace();
  const { path } = await openStateDirectory(workspace.root);
  assert.equal(modeOf(`${path}/index.lock`), 0o600);
});

Deno.test({
  name: "tightenStateFiles() returns a note for files that it cannot change",
  // Only root can make a file that not even root can change.
  ignore: Deno.uid() !== 0,
  fn() {
    using workspace = new TempWorkspace({ "state.db": "x" });
    Deno.chmodSync(workspace.path("state.db"), 0o644);
    const script =
      `cd "${workspace.root}" && mount --bind . . && mount -o remount,ro,bind "$PWD" && exec "$@"`;
    const code = `import { tightenStateFiles } from "${
      import.meta.resolve("./check_state_folder.ts")
    }";
      console.log(JSON.stringify(tightenStateFiles(${JSON.stringify(workspace.root)})));`;
    using file = new TempWorkspace({ "tighten.ts": code });
    const { success, stdout } = new Deno.Command("bash", {
      args: [
        ...["--norc", "-c", 'exec unshare --mount "$@"', "bash"],
        ..."bash --norc -c".split(" "),
        script,
        "bash",
        Deno.execPath(),
        ..."run -A --no-check --quiet".split(" "),
        `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
        file.path("tighten.ts"),
      ],
      stderr: "null",
    }).outputSync();
    // Root may not mount in every container.
    if (!success) return;
    const [note] = JSON.parse(new TextDecoder().decode(stdout));
    assert.equal(note.code, "state-readable");
    assert.match(
      note.message,
      /^Others can read "state\.db" in ".*", and their permissions cannot be changed: make/,
    );
    assert.deepEqual(tightenStateFiles(workspace.root), []);
  },
});
