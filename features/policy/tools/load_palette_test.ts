import assert from "node:assert/strict";
import { makePolicyTree } from "../../../tests/policy_trees.ts";
import { writeFiles } from "../../../tests/temp_tree.ts";
import { openSpaces } from "../open_spaces.ts";
import { listTools } from "./list_tools.ts";
import { loadPalette, type PaletteRequest } from "./load_palette.ts";

type Files = Readonly<Record<string, string>>;

/** Files of the spaces on disk, by paths below the project, the home and a folder of the system. */
interface Written {
  readonly project?: Files;
  readonly user?: Files;
  readonly system?: Files;
}

/** A Python tool that takes one text. */
const tool = (name: string) =>
  `"""${name}"""\n__tool_description__ = "${name}"\n` +
  `CONFIG_SCHEMA = {"type": "object", "properties": {"${name}": {"type": "string"}}}\n`;

const schemaOf = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });

/** Creates a tree, and a function that opens its spaces. */
function makeTools({ project = {}, user = {}, system = {} }: Written) {
  const tree = makePolicyTree();
  writeFiles(tree.root, project);
  writeFiles(tree.home, user);
  const shared = `${tree.home}/shared`;
  writeFiles(shared, { ".ai/knowledge/none.md": "", ...system });
  return { ...tree, open: () => openSpaces({ ...tree, system: [shared] }).folders };
}

/** Returns the palette of capabilities over a tree. */
async function paletteOf(
  written: Written,
  capabilities: readonly string[],
  request: Partial<PaletteRequest> = {},
) {
  using tree = makeTools(written);
  return await loadPalette({ capabilities, words: "rye", ...request }, tree.open());
}

for (const folder of [".ai", ".dossier"]) {
  Deno.test(`R-4: a tool below ${folder} is known without running it`, async () => {
    const marker = `${Deno.makeTempDirSync()}/ran`;
    const effects = {
      "a/run.py": `open(${JSON.stringify(marker)}, "w")\n${tool("run")}raise SystemExit\n`,
      "a/run-js.mjs": 'import fs from "node:fs";\n' +
        `fs.writeFileSync(${JSON.stringify(marker)}, "");\n` +
        "export const CONFIG_SCHEMA = { type: 'object' };\n",
      "a/run-sh.sh": `#!/bin/sh\n# tool:\n#   config_schema: {type: object}\ntouch ${marker}\n`,
    };
    const project = Object.fromEntries(
      Object.entries(effects).map(([path, text]) => [`${folder}/tools/${path}`, text]),
    );
    const { definitions, tools } = await paletteOf({ project }, ["execute.tool.a.*"]);
    assert.deepEqual(definitions.map(({ name, schema }) => ({ name, schema })), [
      { name: "a_run", schema: schemaOf("run") },
      { name: "a_run_js", schema: { type: "object" } },
      { name: "a_run_sh", schema: { type: "object" } },
    ]);
    assert.deepEqual(tools.map(({ file }) => file.space), ["project", "project", "project"]);
    assert.throws(() => Deno.statSync(marker), Deno.errors.NotFound);
  });
}

Deno.test("R-4: a tool of which nothing can be read is left out, and it is known why", async () => {
  const project = {
    ".ai/tools/a/broken.py": `${tool("broken")}def f(:\n`,
    ".ai/tools/a/plain.py": "print(1)\n",
    ".ai/tools/a/binary.py": "\x7fELF\0",
    ".ai/tools/a/other.toml": "a = 1\n",
    ".ai/tools/a/notes.txt": "no tool",
    ".ai/tools/a/good.py": tool("good"),
  };
  const { definitions, omitted, tools } = await paletteOf({ project }, ["execute.tool.*"]);
  assert.deepEqual(definitions.map(({ itemId }) => itemId), ["a/good"]);
  assert.deepEqual(
    omitted,
    tools.filter(({ reason }) => reason !== undefined)
      .map(({ id, reason }) => ({ itemId: id, reason: "schema", detail: reason })),
  );
  assert.deepEqual(tools.map(({ id, reason }) => [id, reason]), [
    ["a/binary", "it is not UTF-8 text: save it as UTF-8 text"],
    ["a/broken", "its brackets or quotes do not match: fix its syntax"],
    ["a/good", undefined],
    ["a/other", "files of its kind cannot declare a schema: use a .yaml file instead"],
    [
      "a/plain",
      "it has no schema that can be read without running it: write CONFIG_SCHEMA as a literal",
    ],
  ]);
});

