import assert from "node:assert/strict";
import { makeTree, writeFiles } from "../../tests/temp_tree.ts";
import { textHash } from "../machine/mod.ts";
import { parseRepositoryFiles } from "./parse_files.ts";
import { readSettings, resolveSettings } from "./read_settings.ts";
import { SETTING_ROWS, USER_ONLY_ROWS } from "./setting_rules.ts";
import { listSettingRequests } from "./layer_files.ts";
import { CONFIG_PATH, type MergedSettings } from "./settings.ts";
import { openTrust } from "./trust.ts";

/**
 * For each setting that only the user may set: values of a repository and of the user, as they are
 * written.
 */
const SAMPLES: Readonly<
  Record<string, readonly { readonly repository: string; readonly user: string }[]>
> = {
  "embedder": [
    {
      repository: "embedder: {kind: transformers, model: evil/model, remote: true}",
      user: "embedder: {kind: transformers, model: my/model, remote: true}",
    },
    {
      repository: "embedder: {kind: transformers, model: /etc}",
      user: "embedder: {kind: transformers, model: /usr}",
    },
    { repository: "embedder: {kind: static, table: ../../x.bin}", user: "embedder: none" },
    { repository: "embedder: {kind: static, table: link.bin}", user: "embedder: none" },
  ],
  "names.command": [
    { repository: "names: {command: /bin/evil -x}", user: "names: {command: /bin/mine}" },
  ],
};

function valueOf(settings: MergedSettings, name: string): unknown {
  const { path: [first, second] } = SETTING_ROWS.find((row) => row.name === name)!;
  const found = (settings as unknown as Record<string, unknown>)[first];
  return second === undefined ? found : (found as Record<string, unknown>)[second];
}

Deno.test("each setting that a repository may request and only the user may set has samples here", () => {
  const asked = USER_ONLY_ROWS.map(({ name }) => name).filter((name) =>
    !/^(?:warm$|index\.)/.test(name)
  );
  assert.deepEqual(Object.keys(SAMPLES).sort(), asked.sort());
});

Deno.test('a repository\'s "warm: auto" has no effect, and cannot be granted', async () => {
  using tree = makeTree({ [CONFIG_PATH]: "# first\nwarm: auto\n" });
  using other = makeTree();
  const folder = `${other.root}/dossier`;
  const trust = await openTrust(tree.root, folder);
  assert.deepEqual(await listSettingRequests(tree.root, trust), []);
  // An earlier version may have written an agreement to it.
  const place = { file: CONFIG_PATH, line: 2, column: 1, name: "warm", target: "auto" };
  trust.accept([{ ...place, hash: await textHash("# first\nwarm: auto\n") }]);
  const { warm, notes, origins } = await readSettings(tree.root, { folder });
  assert.deepEqual([warm, origins["warm"]], [undefined, undefined]);
  assert.match(notes[0]!.message, /^\.dossier\/config\.yaml:2:1: "warm" is ignored/);

  writeFiles(folder, { "config.yaml": "warm: auto\n" });
  assert.equal((await readSettings(tree.root, { folder })).warm, "auto");
  writeFiles(tree.root, { [CONFIG_PATH]: "warm: off\n" });
  assert.equal((await readSettings(tree.root, { folder })).warm, "auto");
});

Deno.test("the file of a repository sets no store and no node of a cluster, and cannot be granted them", async () => {
  const written =
    "index: {store: opensearch, nodes: ['https://evil.example:9200'], prefix: theirs}\n";
  using tree = makeTree({ [CONFIG_PATH]: written });
  using other = makeTree();
  const folder = `${other.root}/dossier`;
  const trust = await openTrust(tree.root, folder);
  assert.deepEqual(await listSettingRequests(tree.root, trust), []);
  const { index, notes } = await readSettings(tree.root, { folder });
  assert.deepEqual(index, {});
  assert.deepEqual(notes.map(({ message }) => message), [
    '.dossier/config.yaml:1:1: "index" is ignored, as only your own configuration may say where an index is stored',
  ]);
  writeFiles(folder, { "config.yaml": "index: {nodes: ['https://search.example:9200']}\n" });
  const own = await readSettings(tree.root, { folder });
  assert.deepEqual(own.index, { nodes: ["https://search.example:9200"] });
});

