import assert from "node:assert/strict";
import { nameRoots } from "@dossier/retrieval/served-roots";
import { type EditOutcome, planEdits } from "./edit_config.ts";
import type { HostEntry } from "./config_format.ts";
import { findHostSetup, type HostFile } from "./host_setup.ts";
import { replaceHostFiles } from "./replace_host_files.ts";

/** Id of a user other than root. */
const NOBODY = 65534;

/** A folder that exists on every machine, and is not a link. */
const ROOT = "/usr";
const CLAUDE = fileOf("claude-code");

/** Returns the file of a host with its servers. */
function fileOf(host: string): HostFile {
  return findHostSetup(host).files.find(({ part }) => part === "mcp")!;
}

/** Edits a file of a host and returns the result. */
function editConfig(
  { format, ownership }: HostFile,
  { entry, isDryRun = false, ...place }: {
    readonly path: string;
    readonly project?: string;
    readonly entry: HostEntry | undefined;
    readonly isDryRun?: boolean;
  },
): EditOutcome {
  const plan = planEdits([{ format, ownership, entry }], place);
  if (!isDryRun) replaceHostFiles([plan]);
  return plan.outcomes[0]!;
}

const PLACE = {
  executable: "/bin/deno",
  main: "/opt/dossier/cli/main.ts",
  roots: nameRoots([ROOT]),
  cache: "/home/me/.cache",
};
const ENTRY = CLAUDE.entry(PLACE, "project");

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
  "planEdits() adds, keeps, changes and removes the entry, and makes the folders",
  (folder) => {
    const path = `${folder}/a/b/mcp.json`;
    const edit = (entry: typeof ENTRY | undefined) => editConfig(CLAUDE, { path, entry });
    assert.equal(edit(undefined), "absent");
    assert.equal(edit(ENTRY), "added");
    const { mtime } = Deno.statSync(path);
    assert.equal(edit(ENTRY), "unchanged");
    assert.deepEqual(Deno.statSync(path).mtime, mtime);
    assert.equal(edit(CLAUDE.entry({ ...PLACE, roots: [] }, "user")), "changed");
    assert.equal(edit(undefined), "removed");
    assert.deepEqual([...Deno.readDirSync(`${folder}/a/b`)], []);
  },
);

withFolder("planEdits() keeps what the user added to the entry", (folder) => {
  const path = `${folder}/mcp.json`;
  const old = { ...CLAUDE.entry({ ...PLACE, roots: [] }, "user"), env: { DENO_DIR: "/cache" } };
  Deno.writeTextFileSync(path, JSON.stringify({ mcpServers: { dossier: old } }));
  assert.equal(editConfig(CLAUDE, { path, entry: ENTRY }), "changed");
  const { mcpServers } = JSON.parse(Deno.readTextFileSync(path));
  assert.deepEqual(mcpServers, { dossier: { ...old, ...ENTRY } });
});

withFolder("planEdits() writes nothing in a dry run", (folder) => {
  const path = `${folder}/mcp.json`;
  assert.equal(editConfig(CLAUDE, { path, entry: ENTRY, isDryRun: true }), "added");
  assert.deepEqual([...Deno.readDirSync(folder)], []);
  editConfig(CLAUDE, { path, entry: ENTRY });
  assert.equal(editConfig(CLAUDE, { path, entry: undefined, isDryRun: true }), "removed");
  assert.ok(Deno.statSync(path).isFile);
});