for (const space of ["user", "system"] as const) {
  Deno.test(`R-7: the tool of the project hides that of the ${space}, also when it says no schema`, async () => {
    const other = { ".ai/tools/a/x.py": tool(space), ".ai/tools/a/y.py": tool(space) };
    const project = { ".ai/tools/a/x.yaml": "config_schema: {type: object}\n" };
    const written = { project, [space]: other };
    const { definitions, tools, notes } = await paletteOf(written, [
      ...["execute.tool.a.x", "execute.tool.*"],
    ]);
    assert.match(
      notes.join("\n"),
      /^The tool "a\/x" is "\.ai\/tools\/a\/x\.yaml", which hides "\/.*\/a\/x\.py"$/,
    );
    assert.deepEqual(definitions.map(({ itemId, schema }) => [itemId, schema]), [
      ["a/x", { type: "object" }],
      ["a/y", schemaOf(space)],
    ]);
    assert.deepEqual(tools.map(({ file }) => file.space), ["project", space]);
    assert.match(tools[0]?.file.shadows.join() ?? "", /\/\.ai\/tools\/a\/x\.py$/);
    const silent = { project: { ".ai/tools/a/x.sh": "true\n" }, [space]: other };
    const rest = await paletteOf(silent, ["execute.tool.*"]);
    assert.deepEqual(rest.definitions.map(({ itemId }) => itemId), ["a/y"]);
  });
}

Deno.test("R-14: the tree shows existing items, without hidden folders", async () => {
  const project = {
    ".ai/tools/a/x.py": tool("x"),
    ".ai/tools/a/y/z.py": "print(1)\n",
    ".ai/tools/a/__init__.py": "",
    ".ai/tools/a/node_modules/m/index.js": "",
    ".ai/tools/b/w.py": tool("w"),
  };
  const tools = await paletteOf({ project }, ["rye.execute.tool.a.*"]);
  assert.equal(tools.tree, "execute\n└── tool\n    ├── a/x\n    └── a/y/z");
  const others = await paletteOf({ project }, ["rye.fetch.knowledge.no.*", "rye.sign.tool.b.*"]);
  assert.equal(others.tree, "fetch\n└── knowledge (none)\nsign\n└── tool\n    └── b/w");
});

for (const folder of [".ai/tools/rye/core/bundler", ".dossier/tools"]) {
  Deno.test(`R-14: ${folder}/collect.yaml says which folders are hidden`, async () => {
    const tools = folder.split("/", 2).join("/");
    const project = {
      [`${folder}/collect.yaml`]: "exclude_dirs: [gone]\n",
      [`${tools}/gone/x.py`]: tool("x"),
      [`${tools}/a/gone/x.py`]: tool("x"),
      [`${tools}/node_modules/x.py`]: tool("x"),
      [`${tools}/a/__init__.py`]: tool("x"),
    };
    using tree = makeTools({ project });
    const { tools: found, hidden, notes } = await listTools(tree.open());
    assert.deepEqual(found.map(({ id }) => id), ["node_modules/x"]);
    assert.deepEqual([hidden, notes], [["gone", "__init__"], []]);
  });
}

Deno.test("listTools() reports a problem of collect.yaml, and hides tools that are hidden by default", async () => {
  for (
    const [text, reason] of [
      ["exclude_dirs: a\n", '"exclude_dirs" must be a list of names of folders'],
      ["exclude_dirs: [\n", "line 2, column 1 is wrong: Flow sequence in block collection "],
      [`# dossier:signed:2030-01-01T00:00:00Z:${"0".repeat(64)}\n`, "it was changed after "],
    ] as const
  ) {
    const project = { ".dossier/tools/collect.yaml": text, ".dossier/tools/.git/x.py": tool("x") };
    using tree = makeTools({ project });
    const { tools, notes } = await listTools(tree.open());
    assert.deepEqual(tools, []);
    const start = `Cannot use ".dossier/tools/collect.yaml" as ${reason}`;
    assert.equal(notes[0]?.slice(0, start.length), start);
  }
});

Deno.test("listTools() prefers the first extension among files of one id, and our form to Rye's", async () => {
  const project = {
    ".dossier/tools/a.sh": "",
    ".ai/tools/a.py": "",
    ".ai/tools/b.sh": "",
    ".ai/tools/b.yaml": "",
  };
  using tree = makeTools({ project });
  const { tools } = await listTools(tree.open());
  assert.deepEqual(tools.map(({ path, folder, shadows }) => [folder.displayPath(path), shadows]), [
    [".dossier/tools/a.sh", [".ai/tools/a.py"]],
    [".ai/tools/b.yaml", [".ai/tools/b.sh"]],
  ]);
});

