import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { permissionFlags } from "@dossier/retrieval/permissions";
import { denoDirectory, type RunResult } from "../temp_workspace.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";

const SOURCES = fileURLToPath(new URL("../..", import.meta.url));
const CLI = `${SOURCES}cli/main.ts`;
const LOCK = `${SOURCES}deno.lock`;

/**
 * Runs the command with the permissions of its task, a home beside the workspace, and read access
 * only to the workspace and the program.
 */
function runDoctor(workspace: HostedWorkspace, ...args: readonly string[]): RunResult {
  const locked = [`--lock=${LOCK}`, "--frozen", "--no-prompt"];
  const readable = [workspace.root, workspace.cache, SOURCES, denoDirectory()].join(",");
  const granted = permissionFlags("doctor").map((flag) =>
    flag === "--allow-read" ? `--allow-read=${readable}` : flag
  );
  const { code, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["run", ...locked, ...granted, CLI, "doctor", ...args],
    cwd: workspace.root,
    env: {
      HOME: workspace.cache,
      DENO_DIR: denoDirectory(),
      INIT_CWD: workspace.root,
      NO_COLOR: "1",
      XDG_CACHE_HOME: workspace.cache,
    },
  }).outputSync();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Runs the command after the prefix for a model, with the permissions of the task of that name, in
 * the workspace.
 */