withFolder("planEdits() keeps the mode of the file and the link that leads to it", (folder) => {
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

withFolder("planEdits() makes the file that a link leads to nowhere yet", (folder) => {
  const path = `${folder}/project/mcp.json`;
  Deno.mkdirSync(`${folder}/project`);
  Deno.symlinkSync("second.json", path);
  Deno.symlinkSync("../shared/real.json", `${folder}/project/second.json`);
  assert.equal(editConfig(CLAUDE, { path, entry: ENTRY }), "added");
  assert.ok(Deno.lstatSync(path).isSymlink);
  const written = Deno.readTextFileSync(`${folder}/shared/real.json`);
  assert.equal(written, CLAUDE.format.render(ENTRY));
});

withFolder(
  "planEdits() leaves a link as it was that led to nowhere, or to an empty file",
  (folder) => {
    const list = () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    for (const host of [CLAUDE, fileOf("codex")]) {
      const path = `${folder}/link`;
      const target = `${folder}/real`;
      Deno.symlinkSync("real", path);
      const edit = (entry: HostEntry | undefined) => editConfig(host, { path, entry });
      for (const before of [undefined, "", "\n\n"]) {
        if (before !== undefined) Deno.writeTextFileSync(target, before);
        assert.equal(edit(host.entry(PLACE, "user")), "added");
        assert.equal(edit(undefined), "removed");
        assert.ok(Deno.lstatSync(path).isSymlink);
        assert.deepEqual(list(), before === undefined ? ["link"] : ["link", "real"]);
        if (before !== undefined) assert.equal(Deno.readTextFileSync(target), before);
      }
      for (const name of list()) Deno.removeSync(`${folder}/${name}`);
    }
  },
);

withFolder("planEdits() leaves no folder that it has made behind a link", (folder) => {
  const path = `${folder}/mcp.json`;
  Deno.symlinkSync("dotfiles/claude/real.json", path);
  const edit = (entry: HostEntry | undefined) =>
    replaceHostFiles([planEdits([{ ...CLAUDE, entry }], { path, base: folder })]);
  edit(ENTRY);
  assert.ok(Deno.statSync(`${folder}/dotfiles/claude/real.json`).isFile);
  edit(undefined);
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["mcp.json"]);
});

withFolder("planEdits() changes no file that its owner has made read-only", (folder) => {
  const path = `${folder}/mcp.json`;
  const link = `${folder}/link.json`;
  Deno.symlinkSync(path, link);
  for (const before of ["{}\n", CLAUDE.format.render(ENTRY)]) {
    Deno.writeTextFileSync(path, before);
    Deno.chmodSync(path, 0o444);
    const entry = before === "{}\n" ? ENTRY : undefined;
    for (const each of [path, link]) {
      assert.throws(() => editConfig(CLAUDE, { path: each, entry }), {
        name: "UsageError",
        message: /^Cannot change ".*\.json" as it is read-only: chmod u\+w it first$/,
      });
    }
    // An edit without a change is not refused.
    const same = entry === undefined ? ENTRY : undefined;
    assert.equal(editConfig(CLAUDE, { path, entry: same }), same ? "unchanged" : "absent");
    assert.equal(Deno.readTextFileSync(path), before);
    Deno.chmodSync(path, 0o644);
  }
});

withFolder(
  "planEdits() enters the program in a file of nothing but a byte order mark",
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
  "planEdits() says that the folder of a file is none",
  (folder) => {
    const place = `${folder}/cursor`;
    Deno.writeTextFileSync(place, "");
    assert.throws(() => editConfig(CLAUDE, { path: `${place}/mcp.json`, entry: undefined }), {
      name: "UsageError",
      message: /it cannot be read \(Not a directory\): correct its permissions first$/,
    });
  },
);

withFolder("planEdits() leaves a file alone that it cannot edit", (folder) => {
  const path = `${folder}/mcp.json`;
  const texts: readonly (readonly [Uint8Array<ArrayBuffer>, RegExp, removal?: EditOutcome])[] = [
    [new TextEncoder().encode('{"a": 1'), /is not valid JSON/],
    [new Uint8Array([0x7b, 0xff, 0x7d]), /is not UTF-8 text/],
    [
      new TextEncoder().encode('{"mcpServers":{"dossier":{"command":"x","args":[]}}}'),
      /"dossier" in it starts another program: rename/,
      "foreign",
    ],
  ];
  for (const [bytes, message, removal] of texts) {
    Deno.writeFileSync(path, bytes);
    for (const entry of [ENTRY, undefined]) {
      const edit = () => editConfig(CLAUDE, { path, entry });
      if (entry === undefined && removal !== undefined) assert.equal(edit(), removal);
      else assert.throws(edit, { name: "UsageError", message });
    }
    assert.deepEqual(Deno.readFileSync(path), bytes);
  }
  assert.equal([...Deno.readDirSync(folder)].length, 1);
});

Deno.test("serverEntry() passes the needed permissions, and allows writing only in the folders of dossier", () => {
  const { command, args } = ENTRY as { command: string; args: readonly string[] };
  assert.equal(command, "/bin/deno");
  assert.ok(args.includes("--allow-write=/usr/.dossier,/home/me/.cache/dossier"));
  assert.deepEqual(args.slice(-4), [PLACE.main, "mcp", "--root", ROOT]);
  assert.ok(!args.includes("--allow-all"));
  assert.deepEqual(args.filter((word) => word.startsWith("--allow-net")), [
    "--allow-net=127.0.0.1",
  ]);
  const anywhere = CLAUDE.entry({ ...PLACE, roots: [] }, "user")["args"] as readonly string[];
  assert.ok(anywhere.includes("--allow-write"));
  const named = CLAUDE.entry({ ...PLACE, roots: [{ name: "api", path: ROOT }] }, "user");
  assert.equal((named["args"] as readonly string[]).at(-1), "api=/usr");
  const binary = CLAUDE.entry({ ...PLACE, executable: "/bin/dossier", main: undefined }, "user");
  assert.deepEqual(binary["args"], ["mcp", "--root", ROOT]);
});

withFolder(
  "planEdits() refuses a link that a project holds, and leaves what it leads to",
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
        message: /^Cannot change ".*" as .* symbolic link: replace it by a (file|folder)$/,
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

withFolder("planEdits() waits for no pipe", (folder) => {
  const path = `${folder}/mcp.json`;
  assert.ok(new Deno.Command("mkfifo", { args: [path] }).outputSync().success);
  assert.throws(() => editConfig(CLAUDE, { path, entry: ENTRY }), {
    message: /as it is not a regular file but a pipe, a socket or a device: replace it by a file$/,
  });
});

withFolder("planEdits() leaves a file to the user that it belongs to", (folder) => {
  const path = `${folder}/mcp.json`;
  Deno.writeTextFileSync(path, "{}");
  if (Deno.uid() === 0) Deno.chownSync(path, NOBODY, NOBODY);
  const { uid, gid } = Deno.statSync(path);
  assert.equal(editConfig(CLAUDE, { path, entry: ENTRY }), "added");
  const after = Deno.statSync(path);
  assert.deepEqual([after.uid, after.gid], [uid, gid]);
});
