import assert from "node:assert/strict";
import { makeTierProject } from "../../tests/tier_project.ts";
import { makeTree } from "../../tests/temp_tree.ts";
import { markManifest } from "./build_knowledge.ts";
import { readProvenance } from "./knowledge_file.ts";
import { replaceFiles } from "./replace_files.ts";

const MANIFEST = `# Ours.
version: 1 # the only one
identity: [knowledge:house/rules]
knowledge:
  - {id: house/rules, from: ["docs/*.md"], condense: true}
  - {id: all, from: ["docs/b.md", "docs/a.md"]}
`;
const FILE = ".dossier/knowledge/house/rules.md";

const PROJECT = {
  ".dossier/manifest.yaml": MANIFEST,
  "docs/b.md": "# B\n\nSecond.\n\nMore.\n",
  "docs/a.md": "# A\n\nFirst.\n\nMore.\n",
};

Deno.test("B-26: a knowledge file names its sources, and its body is injected", async () => {
  using project = await makeTierProject(PROJECT);
  const [rules, all] = await project.tiers.buildKnowledge();
  assert.deepEqual(rules, {
    id: "house/rules",
    path: FILE,
    status: "written",
    files: ["docs/a.md", "docs/b.md"],
    skipped: [],
    tokens: 16,
  });
  const text = Deno.readTextFileSync(`${project.root}/${FILE}`);
  const body = "<!-- docs/a.md -->\n# A\n\nFirst.\n\n<!-- docs/b.md -->\n# B\n\nSecond.\n";
  assert.ok(text.endsWith(`\n---\n${body}`));
  assert.match(
    text,
    /^---\ngenerated: "2031-04-05T00:00:00\.000Z"\nsource: \["docs\/\*\.md"\]\ncommit: ""\nregenerate: "dossier knowledge build"\nhash: "[0-9a-f]{64}"\n---\n/,
  );
  assert.deepEqual(readProvenance(text)?.sources, ["docs/*.md"]);
  assert.equal(all?.files.length, 2);
  assert.equal((await project.tiers.start("s"))?.identity.text, body);
});

Deno.test("B-26: built twice with one clock, and after another time, the bytes are the same", async () => {
  using project = await makeTierProject(PROJECT);
  await project.tiers.buildKnowledge();
  const read = () =>
    [FILE, ".dossier/manifest.yaml"].map((path) =>
      Deno.readTextFileSync(`${project.root}/${path}`)
    );
  const first = read();
  project.at(60);
  const again = await project.tiers.buildKnowledge();
  assert.deepEqual(again.map(({ status }) => status), ["unchanged", "unchanged"]);
  assert.deepEqual(read(), first);
  Deno.removeSync(`${project.root}/.dossier/knowledge`, { recursive: true });
  project.at(0);
  await project.tiers.buildKnowledge();
  assert.deepEqual(read(), first);
});

Deno.test("B-26: building updates only the time in the manifest, and that is not a change", async () => {
  using project = await makeTierProject(PROJECT);
  await project.tiers.status();
  await project.tiers.buildKnowledge();
  assert.equal(
    Deno.readTextFileSync(`${project.root}/.dossier/manifest.yaml`),
    MANIFEST.replace(
      "the only one\n",
      'the only one\ngenerated_at: "2031-04-05T00:00:00.000Z"\n',
    ),
  );
  const status = (await project.tiers.status())!;
  assert.equal(status.generatedAt, "2031-04-05T00:00:00.000Z");
  assert.ok(!status.warnings.some(({ code }) => code === "manifest_changed"));
  assert.equal(
    markManifest("version: 1\ngenerated_at: x\n", { generated: "y", commit: "z" }),
    'version: 1\nsource_commit: "z"\ngenerated_at: "y"\n',
  );
});

Deno.test("B-26: where the manifest was not written after its files, the next time it is", async () => {
  using project = await makeTierProject(PROJECT);
  const path = `${project.root}/.dossier/manifest.yaml`;
  await project.tiers.buildKnowledge();
  const whole = Deno.readTextFileSync(path);
  project.write({ ".dossier/manifest.yaml": MANIFEST });
  project.at(60);
  const built = await project.tiers.buildKnowledge();
  assert.deepEqual(built.map(({ status }) => status), ["unchanged", "unchanged"]);
  assert.equal(Deno.readTextFileSync(path), whole);
});

Deno.test("B-26: a manifest whose lines are not those of keys is left as it is", async () => {
  const manifests = [
    `{version: 1, knowledge: [{id: a, from: ["docs/*.md"]}]}`,
    `version: # the only one\n  1\nknowledge: [{id: a, from: ["docs/*.md"]}]\n`,
    `generated_at: >-\n  x\n  y\nversion: 1\nknowledge: [{id: a, from: ["docs/*.md"]}]\n`,
  ];
  for (const manifest of manifests) {
    using project = await makeTierProject({ ...PROJECT, ".dossier/manifest.yaml": manifest });
    const [built] = await project.tiers.buildKnowledge();
    assert.equal(built?.status, "written");
    assert.equal(Deno.readTextFileSync(`${project.root}/.dossier/manifest.yaml`), manifest);
    assert.deepEqual(await project.tiers.problems(), []);
  }
});

