import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const STATE = ".dossier/state";

/** Commands that open the index, the records or both. */
const COMMANDS: readonly (readonly string[])[] = [
  ["status"],
  ["index"],
  ["search", "zebra"],
  ["context", "zebra"],
  ["context", "--session", "s", "zebra"],
  ["log"],
];

/**
 * Commands that together open all stored files; one repository of each layout is tested with all
 * commands.
 */
const FEW_COMMANDS = COMMANDS.filter(([name], at) =>
  name === "status" || name === "log" || at === 4
);

/** Creates a database of another program, in one of the journal modes. */
function makeForeign(path: string, mode = "delete"): void {
  using database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = ${mode};
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE documents (id INTEGER PRIMARY KEY, body TEXT);
    INSERT INTO documents (body) VALUES ('precious')`);
}

/** Returns the names and bytes of all files below a folder. */
function snapshot(folder: string, prefix = ""): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      for (const entry of snapshot(path, `${prefix}${name}/`)) files.set(...entry);
    } else files.set(prefix + name, isFile ? Deno.readFileSync(path).toHex() : "link");
  }
  return files;
}

/** Folder outside the root with files that must not change. */
function makeOutside(workspace: HostedWorkspace): string {
  const outside = `${workspace.cache}/outside`;
  Deno.mkdirSync(outside, { recursive: true });
  makeForeign(`${outside}/app.db`);
  makeForeign(`${outside}/wal.db`, "wal");
  Deno.writeTextFileSync(`${outside}/empty`, "");
  return outside;
}

/** Content that a cloned repository may have below `.dossier`, as a shell script in the root. */
const LINKS: readonly string[] = [
  "mkdir -p $S && ln -s $O/app.db $S/index.db",
  "mkdir -p $S && ln -s $O/wal.db $S/index.db",
  "mkdir -p $S && ln -s $O/app.db $S/state.db",
  "mkdir -p $S && ln -s $O/empty $S/index.db",
  "mkdir -p $S && ln -s $O/none.db $S/index.db",
  "mkdir -p $S && ln -s $O/none.db $S/state.db",
  "mkdir -p $S && ln -s $O/empty $S/index.lock",
  "mkdir -p $S && ln -s $O/none $S/index.lock",
  "mkdir -p $S && ln -s $O/empty $S/.gitignore",
  "mkdir -p $S && ln -s $O/none $S/.gitignore",
  "mkdir -p $S && ln -s $O $S/watch",
  "mkdir -p $S && ln -s $O/empty $S/index.db-wal",
  "mkdir -p $S && ln -s $O/empty $S/state.db-shm",
  "mkdir -p $S && ln -s $O/none $S/index.db-journal",
  "mkdir -p .dossier && ln -s $O $S",
  "ln -s $O .dossier",
  "mkdir -p $O/state && ln -s $O .dossier",
  "mkdir -p $S && ln $O/app.db $S/index.db",
  "mkdir -p $S && ln $O/empty $S/.gitignore",
];

Deno.test("nothing outside is read, made or changed by what a repository links to below .dossier", async (t) => {
  for (const [at, script] of LINKS.entries()) {
    await t.step(script, async () => {
      using workspace = new HostedWorkspace({ "a.md": "# Zebra\n" });
      const outside = makeOutside(workspace);
      const shell = `O='${outside}'; S=${STATE}\n${script}`;
      assert.ok(
        new Deno.Command("bash", { args: ["-c", shell], cwd: workspace.root }).outputSync().success,
      );
      const before = snapshot(outside);
      for (const args of at === 0 ? COMMANDS : FEW_COMMANDS) {
        const result = await workspace.run(args);
        assert.deepEqual(snapshot(outside), before, `${args} ${script}: ${result.stderr}`);
        assert.ok(!result.stdout.includes("precious"));
        assertFailure(result, {
          code: 3,
          message: /link.*: (remove it|replace it by a (folder|copy)|move it away).*/,
        });
      }
    });
  }
});

Deno.test("a database of another program in the place of dossier's is not changed", async (t) => {
  for (const mode of ["delete", "wal", "persist"]) {
    for (const name of ["index.db", "state.db"]) {
      await t.step(`${name}, ${mode}`, async () => {
        using workspace = new HostedWorkspace({ "a.md": "# Zebra\n", [`${STATE}/x`]: "" });
        makeForeign(workspace.path(`${STATE}/${name}`), mode);
        const ours = () =>
          [...snapshot(workspace.path(STATE))].filter(([file]) => file.startsWith(name));
        const before = ours();
        for (const args of mode === "wal" ? COMMANDS : FEW_COMMANDS) {
          const result = await workspace.run(args);
          assert.deepEqual(ours(), before, `${args}: ${result.stderr}`);
          if (name === "index.db" ? args[0] !== "log" : args[0] === "log") {
            assertFailure(result, {
              code: 3,
              message: new RegExp(
                `${name}" as .*not a file of dossier|another program.*: move it away`,
              ),
            });
          }
        }
      });
    }
  }
});