for (const [name, samples] of Object.entries(SAMPLES)) {
  for (const { repository, user } of samples) {
    Deno.test(`a repository's "${repository}" has an effect only while the user grants it`, async () => {
      using tree = makeTree({ [CONFIG_PATH]: `# first\n${repository}\n` });
      using other = makeTree({ "x.bin": "" });
      Deno.symlinkSync(`${other.root}/x.bin`, `${tree.root}/link.bin`);
      const folder = `${other.root}/dossier`;
      const read = () => readSettings(tree.root, { folder });
      const parsed = await parseRepositoryFiles({ config: `${repository}\n`, noface: null });
      const given = valueOf(parsed[0]!.file as unknown as MergedSettings, name);
      assert.notEqual(given, undefined);

      const ignored = await read();
      assert.equal(valueOf(ignored, name), undefined);
      assert.deepEqual(ignored.notes.map(({ code }) => code), ["not-granted"]);
      assert.match(ignored.notes[0]!.message, /^\.dossier\/config\.yaml:2:\d+: /);
      assert.equal(ignored.origins[name], undefined);

      const trust = await openTrust(tree.root, folder);
      trust.accept(await listSettingRequests(tree.root, trust));
      const granted = await read();
      assert.deepEqual([valueOf(granted, name), granted.notes], [given, []]);
      assert.equal(granted.origins[name], `${CONFIG_PATH}:2`);
      const kept: string[] = [];
      const memory = { find: () => kept.at(-1), write: (text: string) => void kept.push(text) };
      await resolveSettings(memory, tree.root, { folder });
      assert.deepEqual(kept, [], "what only the user may give is not kept in the tree");

      writeFiles(tree.root, { [CONFIG_PATH]: `# other\n${repository}\n` });
      assert.equal(valueOf(await read(), name), undefined, "a changed file no longer counts");
      writeFiles(tree.root, { [CONFIG_PATH]: `# first\n${repository}\n` });
      assert.deepEqual(valueOf(await read(), name), given);
      (await openTrust(tree.root, folder)).revoke();
      assert.equal(valueOf(await read(), name), undefined);

      writeFiles(folder, { "config.yaml": `${user}\n` });
      const own = await read();
      assert.notEqual(valueOf(own, name), undefined);
      assert.notDeepEqual(valueOf(own, name), given);
      assert.equal(own.origins[name], `${folder}/config.yaml:1`);
    });
  }
}

Deno.test("a repository may set every setting of the table that is not reserved to the user", async () => {
  const written =
    "exclude: {dirs: [a], extensions: [.b], files: [c], include: [d], max_file_bytes: 9}\n" +
    "log: {keep: 3}\ntask: {vault: docs}\nembedder: {kind: static, table: words.bin}\n";
  using tree = makeTree({ [CONFIG_PATH]: written });
  using other = makeTree();
  const { notes, origins } = await readSettings(tree.root, { folder: other.root });
  assert.deepEqual(notes, []);
  assert.equal(Object.keys(origins).length, 8);
});

Deno.test("a link that replaces a granted one is not granted", async () => {
  using tree = makeTree({ [CONFIG_PATH]: "embedder: {kind: static, table: link.bin}\n" });
  using other = makeTree({ "x.bin": "", "y.bin": "" });
  const folder = `${other.root}/dossier`;
  const link = (name: string) => Deno.symlinkSync(`${other.root}/${name}`, `${tree.root}/link.bin`);
  link("x.bin");
  const trust = await openTrust(tree.root, folder);
  trust.accept(await listSettingRequests(tree.root, trust));
  assert.notEqual((await readSettings(tree.root, { folder })).embedder, undefined);
  Deno.removeSync(`${tree.root}/link.bin`);
  link("y.bin");
  assert.equal((await readSettings(tree.root, { folder })).embedder, undefined);
});

Deno.test("a repository may not set an embedder with a link out of the root in its folder, even a broken one", async () => {
  using other = makeTree({ "private.json": "{}" });
  for (
    const [settings, link, target] of [
      ["kind: transformers, model: m", "m/tokenizer.json", `${other.root}/private.json`],
      ["kind: transformers, model: m", "m/onnx", other.root],
      ["kind: transformers, model: m", "m", `${other.root}/later`],
      ["kind: static, table: t.bin", "t.bin", `${other.root}/later`],
      ["kind: static, table: d/t.bin", "d", `${other.root}/later`],
    ] as const
  ) {
    using tree = makeTree({ [CONFIG_PATH]: `embedder: {${settings}}\n` });
    if (link.includes("/")) Deno.mkdirSync(`${tree.root}/m`);
    Deno.symlinkSync(target, `${tree.root}/${link}`);
    const { embedder, notes } = await readSettings(tree.root, { folder: `${other.root}/dossier` });
    assert.equal(embedder, undefined, link);
    assert.match(notes[0]!.message, /"embedder" is ignored/);
  }
});

Deno.test("resolveSettings() takes no setting that only the user may set from a cloned cache", async () => {
  const texts = { config: "task: {alpha: 0.3}\n", noface: null };
  using tree = makeTree({ [CONFIG_PATH]: texts.config });
  using other = makeTree();
  const forged = {
    form: 3,
    texts,
    rules: { user: {}, dirs: [] },
    task: {},
    log: {},
    origins: {},
    notes: [],
    embedder: { kind: "transformers", model: "evil/model", remote: true },
    index: { nodes: ["https://evil.example:9200"] },
    names: { command: "/bin/evil" },
    warm: "auto",
  };
  const memory = { find: () => JSON.stringify(forged), write: () => {} };
  const { embedder, index, names, warm, visibility } = await resolveSettings(memory, tree.root, {
    folder: other.root,
  });
  assert.deepEqual([embedder, index, names, warm, visibility.rules.user], [
    undefined,
    {},
    {},
    undefined,
    undefined,
  ]);
});