Deno.test("B-26: a manifest that is not UTF-8 text is refused, and keeps its bytes", async () => {
  using project = await makeTierProject(PROJECT);
  const path = `${project.root}/.dossier/manifest.yaml`;
  const bytes = Uint8Array.from(`${MANIFEST}# caf\xe9\n`, (character) => character.charCodeAt(0));
  Deno.writeFileSync(path, bytes);
  await assert.rejects(project.tiers.buildKnowledge(), {
    code: "invalid-manifest",
    message: /manifest\.yaml" as it is not UTF-8 text: save it as UTF-8 text$/,
  });
  assert.deepEqual(Deno.readFileSync(path), bytes);
});

Deno.test("B-26: ends of lines change nothing, and a file is as private as it was", async () => {
  using project = await makeTierProject({
    ...PROJECT,
    ".dossier/manifest.yaml": MANIFEST.replaceAll("\n", "\r\n"),
  });
  Deno.chmodSync(`${project.root}/.dossier/manifest.yaml`, 0o600);
  await project.tiers.buildKnowledge();
  const read = (path: string) => Deno.readTextFileSync(`${project.root}/${path}`);
  assert.ok(!/[^\r]\n/.test(read(".dossier/manifest.yaml")));
  assert.equal(Deno.statSync(`${project.root}/.dossier/manifest.yaml`).mode! & 0o777, 0o600);
  const checkedOut = [FILE, "docs/a.md", "docs/b.md"]
    .map((path) => [path, read(path).replaceAll("\n", "\r\n")]);
  project.write(Object.fromEntries(checkedOut));
  const again = await project.tiers.buildKnowledge();
  assert.deepEqual(again.map(({ status }) => status), ["unchanged", "unchanged"]);
});

Deno.test("B-26: a file that was edited by hand is reported and kept, unless it is forced", async () => {
  using project = await makeTierProject({
    ...PROJECT,
    ".dossier/knowledge/all.md": "My own words.\n",
  });
  const build = async (force = false) =>
    (await project.tiers.buildKnowledge({ force })).map(({ status }) => status);
  assert.deepEqual(await build(), ["written", "hand-edited"]);
  const text = Deno.readTextFileSync(`${project.root}/${FILE}`);
  project.write({ [FILE]: text.replace("First", "Third") });
  assert.deepEqual(await build(), ["hand-edited", "hand-edited"]);
  const { warnings } = (await project.tiers.status())!;
  assert.equal(warnings.filter(({ code }) => code === "hand_edited").length, 2);
  assert.deepEqual(await build(true), ["written", "written"]);
  assert.equal(Deno.readTextFileSync(`${project.root}/${FILE}`), text);
});

Deno.test("B-26: a failure between the two writes changes neither file, and leaves no other files", () => {
  for (const before of ["old", undefined]) {
    using tree = makeTree({ "b/manifest": "old", ...(before && { "a/artifact": before }) });
    let count = 0;
    const write = () =>
      replaceFiles(tree.root, [{ path: "a/artifact", text: "new" }, {
        path: "b/manifest",
        text: "new",
      }], {
        rename: (from, to) => {
          if (++count === 2) throw new Error("the disk has gone");
          Deno.renameSync(from, to);
        },
      });
    assert.throws(write, {
      code: "state-unwritable",
      message:
        'Cannot write "b/manifest" (the disk has gone): make its folder writable, then run this again',
    });
    assert.deepEqual([...Deno.readDirSync(`${tree.root}/b`)].map(({ name }) => name), ["manifest"]);
    assert.equal(Deno.readTextFileSync(`${tree.root}/b/manifest`), "old");
    const left = [...Deno.readDirSync(`${tree.root}/a`)].map(({ name }) => name);
    assert.deepEqual(left, before === undefined ? [] : ["artifact"]);
    if (before) assert.equal(Deno.readTextFileSync(`${tree.root}/a/artifact`), before);
  }
});

Deno.test("B-26: a full disk is reported, and nothing changes", () => {
  using tree = makeTree({ "a/artifact": "old" });
  const write = () =>
    replaceFiles(tree.root, [{ path: "a/artifact", text: "new" }], {
      rename: () => {
        throw new Error("No space left on device (os error 28): rename");
      },
    });
  assert.throws(write, {
    code: "disk-full",
    message: 'Cannot write "a/artifact" as the disk is full: free some space, then run this again',
  });
  assert.deepEqual([...Deno.readDirSync(`${tree.root}/a`)].map(({ name }) => name), ["artifact"]);
});

Deno.test("a knowledge file is not written through a link, and sources are read as any file is", async () => {
  using other = makeTree();
  using project = await makeTierProject({
    ...PROJECT,
    "docs/big.md": "x".repeat(2 ** 20 + 1),
  });
  Deno.symlinkSync(other.root, `${project.root}/.dossier/knowledge`);
  await assert.rejects(project.tiers.buildKnowledge(), { code: "state-unwritable" });
  assert.deepEqual([...Deno.readDirSync(other.root)], []);
  Deno.removeSync(`${project.root}/.dossier/knowledge`);
  const [rules] = await project.tiers.buildKnowledge({ dryRun: true });
  assert.deepEqual(rules?.skipped, [
    { path: "docs/big.md", reason: "it is larger than 1048576 bytes (it has 1048577)" },
  ]);
  assert.throws(() => Deno.statSync(`${project.root}/.dossier/knowledge`));
});