function runWithModel(workspace: HostedWorkspace): RunResult {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${SOURCES}deno.json`));
  const [, ...words] = String(tasks["with-model"]).split(" ");
  const { code, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: [...words, "doctor", "--json"],
    cwd: SOURCES,
    env: {
      HOME: workspace.cache,
      DENO_DIR: denoDirectory(),
      INIT_CWD: workspace.root,
      NO_COLOR: "1",
      XDG_CACHE_HOME: workspace.cache,
    },
  }).outputSync();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Returns the levels of a check's findings. */
function levelsOf({ stdout }: RunResult, check: string): string[] {
  const { findings } = JSON.parse(stdout);
  return findings.filter((finding: { check: string }) => finding.check === check)
    .map(({ level }: { level: string }) => level);
}

Deno.test("doctor finds nothing wrong with a repository, and changes nothing in it", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Retry failed uploads\n" });
  workspace.initialize();
  const fresh = runDoctor(workspace);
  assert.deepEqual([fresh.code, fresh.stderr], [0, ""]);
  assert.match(fresh.stdout, /^ok {2}git {2,}Git [\d.]+ lists the files$/m);
  assert.match(
    fresh.stdout,
    /^- {3}index {2,}There is no index yet.*\n +fix: deno task index --root/m,
  );
  assert.equal(workspace.git("status", "--short", "--ignored"), "?? a.md\n");
  await workspace.run(["context", "retry"]);
  assert.match(runDoctor(workspace).stdout, /^ok {2}index {2,}1 document in \d+\.\d kB, last/m);
  const indexed = runDoctor(workspace, "--json");
  assert.equal(indexed.code, 0, indexed.stdout);
  for (const check of ["index", "records", "embedder", "packages", "watching"]) {
    assert.deepEqual(levelsOf(indexed, check), ["ok"], check);
  }
});

Deno.test("doctor reports that a home is not a root", () => {
  using workspace = new HostedWorkspace();
  const { code, stdout } = runDoctor(workspace, "--root", workspace.cache);
  assert.equal(code, 3);
  assert.match(stdout, /^X {3}root .* it is the home folder: name a repository/m);
});

Deno.test("doctor reports that the state folder cannot be created", () => {
  using workspace = new HostedWorkspace({ ".dossier": "a file" });
  const { code, stdout } = runDoctor(workspace);
  assert.equal(code, 3);
  assert.match(
    stdout,
    /^X {3}state folder .*\.dossier" is a file in the place.*\n +fix: move it away/m,
  );
  assert.match(stdout, /^- {3}git .*not in a git work tree/m);
});

Deno.test("doctor reports broken settings or stored files by its exit code", async () => {
  using workspace = new HostedWorkspace({
    "a.md": "# Retry failed uploads\n",
    ".dossier/config.yaml": "log: {keep: 3}\nexcluded: {}\n",
  });
  workspace.initialize();
  const unknown = runDoctor(workspace);
  assert.equal(unknown.code, 0);
  assert.match(
    unknown.stdout,
    /^! {3}configuration {2}.*config\.yaml:2:1: Unknown key "excluded"/m,
  );

  workspace.write(".dossier/config.yaml", "exclude: [\n");
  const unparsed = runDoctor(workspace, "--json");
  assert.equal(unparsed.code, 2);
  assert.deepEqual(levelsOf(unparsed, "configuration"), ["problem"]);
  workspace.remove(".dossier/config.yaml");

  await workspace.run(["context", "retry"]);
  const deep = runDoctor(workspace, "--deep");
  assert.match(deep.stdout, /^ok {2}index .*; all values match their checksums$/m);
  {
    using index = new DatabaseSync(workspace.path(".dossier/state/index.db"));
    index.exec("UPDATE postings SET term = term || 'x' WHERE term = 'retri'");
  }
  assert.equal(runDoctor(workspace).code, 0);
  const altered = runDoctor(workspace, "--deep");
  assert.equal(altered.code, 3);
  assert.match(altered.stdout, /^X {3}index .*index\.db" is damaged\n +fix: rm "/m);
  workspace.write(".dossier/state/index.db", "no index\n".repeat(1000));
  const damaged = runDoctor(workspace, "--json");
  assert.equal(damaged.code, 3);
  assert.deepEqual([levelsOf(damaged, "index"), levelsOf(damaged, "records")], [
    ["problem"],
    ["ok"],
  ]);
  workspace.write(".dossier/state/state.db", "no state\n".repeat(1000));
  const worse = runDoctor(workspace);
  assert.match(worse.stdout, /^X {3}records .*damaged\n +fix: mv "/m);
});

Deno.test("doctor names a file in the place of the state, and neither follows nor removes it", () => {
  const foreign = (path: string) => {
    using database = new DatabaseSync(path);
    database.exec("CREATE TABLE precious (a)");
  };
  for (const [name, check] of [["index.db", "index"], ["state.db", "records"]] as const) {
    using workspace = new HostedWorkspace({ ".dossier/state/x": "" });
    const path = workspace.path(`.dossier/state/${name}`);
    foreign(path);
    const other = runDoctor(workspace);
    assert.equal(other.code, 3);
    assert.match(
      other.stdout,
      new RegExp(`^X +${check} .*${name}" belongs to another program\n.*: mv`, "m"),
    );
    Deno.renameSync(path, workspace.path("elsewhere.db"));
    Deno.symlinkSync(workspace.path("elsewhere.db"), path);
    const linked = runDoctor(workspace);
    assert.equal(linked.code, 3);
    const message = `^X +state folder .*"${name}" in it is a symbolic link\n +fix: remove it`;
    assert.match(linked.stdout, new RegExp(message, "m"));
    assert.match(linked.stdout, new RegExp(`^- +${check} +It was not checked`, "m"));
    const barred = runDoctor(workspace, "--state", "/proc/x");
    assert.match(
      barred.stdout,
      /^X +state folder +"\/proc\/x" cannot be read by the program/m,
    );
  }
});

Deno.test("doctor checks everything also after with-model", () => {
  using workspace = new HostedWorkspace({ "a.md": "# Retry failed uploads\n" });
  workspace.initialize();
  const result = runWithModel(workspace);
  assert.deepEqual([result.code, result.stderr], [0, ""]);
  const { findings } = JSON.parse(result.stdout);
  const messages: readonly string[] = findings.map(({ message }: { message: string }) => message);
  assert.deepEqual(messages.filter((each) => /cannot be checked|Requires/.test(each)), []);
});
