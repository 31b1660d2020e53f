import {
  type Bundle,
  createVisibility,
  DEFAULT_EXCLUSIONS,
  type Explanation,
  verifyExplanation,
} from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  bundleFor,
  codesOf,
  documentsOf,
  FORMATS,
  makeIssue,
  makeWideIssue,
  NO_EMBEDDER,
  render,
  WIDE_FILES,
} from "../../tests/task_fixture.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { sampleSecrets } from "../../tests/sample_secrets.ts";
import { linesOf } from "../../tests/lines_of.ts";

const TREE = {
  "src/wombat.ts":
    'import { dig } from "./dig.ts";\n\n/** The wombat. */\nexport function wombat() {\n  return dig();\n}\n',
  "src/dig.ts": "export function dig() {\n  return 1;\n}\n",
  "src/zoo.ts":
    'import { wombat } from "./wombat.ts";\n\nexport function zoo() {\n  wombat();\n}\n',
  "docs/wombat.md": "# Wombat\n\nThe wombat digs. See [[burrow]].\n",
  "docs/burrow.md": "# Burrow\n\nWhere the wombat lives.\n",
};

const ISSUE = makeIssue({
  title: "`wombat` digs across all [[wombat]]",
  description: "zzz ".repeat(600),
  manifest: { primary: ["src/dig.ts"] },
});

/** Returns a text without parts that differ between machines or times. */
function withoutPlace(text: string, root: string): string {
  return text.replaceAll(root, "ROOT").replace(/"updatedAt": ?"[^"]*"/, "");
}

Deno.test("contextForIssue() returns equal bytes for equal trees, in clones of different times", async () => {
  using origin = new TempWorkspace(TREE);
  origin.initialize();
  origin.commit("wombat: dig");
  const texts: string[][] = [];
  const hashes: string[] = [];
  for (const days of [0, 400]) {
    using clone = new TempWorkspace();
    clone.git("clone", "--quiet", origin.root, ".");
    for (const path of Object.keys(TREE)) {
      const time = 1_700_000_000 + days * 86_400;
      Deno.utimeSync(clone.path(path), time, time);
    }
    const own: string[] = [];
    for (const format of FORMATS) {
      const bundle = await bundleFor(clone, ISSUE, { format });
      own.push(withoutPlace(await render(bundle, format), clone.root));
      hashes.push(bundle.hash);
      assert.deepEqual(documentsOf(bundle), ["docs/wombat.md"]);
    }
    texts.push(own);
  }
  assert.deepEqual(texts[1], texts[0]);
  assert.deepEqual(hashes.slice(FORMATS.length), hashes.slice(0, FORMATS.length));
});

Deno.test("contextForIssue() returns equal bytes for equal trees without git and with different file times", async () => {
  const texts: string[] = [];
  for (const time of [1, 1_000_000_000, 1_790_000_000]) {
    using workspace = new TempWorkspace(TREE);
    for (const path of Object.keys(TREE)) Deno.utimeSync(workspace.path(path), time, time);
    const bundle = await bundleFor(workspace, ISSUE);
    texts.push(withoutPlace(await render(bundle, "json"), workspace.root));
  }
  assert.deepEqual(texts, [texts[0], texts[0], texts[0]]);
});

/** Returns all nodes of a tree. */
function nodesOf(explanation: Explanation): Explanation[] {
  return [explanation, ...(explanation.details ?? []).flatMap(nodesOf)];
}

Deno.test("contextForIssue() explains the scores of documents and snippets as sums, and has its plan", async () => {
  using workspace = new TempWorkspace({ ...TREE, ...WIDE_FILES });
  const issue = makeWideIssue("wombat burrow [[wombat]]");
  const bundle = await bundleFor(workspace, issue, { explain: true });
  const explained = bundle.fragments.filter(({ role }) =>
    role === "document" || role === "snippet"
  );
  assert.ok(explained.length > 2);
  for (const { explanation, score, source } of explained) {
    assert.equal(explanation?.value, score, source);
    assert.ok(verifyExplanation(explanation!), source);
    assert.ok(nodesOf(explanation!).every(({ description }) => description !== ""), source);
  }
  assert.ok(
    bundle.fragments.every(({ role, reasons }) => role !== undefined && reasons!.length > 0),
  );
  const { complexity, documents, slotTokens } = bundle.plan!;
  const { files, spread, words, length } = complexity.parts;
  assert.equal(complexity.value, 0.35 * files + 0.25 * spread + 0.25 * words + 0.15 * length);
  assert.deepEqual([documents, slotTokens], [5, 9600]);
  const json = JSON.parse(await render(bundle, "json"));
  assert.deepEqual(json.plan, JSON.parse(JSON.stringify(bundle.plan)));
  const plain = await bundleFor(workspace, issue);
  assert.ok(plain.fragments.every(({ explanation }) => explanation === undefined));
  assert.equal(plain.hash, bundle.hash);
});

