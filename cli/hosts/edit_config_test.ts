import assert from "node:assert/strict";
import { nameRoots } from "@dossier/server/service";
import { editConfig } from "./edit_config.ts";
import { findHost } from "./host.ts";
import { hostEntry } from "./host_entry.ts";

/** A folder that is there on every machine, and no link. */
const ROOT = "/usr";
const CLAUDE = findHost("claude-code");
const PLACE = {
  executable: "/bin/deno",
  main: "/opt/dossier/cli/main.ts",
  roots: nameRoots([ROOT]),
  cache: "/home/me/.cache",
};
const ENTRY = hostEntry(CLAUDE, PLACE);

/** Runs a test with a temporary folder. */
function withFolder(name: string, test: (folder: string) => void): void {
  Deno.test(name, () => {
    const folder = Deno.makeTempDirSync({ prefix: "dossier-" });
    try {
      test(folder);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  });
}

withFolder(
  "editConfig() adds, keeps, changes and removes the entry, and makes the folders",
  (folder) => {
    const path = `${folder}/a/b/mcp.json`;
    const edit = (entry: typeof ENTRY | undefined) => editConfig(CLAUDE, { path, entry });
    assert.equal(edit(undefined), "absent");
    assert.equal(edit(ENTRY), "added");
    const { mtime } = Deno.statSync(path);
    assert.equal(edit(ENTRY), "unchanged");
    assert.deepEqual(Deno.statSync(path).mtime, mtime);
    assert.equal(edit(hostEntry(CLAUDE, { ...PLACE, roots: [] })), "changed");
    assert.equal(edit(undefined), "removed");
    assert.deepEqual([...Deno.readDirSync(`${folder}/a/b`)], []);
  },
);

withFolder("editConfig() keeps what the user added to the entry", (folder) => {
  const path = `${folder}/mcp.json`;
  const old = { ...hostEntry(CLAUDE, { ...PLACE, roots: [] }), env: { DENO_DIR: "/cache" } };
  Deno.writeTextFileSync(path, JSON.stringify({ mcpServers: { dossier: old } }));
  assert.equal(editConfig(CLAUDE, { path, entry: ENTRY }), "changed");
  const { mcpServers } = JSON.parse(Deno.readTextFileSync(path));
  assert.deepEqual(mcpServers, { dossier: { ...old, ...ENTRY } });
});

withFolder("editConfig() writes nothing in a dry run", (folder) => {
  const path = `${folder}/mcp.json`;
  assert.equal(editConfig(CLAUDE, { path, entry: ENTRY, isDryRun: true }), "added");
  assert.deepEqual([...Deno.readDirSync(folder)], []);
  editConfig(CLAUDE, { path, entry: ENTRY });
  assert.equal(editConfig(CLAUDE, { path, entry: undefined, isDryRun: true }), "removed");
  assert.ok(Deno.statSync(path).isFile);
});

withFolder("editConfig() keeps the mode of the file and the link that leads to it", (folder) => {
  const real = `${folder}/real.json`;
  const path = `${folder}/link.json`;
  Deno.writeTextFileSync(real, "{}\n");
  Deno.chmodSync(real, 0o600);
  Deno.symlinkSync(real, path);
  editConfig(CLAUDE, { path, entry: ENTRY });
  assert.ok(Deno.lstatSync(path).isSymlink);
  assert.equal((Deno.statSync(real).mode ?? 0) & 0o777, 0o600);
  editConfig(CLAUDE, { path, entry: undefined });
  assert.equal(Deno.readTextFileSync(real), "{}\n");
  assert.equal([...Deno.readDirSync(folder)].length, 2);
});

withFolder("editConfig() makes the file that a link leads to nowhere yet", (folder) => {
  const path = `${folder}/project/mcp.json`;
  Deno.mkdirSync(`${folder}/project`);
  Deno.symlinkSync("second.json", path);
  Deno.symlinkSync("../shared/real.json", `${folder}/project/second.json`);
  assert.equal(editConfig(CLAUDE, { path, entry: ENTRY }), "added");
  assert.ok(Deno.lstatSync(path).isSymlink);
  const written = Deno.readTextFileSync(`${folder}/shared/real.json`);
  assert.equal(written, CLAUDE.format.render(ENTRY));
});

withFolder("editConfig() empties a file behind a link that holds our entry only", (folder) => {
  for (const [host, empty] of [[CLAUDE, "{}\n"], [findHost("codex"), ""]] as const) {
    const path = `${folder}/${host.name}`;
    Deno.symlinkSync(`${path}.real`, path);
    const entry = hostEntry(host, PLACE);
    editConfig(host, { path, entry });
    assert.equal(editConfig(host, { path, entry: undefined }), "removed");
    assert.ok(Deno.lstatSync(path).isSymlink);
    assert.equal(Deno.readTextFileSync(`${path}.real`), empty);
    assert.equal(editConfig(host, { path, entry: undefined }), "absent");
    assert.equal(editConfig(host, { path, entry }), "added");
  }
});

withFolder(
  "editConfig() enters the program in a file of nothing but a byte order mark",
  (folder) => {
    const path = `${folder}/mcp.json`;
    Deno.writeTextFileSync(path, "\uFEFF");
    assert.equal(editConfig(CLAUDE, { path, entry: ENTRY }), "added");
    assert.equal(editConfig(CLAUDE, { path, entry: ENTRY }), "unchanged");
    assert.equal(editConfig(CLAUDE, { path, entry: undefined }), "removed");
    assert.equal(
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path)),
      "\uFEFF",
    );
  },
);

