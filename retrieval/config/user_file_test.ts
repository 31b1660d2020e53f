import assert from "node:assert/strict";
import { DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { openVisibility } from "../tree/mod.ts";
import { makeTree, writeFiles } from "../../tests/temp_tree.ts";
import { readSettings } from "./read_settings.ts";
import { CONFIG_PATH } from "./settings.ts";
import { openTrust } from "./trust.ts";
import { findUserFolder } from "./user_file.ts";

Deno.test("findUserFolder() returns the folder of user settings of each system", () => {
  const find = (os: typeof Deno.build.os, variables: Readonly<Record<string, string>>) =>
    findUserFolder({ os, find: (name) => variables[name] });
  const home = { HOME: "/home/u" };
  assert.equal(find("linux", home), "/home/u/.config/dossier");
  assert.equal(find("darwin", home), "/home/u/Library/Application Support/dossier");
  assert.equal(find("windows", { ...home, APPDATA: "C:\\Users\\u" }), "C:\\Users\\u/dossier");
  for (const os of ["linux", "darwin", "windows"] as const) {
    assert.equal(find(os, { ...home, XDG_CONFIG_HOME: "/conf" }), "/conf/dossier");
    assert.equal(find(os, {}), undefined);
  }
  assert.equal(find("linux", { ...home, XDG_CONFIG_HOME: "conf" }), "/home/u/.config/dossier");
});

/** Creates a repository and settings of a user. */
function makePlace(repository: string | undefined, user: string) {
  const tree = makeTree(repository === undefined ? {} : { [CONFIG_PATH]: repository });
  const other = makeTree({ "dossier/config.yaml": user });
  const folder = `${other.root}/dossier`;
  return {
    root: tree.root,
    folder,
    read: () => readSettings(tree.root, { folder }),
    [Symbol.dispose]: () => [tree, other].forEach((one) => one[Symbol.dispose]()),
  };
}

Deno.test("readSettings() prefers the settings of a repository to those of the user, and both to the defaults", async () => {
  using place = makePlace(
    "task: {alpha: 0.1}\nlog: {keep: 5}\n",
    "task: {alpha: 0.2, beta: 0.3}\nlog: {older_than: 30d}\n",
  );
  const { task, log, origins, notes } = await place.read();
  assert.deepEqual([task, log], [
    { alpha: 0.1, beta: 0.3 },
    { keep: 5, olderThan: "30d" },
  ]);
  assert.deepEqual(notes, []);
  assert.deepEqual(origins, {
    "task.alpha": ".dossier/config.yaml:1",
    "task.beta": `${place.folder}/config.yaml:1`,
    "log.keep": ".dossier/config.yaml:2",
    "log.older_than": `${place.folder}/config.yaml:2`,
  });
});

Deno.test("readSettings() lets no repository show files that the user excludes", async () => {
  using place = makePlace(
    "exclude: {dirs: [], files: [], extensions: [], include: ['**'], max_file_bytes: 900}\n",
    "exclude: {dirs: [private, shared], files: [notes.md], extensions: [.log], max_file_bytes: 100, " +
      "include: ['shared/open/**']}\n",
  );
  const { rules, userOrigins } = await place.read();
  const { decide, shows } = await openVisibility(rules, "/none").then((it) => ({
    decide: it.findHidingRule.bind(it),
    shows: it.isVisible.bind(it),
  }));
  assert.equal(decide("a/private/b.ts")?.pattern, "private");
  assert.equal(decide("x/notes.md")?.pattern, "notes.md");
  assert.equal(decide("x/run.log")?.pattern, ".log");
  assert.equal(decide("shared/a.ts")?.pattern, "shared");
  assert.ok(shows("shared/open/a.ts"), "what the user takes back");
  assert.ok(shows("dist/a.ts"), "a rule about the noise of the repository is the repository's");
  assert.equal(decide("a.ts", { size: 101 })?.kind, "size");
  assert.deepEqual(Object.keys(userOrigins).sort(), [
    "exclude.dirs",
    "exclude.extensions",
    "exclude.files",
  ]);
});

Deno.test("readSettings() adds the user's exclusions to the default ones, and uses the size limit of the user", async () => {
  using place = makePlace(undefined, "exclude: {dirs: [private], max_file_bytes: 9000000}\n");
  const { rules } = await place.read();
  const { user, ...others } = rules;
  assert.deepEqual(others, { ...DEFAULT_EXCLUSIONS, maxFileBytes: 9000000 });
  assert.deepEqual(user?.dirs, ["private"]);
});

Deno.test("readSettings() reports errors in the settings of the user with their locations, and rejects broken ones", async () => {
  using place = makePlace(undefined, "task: {alpha: -1}\ngrants: [{root: x}]\n");
  const { notes } = await place.read();
  const at = notes.map(({ message }) => /^(\S+):\d+: /.exec(message)?.[1]);
  assert.deepEqual(at, [`${place.folder}/config.yaml:1`, `${place.folder}/config.yaml:2`]);
  writeFiles(place.folder, { "config.yaml": "task: [" });
  await assert.rejects(place.read(), {
    code: "invalid-config",
    message: new RegExp(`^Cannot use "${place.folder}/config.yaml" as line 1`),
  });
});

Deno.test("a file in the repository, or one that any user can write, is not trusted", async () => {
  const text = "names: {command: /bin/x}\nexclude: {dirs: [private]}\n";
  using tree = makeTree({ ".config/dossier/config.yaml": text });
  const inside = await readSettings(tree.root, { folder: `${tree.root}/.config/dossier` });
  assert.deepEqual([inside.names, inside.rules.user?.dirs], [{}, ["private"]]);
  assert.match(inside.notes[0]!.message, /as it lies in the repository itself$/);
  const trust = await openTrust(tree.root, `${tree.root}/.config/dossier`);
  assert.throws(() => trust.accept([]), { code: "invalid-config", message: /in the repository/ });

  using place = makePlace(undefined, text);
  Deno.chmodSync(`${place.folder}/config.yaml`, 0o666);
  const open = await place.read();
  assert.deepEqual([open.names, open.notes.length], [{}, 1]);
  Deno.chmodSync(`${place.folder}/config.yaml`, 0o644);
  assert.deepEqual((await place.read()).names, { command: "/bin/x" });
});

Deno.test("settings in the repository around a tree, or below a folder that any user can write, are not trusted", async () => {
  const text = "names: {command: /bin/x}\n";
  using around = makeTree({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".config/dossier/config.yaml": text,
    "app/a.ts": "",
  });
  const read = (folder: string) => readSettings(`${around.root}/app`, { folder });
  const { names, notes } = await read(`${around.root}/.config/dossier`);
  assert.deepEqual(names, {});
  assert.match(notes[0]!.message, /as it lies in the repository itself$/);

  using other = makeTree({ "conf/dossier/config.yaml": text, "own/config.yaml": text });
  const link = `${other.root}/links`;
  Deno.mkdirSync(link);
  Deno.symlinkSync(`${other.root}/own/config.yaml`, `${link}/config.yaml`);
  for (
    const [folder, open] of [
      [`${other.root}/conf/dossier`, `${other.root}/conf`],
      [link, link],
    ] as const
  ) {
    assert.deepEqual((await read(folder)).names, { command: "/bin/x" });
    Deno.chmodSync(open, 0o777);
    assert.deepEqual((await read(folder)).names, {}, open);
    // There, as in /tmp, users cannot replace files of others.
    Deno.chmodSync(open, 0o1777);
    assert.deepEqual((await read(folder)).names, { command: "/bin/x" });
  }
});

Deno.test("readSettings() skips an unreadable file of the user, and does not block on a pipe", async () => {
  using place = makePlace(undefined, "");
  const path = `${place.folder}/config.yaml`;
  Deno.removeSync(path);
  assert.deepEqual((await place.read()).notes, []);
  new Deno.Command("mkfifo", { args: [path] }).outputSync();
  const { notes } = await place.read();
  assert.match(notes[0]!.message, /is ignored as it is not a regular file but a pipe/);
  Deno.renameSync(path, `${place.folder}/trusted.json`);
  const trust = await openTrust(place.root, place.folder);
  assert.match(
    trust.notes[0]!.message,
    /is granted by ".*" as it is not a regular file but a pipe/,
  );
});