Deno.test("contextForIssue() never costs more than its budget, in any format", async () => {
  using workspace = new TempWorkspace({ ...TREE, ...WIDE_FILES });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  for (const format of FORMATS) {
    // A prompt has parts that are never omitted.
    for (const budget of format === "prompt" ? [900, 5000] : [0, 20, 150, 600, 5000]) {
      const bundle = await engine.contextForIssue(ISSUE, { format, budget, record: false });
      assert.ok(bundle.budget.used <= budget, `${format} ${budget}: ${bundle.budget.used}`);
      assert.equal(bundle.plan?.limitTokens, budget);
    }
  }
  await assert.rejects(engine.contextForIssue(ISSUE, { budget: -1 }), { code: "invalid-budget" });
});

Deno.test("contextForIssue() accepts an issue without title, without description, or of a megabyte", async () => {
  using workspace = new TempWorkspace(TREE);
  const untitled = await bundleFor(
    workspace,
    makeIssue({ id: "", description: "The wombat digs." }),
  );
  assert.ok(linesOf(untitled.fragments).some(({ path }) => path === "src/wombat.ts"));
  const silent = await bundleFor(workspace, makeIssue({ title: "wombat" }));
  assert.ok(linesOf(silent.fragments).some(({ path }) => path === "src/wombat.ts"));
  await assert.rejects(bundleFor(workspace, makeIssue({ id: "w-1" })), { code: "invalid-query" });
  const description = "The wombat digs in `src/dig.ts`.\n".repeat(32_000);
  assert.ok(description.length > 2 ** 20);
  const bundle = await bundleFor(workspace, makeIssue({ title: "wombat", description }), {
    format: "prompt",
  });
  assert.ok(linesOf(bundle.fragments).some(({ path }) => path === "src/dig.ts"));
  assert.ok(bundle.budget.used <= bundle.budget.limit);
  assert.equal(bundle.plan?.complexity.parts.length, 1);
});

Deno.test("contextForIssue() shows no file that contains the issue", async () => {
  using workspace = new TempWorkspace({
    ...TREE,
    ".beads/issues.jsonl": '{"id": "w-1", "title": "wombat digs"}\n',
    "issue.md": "# wombat digs\n\nThe wombat digs.\n",
  });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  for (const spec of [".beads/issues.jsonl#w-1", "issue.md"]) {
    const { issue, trackerPaths } = await engine.readIssue(spec);
    const { fragments, omitted } = await engine.contextForIssue(issue, { trackerPaths });
    const paths = linesOf([...fragments, ...omitted]).map(({ path }) => path);
    assert.ok(paths.includes("src/wombat.ts"));
    assert.ok(!paths.some((path) => path.startsWith(".beads") || path === spec), spec);
  }
});

Deno.test("contextForIssue() masks secrets in every format and role, and reports it", async () => {
  const [key = ""] = sampleSecrets(7)["github"]!;
  const filler = "// More of it.\n".repeat(390);
  const body = `  const key = "${key}";\n`;
  using workspace = new TempWorkspace({
    "src/whole.ts": `export function whole() {\n${body}}\n`,
    "src/long.ts":
      `export function longWombat() {\n${body}}\n\n${filler}\nexport function z() {\n}\n`,
    "src/read.ts": `export const key = "${key}";\nexport function read() {}\n`,
    "src/calls.ts":
      `import { longWombat } from "./long.ts";\nexport function caller() {\n${body}  longWombat();\n}\n`,
    "src/snippet.ts": `// longWombat: a wombat\nexport const wombat = "${key}";\n`,
    "docs/wombat.md": `# Wombat\n\nIts key is ${key}.\n`,
    "docs/large.md": `---\ntitle: Large ${key}\n---\nIts key is not \`${key}\`.\n\n${
      "The wombat digs.\n".repeat(200)
    }`,
  });
  const issue = makeIssue({
    title: "`longWombat` wombat across all [[wombat]] [[large]]",
    description: "zzz ".repeat(600),
    manifest: { primary: ["src/whole.ts", "src/long.ts"], read: ["src/read.ts"] },
  });
  // A highly ranked caller would be a snippet.
  const filter = { paths: ["src/snippet.ts", "src/long.ts"] };
  for (const format of FORMATS) {
    const bundle = await bundleFor(workspace, issue, { format, filter });
    const roles = new Set(bundle.fragments.map(({ role }) => role));
    assert.deepEqual([...roles].sort(), ["caller", "document", "primary", "read", "snippet"]);
    const text = await render(bundle, format);
    assert.ok(!text.includes(key), format);
    assert.ok(!JSON.stringify(bundle).includes(key), format);
    assert.ok(text.includes("«masked: "), format);
    assert.ok(codesOf(bundle).some((code) => code.includes("secret")), `${codesOf(bundle)}`);
    const edited = bundle.fragments.filter(({ text }) => text.includes("«masked: "));
    assert.ok(
      edited.length >= 5 && edited.every(({ form, edited }) => edited || form === "outline"),
    );
    assert.ok(bundle.budget.used <= bundle.budget.limit);
  }
});