withFolder(
  "editConfig() says that the folder of a file is none",
  (folder) => {
    const place = `${folder}/cursor`;
    Deno.writeTextFileSync(place, "");
    assert.throws(() => editConfig(CLAUDE, { path: `${place}/mcp.json`, entry: undefined }), {
      name: "UsageError",
      message: /it can not be read \(Not a directory\): correct that first$/,
    });
  },
);

withFolder("editConfig() leaves a file alone that it can not edit", (folder) => {
  const path = `${folder}/mcp.json`;
  const texts: readonly (readonly [Uint8Array<ArrayBuffer>, RegExp])[] = [
    [new TextEncoder().encode('{"a": 1'), /is no JSON/],
    [new Uint8Array([0x7b, 0xff, 0x7d]), /is no UTF-8 text/],
    [
      new TextEncoder().encode('{"mcpServers":{"dossier":{"command":"x","args":[]}}}'),
      /"dossier" in it starts another program: rename/,
    ],
  ];
  for (const [bytes, message] of texts) {
    Deno.writeFileSync(path, bytes);
    for (const entry of [ENTRY, undefined]) {
      const edit = () => editConfig(CLAUDE, { path, entry });
      assert.throws(edit, { name: "UsageError", message });
    }
    assert.deepEqual(Deno.readFileSync(path), bytes);
  }
  assert.equal([...Deno.readDirSync(folder)].length, 1);
});

Deno.test("hostEntry() gives the program what it needs, and writing where it writes only", () => {
  const { command, args } = ENTRY as { command: string; args: readonly string[] };
  assert.equal(command, "/bin/deno");
  assert.ok(args.includes("--allow-write=/usr/.dossier,/home/me/.cache/dossier"));
  assert.deepEqual(args.slice(-4), [PLACE.main, "mcp", "--root", ROOT]);
  assert.ok(!args.some((word) => word.startsWith("--allow-all") || word.startsWith("--allow-net")));
  const anywhere = hostEntry(CLAUDE, { ...PLACE, roots: [] })["args"] as readonly string[];
  assert.ok(anywhere.includes("--allow-write"));
  const named = hostEntry(CLAUDE, { ...PLACE, roots: [{ name: "api", path: ROOT }] });
  assert.equal((named["args"] as readonly string[]).at(-1), "api=/usr");
  const binary = hostEntry(CLAUDE, { ...PLACE, executable: "/bin/dossier", main: undefined });
  assert.deepEqual(binary["args"], ["mcp", "--root", ROOT]);
});

withFolder(
  "editConfig() refuses a link that a project holds, and leaves what it leads to",
  (folder) => {
    const project = `${folder}/project`;
    const outside = `${folder}/outside.json`;
    const text = '{ "mcpServers": {} }\n';
    Deno.mkdirSync(`${folder}/elsewhere`);
    Deno.mkdirSync(project);
    Deno.writeTextFileSync(outside, text);
    Deno.symlinkSync(outside, `${project}/.mcp.json`);
    Deno.symlinkSync("nowhere.json", `${project}/dangling.json`);
    Deno.symlinkSync(`${folder}/elsewhere`, `${project}/.cursor`);
    for (const name of [".mcp.json", "dangling.json", ".cursor/mcp.json"]) {
      const path = `${project}/${name}`;
      assert.throws(() => editConfig(CLAUDE, { path, project, entry: ENTRY }), {
        name: "UsageError",
        message: /^Cannot change ".*" as .* symbolic link: put a (file|folder) in its place$/,
      });
    }
    assert.equal(Deno.readTextFileSync(outside), text);
    assert.deepEqual([...Deno.readDirSync(`${folder}/elsewhere`)], []);
    assert.equal(
      editConfig(CLAUDE, { path: `${project}/a/mcp.json`, project, entry: ENTRY }),
      "added",
    );
  },
);

withFolder("editConfig() waits for no pipe", (folder) => {
  const path = `${folder}/mcp.json`;
  assert.ok(new Deno.Command("mkfifo", { args: [path] }).outputSync().success);
  assert.throws(() => editConfig(CLAUDE, { path, entry: ENTRY }), {
    message: /as it is no regular file but a pipe, a socket or a device: put a file in its place$/,
  });
});