Deno.test("loadPalette() reads no links, folders or large files", async () => {
  using tree = makeTools({ project: { ".ai/tools/a/good.py": tool("good") } });
  const folder = `${tree.root}/.ai/tools/a`;
  writeFiles(tree.home, { "secret.py": tool("secret"), "more/secret.py": tool("secret") });
  Deno.symlinkSync(`${tree.home}/secret.py`, `${folder}/link.py`);
  Deno.symlinkSync(`${tree.home}/more`, `${folder}/more`);
  Deno.symlinkSync(folder, `${folder}/ring`);
  Deno.mkdirSync(`${folder}/x.py/y.py`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/large.py`, tool("large"));
  Deno.truncateSync(`${folder}/large.py`, 50 * 1024 * 1024);
  const palette = await loadPalette({ capabilities: ["*"], words: "rye" }, tree.open());
  assert.deepEqual(palette.definitions.map(({ itemId }) => itemId), ["a/good"]);
  assert.deepEqual(palette.tools.map(({ id, reason }) => [id, reason]), [
    ["a/good", undefined],
    ["a/large", "it is larger than 1048576 bytes (it has 52428800): make it smaller"],
  ]);
});

Deno.test("loadPalette() lists nothing of a folder of tools that is a link", async () => {
  using tree = makeTools({ project: { ".ai/knowledge/a.md": "a" } });
  writeFiles(tree.home, { "tools/secret.py": tool("secret") });
  Deno.symlinkSync(`${tree.home}/tools`, `${tree.root}/.ai/tools`);
  const palette = await loadPalette({ capabilities: ["*"], words: "rye" }, tree.open());
  assert.deepEqual([palette.tools, palette.tree.includes("secret")], [[], false]);
});

Deno.test("loadPalette() does not offer a tool that was changed after it was signed", async () => {
  const signed = (hash: string) => `# rye:signed:2030-01-01T00:00:00Z:${hash}\n${tool("a")}`;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(tool("a")));
  const hash = new Uint8Array(bytes).toHex();
  const project = {
    ".ai/tools/signed.py": signed(hash),
    ".ai/tools/changed.py": signed("0".repeat(64)),
  };
  const { definitions, tools } = await paletteOf({ project }, ["execute.tool.*"]);
  assert.deepEqual(definitions.map(({ itemId }) => itemId), ["signed"]);
  assert.match(tools[0]?.reason ?? "", /^it was changed after it was signed \(line 1\): sign it/);
});

Deno.test("loadPalette() offers the actions that there are tools for", async () => {
  const project = { ".ai/tools/rye/fetch.py": tool("fetch"), ".ai/tools/rye/sign.py": "" };
  const { definitions, summary } = await paletteOf({ project }, [
    "rye.fetch.directive.*",
    "rye.fetch.tool.x",
    "rye.sign.*",
  ]);
  assert.deepEqual(
    definitions.map(({ name, primary, description }) => [name, primary, description]),
    [
      ["rye_fetch", "fetch", "Fetch a directive or tool"],
    ],
  );
  assert.deepEqual(summary, ["rye_fetch (directive, tool)"]);
});

Deno.test("loadPalette() offers the actions of whoever runs the agent in place of tools for them", async () => {
  const fetch = {
    itemId: "dossier/fetch",
    primary: "fetch",
    description: "Fetch an item",
    schema: { type: "object" },
  } as const;
  const request = { words: "dossier", primaries: [fetch] } as const;
  const { definitions } = await paletteOf({}, ["fetch.*"], request);
  assert.deepEqual(definitions, [{ ...fetch, name: "dossier_fetch" }]);
});

Deno.test("loadPalette() reads nothing when no tool is to be offered", async () => {
  const read = () => assert.fail("a folder is read");
  using tree = makeTools({ project: { ".ai/tools/a.py": tool("a") } });
  const folders = tree.open().map((folder) => ({ ...folder, read, listFiles: read, list: read }));
  const request = { capabilities: ["*"], words: "dossier", enabled: false } as const;
  const palette = await loadPalette(request, folders);
  assert.deepEqual([palette.definitions, palette.tree, palette.notes], [[], "", []]);
});