Deno.test("context() masks a secret in a question, and in its notes", async () => {
  const [key = ""] = sampleSecrets(7)["github"]!;
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const bundle = await engine.context(`What is \`${key}\` of the wombat?`);
  assert.match(bundle.question!.because, /^it names "«masked: /);
  assert.ok(!JSON.stringify(bundle).includes(key));
});

Deno.test("context() masks a secret in the headings above a section", async () => {
  const [key = ""] = sampleSecrets(7)["github"]!;
  const about = (name: string) => `It digs for a ${name}.\n\n`.repeat(80);
  using workspace = new TempWorkspace({
    "docs/guide.md": `# Guide\n\n## Key ${key}\n\n${about("key")}\n### Wombats\n\n${
      about("wombat")
    }`,
  });
  using engine = await openEngine({ root: workspace.root });
  for (const format of FORMATS) {
    const options = { format, budget: 1500, appetite: "lean" } as const;
    const bundle = await engine.context("where does the wombat dig", options);
    assert.ok(bundle.fragments[0]!.location!.startLine > 10);
    assert.ok(!JSON.stringify(bundle).includes(key), format);
    const text = await render(bundle, format);
    assert.ok(!text.includes(key), format);
    assert.ok(text.includes("Guide > Key «masked: ") || format === "json" || format === "xml");
    assert.ok(codesOf(bundle).some((code) => code.includes("secret")));
  }
});

Deno.test("contextForIssue() masks a secret between lines that are shown as one", async () => {
  const [key = ""] = sampleSecrets(7)["github"]!;
  const wombats = Array.from(
    { length: 6 },
    (_, i) => `export function wombat${i}() {\n  // wombat dig\n  return ${i};\n}\n`,
  ).join("\n");
  using workspace = new TempWorkspace({
    "src/all.ts":
      `import { digDeep } from "./dig.ts"; // wombat dig\n${wombats}\nconst key = "${key}"; // wombat dig\n` +
      `\nexport function useDig() {\n  digDeep();\n}\n// wombat dig\n${wombats}`,
    "src/dig.ts": "export function digDeep() {\n  return 1;\n}\n",
  });
  const issue = makeIssue({ title: "`digDeep` wombat dig" });
  const bundle = await bundleFor(workspace, issue);
  for (const { path, startLine, text } of linesOf(bundle.fragments)) {
    assert.ok(path === "src/all.ts" || path === "src/dig.ts", path);
    assert.ok(startLine >= 1);
    assert.ok(!text.includes(key));
  }
  assert.ok(linesOf(bundle.fragments).some(({ text }) => text.includes("«masked: ")));
});

/** Folders of the files in the property test. */
const FOLDERS = ["", "src/", "docs/", "vendor/", "src/node_modules/x/", "node_modules_backup/"];
const NAMES = [
  ...["a.ts", "b.md", "c.min.js", "d_pb2.py", "yarn.lock", ".env", ".env.local", "my_secrets.md"],
  ...["credentials.json", "build.sh", "package.json", "ignored.md", "hidden.ts", "big.csv"],
];

/** Trees in which each file contains its path as a unique word. */
const TREES = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map((parts) => parts.join("")),
  { minLength: 3, maxLength: 12 },
);

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

function markOf(path: string): string {
  return `mark${[...path].map((letter) => letter.charCodeAt(0).toString(36)).join("")}z`;
}

function isLeftOut(path: string): boolean {
  return !EXCLUSIONS.isVisible(path) ||
    /(?:^|\/)(?:ignored\.md|hidden\.ts)$/.test(path);
}