Deno.test("an index and records of an earlier version without a mark are used", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n" });
  assertSuccess(await workspace.run(["context", "--session", "s", "zebra"]));
  {
    using database = new DatabaseSync(workspace.path(`${STATE}/index.db`));
    const known =
      "'meta', 'segments', 'documents', 'skipped', 'postings', 'vectors', 'name_vectors'";
    const later = database.prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name NOT IN (${known})`,
    ).all();
    for (const { name } of later) database.exec(`DROP TABLE ${name}`);
    database.exec(`PRAGMA application_id = 0;
      UPDATE meta SET value = 'dossier-index-1-analyzer-1' WHERE key = 'fingerprint'`);
  }
  const found = await workspace.run(["search", "zebra"]);
  assert.match(assertSuccess(found), /a\.md/);
  assert.match(
    found.stderr,
    /^dossier: An older version of dossier built the index, so it is rebuilt/,
  );
  using database = new DatabaseSync(workspace.path(`${STATE}/index.db`));
  assert.notEqual(Object.values(database.prepare("PRAGMA application_id").get()!)[0], 0);
  assert.match(assertSuccess(await workspace.run(["log"])), /zebra/);
});

Deno.test("a state folder named by the user may be a link, one in the repository may not", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n" });
  const mine = `${workspace.cache}/mine`;
  Deno.mkdirSync(mine);
  Deno.symlinkSync(mine, `${workspace.cache}/link`);
  const search = (state: string) => workspace.run(["search", "zebra", "--state", state]);
  assert.match(assertSuccess(await search(`${workspace.cache}/link`)), /a\.md/);
  assert.ok(Deno.statSync(`${mine}/index.db`).isFile);
  Deno.symlinkSync(mine, workspace.path("build"));
  assertFailure(await search("build"), { code: 3, message: /"build" is a symbolic link/ });
  assertFailure(await search(`${workspace.root}/build/deeper`), {
    code: 3,
    message: /"build" is a symbolic link: replace it by a folder/,
  });
});

Deno.test("every command names a place that cannot be a folder, with the fix", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n", "file": "x" });
  const places = ["/proc/x", "/dev/null/x", "/sys/x/y", "file", "file/x", "n".repeat(300)];
  for (const place of places) {
    for (
      const args of [["search", "zebra"], ["log"], ["need", "--session", "s", "NEED_CODE: a.md"]]
    ) {
      const result = await workspace.run([...args, "--state", place]);
      // Nothing can be recorded below a file, which is the only expectation.
      if (args[0] === "log" && result.code === 0) {
        assert.match(assertSuccess(result) + result.stderr, /Nothing is recorded yet/);
        continue;
      }
      assertFailure(result, {
        code: 3,
        message: /^dossier: Cannot (store the index in|use the state) ".*" as .*--state$/m,
      });
    }
  }
});