/** Asserts that nothing in a bundle mentions an excluded file, unless the user named it. */
async function assertKept(bundle: Bundle, paths: readonly string[]): Promise<void> {
  const excluded = paths.filter(isLeftOut);
  const places = linesOf([...bundle.fragments, ...bundle.omitted]).map(({ path }) => path);
  for (const path of excluded) {
    assert.ok(!places.includes(path), path);
    for (const format of FORMATS) {
      assert.ok(!(await render(bundle, format)).includes(markOf(path)), `${path} in ${format}`);
    }
    for (const { code, message } of bundle.notes) {
      // Texts of the issue and the manifest may be repeated.
      if (code !== "manifest-file" && code !== "link-not-found") {
        assert.ok(!message.includes(path), message);
      }
    }
  }
}

Deno.test("N-18 contextForIssue() shows nothing that is excluded, for any tree and manifest", async () => {
  await fc.assert(
    fc.asyncProperty(TREES, fc.boolean(), fc.boolean(), async (paths, isGit, hasManifest) => {
      using workspace = new TempWorkspace({
        ".gitignore": "ignored.md\n",
        ".dossierignore": "hidden.ts\n",
      });
      if (isGit) workspace.initialize();
      const links = paths.map((path) => `[[${path.replace(/\.\w+$/, "")}]]`).join(" ");
      for (const path of paths) {
        const isCode = /\.(?:ts|js|py)$/.test(path);
        const text = isCode
          ? `export function wombat() {\n  return dig("${markOf(path)}");\n}\n`
          : `wombat dig ${markOf(path)} ${links}\n`;
        workspace.write(path, path.endsWith(".csv") ? text.repeat(3000) : text);
      }
      const half = Math.ceil(paths.length / 2);
      const issue = makeIssue({
        title: `\`wombat\` dig across all ${links}`,
        description: `${paths.join(" ")} ${"zzz ".repeat(600)}`,
        ...(hasManifest
          ? { manifest: { primary: paths.slice(0, half), read: paths.slice(half) } }
          : {}),
      });
      const settings = { expandNeighbors: true, neighborDepth: 3, minScore: 0 };
      const bundle = await bundleFor(workspace, issue, { settings });
      await assertKept(bundle, paths);
      const shown = linesOf(bundle.fragments).map(({ path }) => path);
      if (hasManifest) {
        for (const path of paths.filter((path) => !isLeftOut(path))) {
          assert.ok(shown.includes(path), path);
        }
      }
    }),
    { numRuns: 25 },
  );
});

/** Exclusion rules, each with a file that it matches and a similar one that it does not match. */
const HITS: readonly (readonly [hit: string, miss: string])[] = [
  ["vendor/a.ts", "vendorlib/a.ts"],
  ["src/node_modules/a.ts", "node_modules_backup/a.ts"],
  ["dist/a.ts", "dist.ts"],
  ["deep/build/a.ts", "build.sh"],
  [".cache/a.ts", "cache/a.ts"],
  ["a.min.js", "amin.js"],
  ["a.min.css", "a.css"],
  ["a.pb.go", "apb.go"],
  ["a.pb.zig", "a.zig"],
  ["a_pb2.py", "apb2.py"],
  ["a.map", "map.ts"],
  ["a.lock", "lock.ts"],
  ["package-lock.json", "package.json"],
  ["yarn.lock", "yarn.ts"],
  ["pnpm-lock.yaml", "pnpm.yaml"],
  ["go.sum", "go.mod"],
  ["composer.lock", "composer.json"],
  [".env", "env.ts"],
  ["conf/.env.local", "conf/dotenv.ts"],
  ["docs/client_secrets.md", "docs/secure.md"],
];

Deno.test("N-16 contextForIssue() shows files that a rule does not match and none that it matches; a custom list replaces it", async () => {
  using workspace = new TempWorkspace();
  for (const path of HITS.flat()) workspace.write(path, "wombat digs\n");
  const issue = makeIssue({
    title: "wombat digs",
    manifest: { primary: HITS.flat() },
    description: "zzz ".repeat(600),
  });
  const bundle = await bundleFor(workspace, issue);
  const shown = new Set(linesOf(bundle.fragments).map(({ path }) => path));
  for (const [hit, miss] of HITS) {
    assert.ok(!shown.has(hit), hit);
    assert.ok(shown.has(miss), miss);
  }
  assert.equal(bundle.notes.filter(({ code }) => code === "manifest-file").length, HITS.length);
  workspace.write(".noface.toml", '[exclude]\ndirs = ["cache"]\n');
  const own = await bundleFor(workspace, issue);
  const now = new Set(linesOf(own.fragments).map(({ path }) => path));
  assert.ok(now.has("vendor/a.ts") && now.has(".cache/a.ts"));
  assert.ok(!now.has("cache/a.ts"));
});
