import { type Bundle, findRenderer, RANKING_STEPS, verifyExplanation } from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import { recordReads } from "../tests/record_reads.ts";
import { trustIndexTimes } from "../tests/trust_times.ts";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { openEngine } from "./engine.ts";
import type { SearchOptions } from "./search/search_options.ts";
import { openEstimator } from "./delivery/pack/open_estimator.ts";
import { acquireIndexLock } from "./machine/index_lock.ts";
import { writeDocumentStamp } from "./index/local/store/documents.ts";
import { findMeta, writeMeta } from "./index/local/store/meta.ts";
import { openStore } from "./index/local/store/open_store.ts";
import { linesOf } from "../tests/lines_of.ts";

const TREE = {
  "README.md": "# Uploader\n\nSends files. Failed uploads are tried again.\n",
  "src/upload.py":
    "def retry_upload(file):\n    return send(file)\n\n\ndef send(file):\n    pass\n",
  "src/queue.ts": "export class UploadQueue {\n  retry(): void {}\n}\n",
  "docs/retry.md": "# Retry\n\nHow often an upload is tried again.\n\n## Limits\n\nFive times.\n",
};
const FORMATS = ["markdown", "json", "xml"] as const;
const ESTIMATORS = ["piece", "chars4", "o200k"] as const;

/** Sets file times to long ago: a file written just now would count as unstable. */
function age(workspace: TempWorkspace): void {
  for (const path of Object.keys(TREE)) Deno.utimeSync(workspace.path(path), 1, 1);
}

function codesOf({ notes }: { readonly notes: readonly { readonly code: string }[] }): string[] {
  return notes.map(({ code }) => code);
}

function pathsOf(list: readonly { readonly path: string }[]): string[] {
  return [...new Set(list.map(({ path }) => path))].sort();
}

Deno.test("Engine.context() answers with passages of the current files", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const bundle = await engine.context("retry an upload", { budget: 2000 });
  assert.deepEqual(pathsOf(linesOf([...bundle.fragments, ...bundle.omitted])), [
    "README.md",
    "docs/retry.md",
    "src/queue.ts",
    "src/upload.py",
  ]);
  assert.ok(pathsOf(linesOf(bundle.fragments)).includes("src/upload.py"));
  for (const { path, startLine, endLine, text, form } of linesOf(bundle.fragments)) {
    const lines = workspace.read(path).split("\n").slice(startLine - 1, endLine);
    assert.equal(text, form === "reference" ? "" : lines.join("\n"), path);
  }
  assert.deepEqual(bundle.notes, []);
  assert.equal(bundle.index.documents, 4);
  assert.equal(bundle.index.stale, false);
  assert.deepEqual(bundle.index.refreshed, { added: 4, changed: 0, removed: 0 });
});

Deno.test("Engine.context() never costs more than its budget, in any format by any estimator", async () => {
  const long = Array.from(
    { length: 60 },
    (_, i) => `## Upload ${i}\n\n${"retry it ".repeat(30)}\n`,
  );
  using workspace = new TempWorkspace({ ...TREE, "long.md": long.join("\n") });
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  for (const name of ESTIMATORS) {
    const estimator = await openEstimator(name);
    for (const format of FORMATS) {
      for (const budget of [0, 1, 7, 40, 60, 100, 333, 1000, 4000]) {
        const options = { budget, estimator: name, format, refresh: false };
        const bundle = await engine.context("retry the upload", options);
        // The cost of a JSON bundle is that of its Markdown rendering.
        const rendered = findRenderer(format === "json" ? "markdown" : format)
          .render(bundle, estimator);
        const cost = estimator.count(rendered);
        assert.ok(cost <= budget, `${name} ${format}: ${cost} of ${budget}`);
        assert.equal(bundle.budget.used, cost);
        assert.deepEqual([bundle.budget.limit, bundle.budget.estimator], [budget, name]);
        if (budget >= 333) {
          assert.ok(bundle.fragments.length > 0, `${name} ${format} ${budget}`);
        }
      }
    }
  }
});

Deno.test("Engine.context() rejects a budget that is not a whole number of at least 0", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  for (const budget of [NaN, -1, 1.5, Infinity]) {
    await assert.rejects(engine.context("upload", { budget }), {
      name: "ContextError",
      code: "invalid-budget",
    });
  }
});

Deno.test("Engine rejects an empty query", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  for (const query of ["", " \n\t"]) {
    for (const answer of [engine.context(query), engine.search(query)]) {
      await assert.rejects(answer, { name: "ContextError", code: "invalid-query" });
    }
  }
});

Deno.test("Engine.context() returns the same hash for the same tree in another place and at another time", async () => {
  using here = new TempWorkspace(TREE);
  using there = new TempWorkspace();
  const entries = Object.entries(TREE).reverse();
  using engineThere = await openEngine({ root: there.root });
  // Indexed file by file in another order, with other file times, and in git.
  for (const [path, text] of entries) {
    there.write(path, `${text}\nnot yet right`);
    await engineThere.index();
    there.write(path, text);
    Deno.utimeSync(there.path(path), 1, 1);
    await engineThere.index();
  }
  there.initialize();
  using engineHere = await openEngine({ root: here.root });
  for (const options of [{}, { budget: 120 }, { format: "xml" as const }]) {
    const one = await engineHere.context("retry an upload", options);
    const other = await engineThere.context("retry an upload", { ...options, refresh: false });
    assert.equal(other.hash, one.hash);
    assert.match(one.hash, /^[0-9a-f]{64}$/);
    assert.deepEqual(linesOf(other.fragments), linesOf(one.fragments));
  }
});

Deno.test("Engine.context() returns another hash for another tree or request", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const hashes = [
    await engine.context("retry an upload"),
    await engine.context("retry an upload", { budget: 100 }),
    await engine.context("retry an upload", { estimator: "chars4" }),
    await engine.context("retry the upload"),
  ].map(({ hash }) => hash);
  workspace.write("README.md", `${TREE["README.md"]}\nAnd more.\n`);
  hashes.push((await engine.context("retry an upload")).hash);
  assert.equal(new Set(hashes).size, 5);
});

Deno.test("Engine.search() uses every change of the tree in the next answer", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const paths = async () => pathsOf((await engine.search("wombat")).results);
  assert.deepEqual(await paths(), []);
  workspace.write("new.md", "wombat\n");
  assert.deepEqual(await paths(), ["new.md"]);
  workspace.write("README.md", "wombat\n");
  assert.deepEqual(await paths(), ["README.md", "new.md"]);
  workspace.remove("new.md");
  const { results, index } = await engine.search("wombat");
  assert.deepEqual(pathsOf(results), ["README.md"]);
  assert.deepEqual(index.refreshed, { added: 0, changed: 0, removed: 1 });
});

Deno.test("Engine.search() returns the same answers to concurrent questions", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const answers = await Promise.all([1, 2, 3].map(() => engine.search("retry upload")));
  for (const { results } of answers) assert.deepEqual(results, answers[0]?.results);
  assert.equal(answers[0]?.results.length, 5);
});

Deno.test("Engine.search() and Engine.context() explain scores as sums", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const { results } = await engine.search("retry upload", { explain: true });
  const { fragments } = await engine.context("retry upload", { explain: true });
  assert.ok(results.length > 0 && fragments.length > 0);
  for (const { explanation, score } of [...results, ...fragments]) {
    assert.equal(explanation?.value, score);
    assert.ok(explanation !== undefined && verifyExplanation(explanation));
  }
});

Deno.test("Engine.search() applies limit and filter, and mentions them when nothing was found", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  assert.equal((await engine.search("retry upload", { limit: 2 })).results.length, 2);
  const code = await engine.search("retry upload", { filter: { kind: "code" } });
  assert.deepEqual(pathsOf(code.results), ["src/queue.ts", "src/upload.py"]);
  const none = await engine.search("retry upload", { filter: { languages: ["cobol"] } });
  assert.deepEqual(codesOf(none), ["nothing-found"]);
});

Deno.test("Engine reports when nothing was found", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const bundle = await engine.context("xylophone");
  assert.deepEqual(codesOf(bundle), ["nothing-found"]);
  assert.deepEqual(bundle.fragments, []);
});

Deno.test("Engine reports why nothing was found, and a fix", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const say = async (query: string, options: SearchOptions = {}) => {
    const { results, notes } = await engine.search(query, options);
    assert.deepEqual(results, []);
    assert.deepEqual(notes.map(({ code }) => code), ["nothing-found"]);
    return notes[0]?.message;
  };
  for (const query of ["?!", "\u{1f600}\u{1f389}", "```", '"'.repeat(9)]) {
    assert.match(
      await say(query) ?? "",
      /^The query has no word of two letters or more: write some words/,
    );
  }
  assert.match(await say("xylophone") ?? "", /^No file in the tree has a word of the query: try/);
  const filter = { languages: ["ruby"] };
  assert.match(
    await say("upload", { filter }) ?? "",
    /^No file that matches the filters .*: widen/,
  );
  const disabled = RANKING_STEPS;
  assert.match(
    await say("retry upload", { disabled }) ?? "",
    /ranking steps find nothing in the tree: disable fewer/,
  );
});

Deno.test("Engine reports a missing index when it may not create one", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const { notes, index } = await engine.search("upload", { refresh: false });
  assert.deepEqual(codesOf({ notes }), ["no-index", "nothing-found"]);
  assert.deepEqual([index.documents, index.stale], [0, true]);
  assert.equal(index.updatedAt, "1970-01-01T00:00:00.000Z");
  await engine.index();
  const later = await engine.search("upload", { refresh: false });
  assert.deepEqual(codesOf(later), []);
  assert.equal(later.index.stale, true);
});

Deno.test("Engine has an index of an empty tree after its first comparison", async () => {
  using workspace = new TempWorkspace();
  using engine = await openEngine({ root: workspace.root });
  assert.deepEqual(codesOf(await engine.search("upload")), ["empty-tree"]);
  assert.deepEqual(codesOf(await engine.search("upload", { refresh: false })), ["nothing-found"]);
});

Deno.test("Engine reports pending files when it has no time to index", async () => {
  using workspace = new TempWorkspace(TREE);
  age(workspace);
  using engine = await openEngine({ root: workspace.root });
  const first = await engine.search("upload", { maxRefreshMs: 0 });
  assert.ok(codesOf(first).includes("index-pending"));
  assert.deepEqual([first.index.pending, first.index.stale], [4, true]);
  await engine.index();
  trustIndexTimes(workspace.root);
  workspace.write("docs/new.md", "upload\n");
  const bundle = await engine.context("upload", { maxRefreshMs: 0 });
  assert.ok(codesOf(bundle).includes("index-pending"));
  assert.equal(bundle.index.pending, 1);
  assert.ok(!pathsOf(linesOf(bundle.fragments)).includes("docs/new.md"));
});

Deno.test("Engine answers from the current index while another process is indexing", async () => {
  using workspace = new TempWorkspace(TREE);
  age(workspace);
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  trustIndexTimes(workspace.root);
  const lockPath = workspace.path(".dossier/state/index.lock");
  using _ = (await acquireIndexLock(lockPath, { waitMs: 0 }))!;
  workspace.write("new.md", "upload\n");
  const { results, notes, index } = await engine.search("upload", { maxRefreshMs: 20 });
  assert.ok(codesOf({ notes }).includes("indexing-elsewhere"));
  assert.equal(index.pending, 1);
  assert.ok(results.length > 0 && !pathsOf(results).includes("new.md"));
});

Deno.test("Engine keeps its index in the root's own state folder, which git ignores", async () => {
  using workspace = new TempWorkspace(TREE);
  workspace.initialize();
  workspace.commit();
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  const { indexPath, notes, documents } = await engine.status();
  assert.equal(indexPath, workspace.path(".dossier/state/index.db"));
  assert.deepEqual([notes, documents], [[], 4]);
  assert.equal(workspace.git("status", "--porcelain", "--ignored=no"), "");
});

Deno.test("Engine keeps its index in the selected folder", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, state: workspace.path("deep/state") });
  await engine.index();
  assert.equal((await engine.status()).indexPath, workspace.path("deep/state/index.db"));
  assert.throws(() => Deno.lstatSync(workspace.path(".dossier")), Deno.errors.NotFound);
});

Deno.test("Engine keeps its index in the cache when the root cannot be written, and reports it", async () => {
  // A file in its place stops every user, also the superuser.
  using workspace = new TempWorkspace({ ...TREE, ".dossier": "a file" });
  const { root, cache } = workspace;
  await assert.rejects(openEngine({ root }), { code: "index-unwritable" });
  using engine = await openEngine({ root, cache });
  assert.deepEqual(codesOf(await engine.search("upload")), ["state-elsewhere"]);
  assert.deepEqual(codesOf(await engine.context("upload")), ["state-elsewhere"]);
  const { indexPath, notes } = await engine.status();
  assert.ok(indexPath.startsWith(`${cache}/`), indexPath);
  assert.deepEqual(codesOf({ notes }), ["state-elsewhere"]);
});

Deno.test("openEngine() rejects a root that does not exist or is not a folder", async () => {
  using workspace = new TempWorkspace(TREE);
  for (const path of ["nowhere", "README.md"]) {
    await assert.rejects(openEngine({ root: workspace.path(path) }), { code: "root-not-found" });
  }
});

Deno.test("openEngine() accepts the root of the file system only when explicitly allowed", async () => {
  await assert.rejects(openEngine({ root: "/" }), {
    code: "root-refused",
    message:
      'Cannot use "/" as the root as it is the root of the file system: name a repository with --root, or allow it with --any-root',
  });
  using workspace = new TempWorkspace();
  const state = workspace.path("state");
  using engine = await openEngine({ root: "/", anyRoot: true, state });
  assert.equal(engine.root, "/");
});

/** Fills the index except its first page with random bytes, as a failing disk does. */
function damage(path: string): void {
  const bytes = Deno.readFileSync(path);
  bytes.fill(0xa5, 8192);
  Deno.writeFileSync(path, bytes);
}

Deno.test("Engine rebuilds a damaged index and reports it", async () => {
  using workspace = new TempWorkspace(TREE);
  const before = await (async () => {
    using engine = await openEngine({ root: workspace.root });
    return await engine.search("retry upload");
  })();
  const path = workspace.path(".dossier/state/index.db");
  for (const spoil of [damage, (file: string) => Deno.writeTextFileSync(file, "x".repeat(9999))]) {
    spoil(path);
    using engine = await openEngine({ root: workspace.root });
    const { results, notes } = await engine.search("retry upload");
    assert.deepEqual(codesOf({ notes }), ["index-rebuilt"]);
    assert.deepEqual(results, before.results);
    assert.deepEqual(codesOf(await engine.search("retry upload")), []);
  }
});

Deno.test("Engine rebuilds an index of another version", async () => {
  using workspace = new TempWorkspace(TREE);
  Deno.mkdirSync(workspace.path(".dossier/state"), { recursive: true });
  const path = workspace.path(".dossier/state/index.db");
  {
    using store = openStore(path, "of an older version");
    writeMeta(store, "updated_at", "2099-01-01T00:00:00.000Z");
  }
  using engine = await openEngine({ root: workspace.root });
  const { results, notes } = await engine.search("retry upload", { by: "file" });
  assert.equal(results.length, 4);
  assert.deepEqual(codesOf({ notes }), ["index-upgraded"]);
});

Deno.test("Engine.context() returns no lines of a file that changed since it was indexed", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  workspace.write("src/upload.py", "# a new line\n\ndef retry_upload(file):\n    pass\n");
  workspace.remove("src/queue.ts");
  const bundle = await engine.context("retry upload", { refresh: false });
  const changed = linesOf(bundle.omitted).filter(({ reason }) => reason === "changed");
  assert.deepEqual(
    changed.map(({ path, startLine, endLine }) => [path, startLine, endLine]),
    [["src/upload.py", 1, 6], ["src/queue.ts", 1, 3]],
    "all lines that were indexed",
  );
  const others = linesOf(bundle.omitted).filter(({ reason }) => reason !== "changed");
  assert.deepEqual(pathsOf([...linesOf(bundle.fragments), ...others]), [
    "README.md",
    "docs/retry.md",
  ]);
});

Deno.test("Engine indexes a change without a new file time after an answer has noticed it", async () => {
  using workspace = new TempWorkspace({ "a.md": "zebra one\n" });
  using engine = await openEngine({ root: workspace.root });
  await engine.search("zebra");
  workspace.write("a.md", "zebra two\n");
  const { size, mtime, ctime, ino } = Deno.lstatSync(workspace.path("a.md"));
  {
    using store = openStore(workspace.path(".dossier/state/index.db"));
    const look = { size, modified: Number(mtime), changed: Number(ctime), inode: ino! % 2 ** 32 };
    writeDocumentStamp(store, "a.md", { ...look, racy: false });
  }
  const [first, second] = [await engine.context("zebra"), await engine.context("zebra")];
  assert.deepEqual(first.fragments.filter(({ text }) => text.includes("zebra one")), []);
  assert.equal(second.fragments[0]?.text.trim(), "zebra two");
});

Deno.test("Engine reports errors in the configuration with their locations", async () => {
  const config = "exclude:\n  dirs: [private]\n  flies: [x]\n";
  using workspace = new TempWorkspace({ ...TREE, ".dossier/config.yaml": config });
  using engine = await openEngine({ root: workspace.root });
  for (const answer of [await engine.search("upload"), await engine.index()]) {
    assert.deepEqual(codesOf(answer), ["config-issue"]);
    assert.ok(answer.notes[0]?.message.startsWith(".dossier/config.yaml:3:3: "));
  }
  workspace.write(".dossier/config.yaml", "exclude: [");
  await assert.rejects(engine.search("upload"), { code: "invalid-config" });
});

Deno.test("Engine parses a configuration once and caches the result", async () => {
  const text = "exclude:\n  dirs: [private]\n";
  using workspace = new TempWorkspace({
    "private/a.md": "wombat\n",
    "kept/a.md": "wombat\n",
    ".dossier/config.yaml": text,
  });
  using engine = await openEngine({ root: workspace.root });
  assert.deepEqual(pathsOf((await engine.search("wombat")).results), ["kept/a.md"]);

  // The cached rules are used: other rules under the same text apply without parsing.
  using store = openStore(workspace.path(".dossier/state/index.db"));
  const config = JSON.parse(findMeta(store, "config") ?? "");
  assert.equal(config.texts.config, text);
  assert.deepEqual(config.rules.dirs, ["private"]);
  const rules = { ...config.rules, dirs: ["kept"] };
  writeMeta(store, "config", JSON.stringify({ ...config, rules }));
  assert.deepEqual(pathsOf((await engine.search("wombat")).results), ["private/a.md"]);

  workspace.write(".dossier/config.yaml", `${text}# changed\n`);
  assert.deepEqual(pathsOf((await engine.search("wombat")).results), ["kept/a.md"]);
});

Deno.test("Engine opens only the served files of an unchanged tree", async () => {
  using workspace = new TempWorkspace(TREE);
  age(workspace);
  using engine = await openEngine({ root: workspace.root });
  await engine.context("wombat");
  trustIndexTimes(workspace.root);
  const ofTree = (paths: readonly string[]) =>
    paths.filter((path) => Object.keys(TREE).some((file) => path === workspace.path(file)));
  const asked = await recordReads(() => engine.search("upload", { by: "file" }));
  assert.deepEqual(ofTree(asked), []);
  const served = await recordReads(() => engine.context("limits times"));
  assert.deepEqual(pathsOf(ofTree(served).map((path) => ({ path }))), [
    workspace.path("docs/retry.md"),
  ]);
});

/** Possible paths of a file, and whether the rules exclude them. */
const PLACES: readonly (readonly [path: (name: string) => string, excluded: boolean])[] = [
  [(name) => `${name}.md`, false],
  [(name) => `src/${name}.py`, false],
  [(name) => `private/${name}.md`, true],
  [(name) => `src/private/deep/${name}.ts`, true],
  [(name) => `${name}.skip`, true],
  [(name) => `node_modules/${name}/index.js`, true],
  [(name) => `.env.${name}`, true],
  [(name) => `conf/${name}_credentials.yaml`, true],
  [(name) => `${name}-secret.md`, true],
  [(name) => `ignored/${name}.md`, true],
  [(name) => `hidden/${name}.md`, true],
];

/** Configuration that excludes `private` and `*.skip` besides the default rules. */
const CONFIG = `exclude:
  dirs: [private, node_modules, .git, .dossier]
  extensions: [.skip]
`;

/** File with a unique word in its name and its text. */
interface MarkedFile {
  readonly path: string;
  readonly text: string;
  readonly marker: string;
  readonly excluded: boolean;
}

const markedTrees = fc.array(fc.nat(PLACES.length - 1), { minLength: 1, maxLength: 12 }).map(
  (places): MarkedFile[] =>
    places.map((place, i) => {
      const [pathOf, excluded] = PLACES[place]!;
      const marker = `zq${"bcdfghjklmnp"[i]}wv`;
      const text = `# Upload ${marker}\n\ndef ${marker}_upload():\n    retry("${marker}")\n`;
      return { path: pathOf(marker), text, marker, excluded };
    }),
);

/** Returns all output of an engine for a query, in all formats. */
async function sayAll(root: string, query: string, refresh: boolean): Promise<string> {
  using engine = await openEngine({ root });
  const piece = await openEstimator("piece");
  const said: unknown[] = [];
  for (const budget of [60, 4000]) {
    for (const format of FORMATS) {
      const bundle: Bundle = await engine.context(query, {
        budget,
        format,
        refresh,
        explain: true,
      });
      said.push(bundle, findRenderer(format).render(bundle, piece));
    }
  }
  said.push(await engine.search(query, { refresh, explain: true, limit: 100 }));
  said.push(await engine.status());
  // Queried once more for errors, notes and index reports.
  if (refresh) said.push(await engine.index());
  return JSON.stringify(said);
}

/** Asserts that exactly the marked files that are not excluded are mentioned. */
async function assertSilence(
  root: string,
  files: readonly MarkedFile[],
  refresh: boolean,
): Promise<void> {
  const all = await sayAll(root, "retry an upload", refresh);
  for (const { path, marker, excluded } of files) {
    assert.equal(all.includes(marker), !excluded, `${path} in ${all.slice(0, 2000)}`);
  }
  using engine = await openEngine({ root });
  for (const { marker, path, excluded } of files) {
    const { results } = await engine.search(marker, { refresh });
    const { fragments, omitted } = await engine.context(marker, { refresh });
    const found = pathsOf([...results, ...linesOf([...fragments, ...omitted])]);
    assert.deepEqual(found, excluded ? [] : [path]);
  }
}

Deno.test("Engine mentions no excluded file, nor anything in it", async () => {
  await fc.assert(
    fc.asyncProperty(markedTrees, fc.boolean(), async (files, inGit) => {
      using workspace = new TempWorkspace({
        ".dossier/config.yaml": CONFIG,
        ".dossierignore": "hidden/\n",
        ".gitignore": "ignored/\n",
      });
      if (inGit) workspace.initialize();
      for (const { path, text } of files) workspace.write(path, text);
      await assertSilence(workspace.root, files, true);
    }),
    { numRuns: 12, interruptAfterTimeLimit: 15_000 },
  );
});

Deno.test("Engine applies a rule that is added after indexing, also without a refresh", async () => {
  const byRule = markedTrees.map((files) =>
    // Names that suggest secrets are excluded without any rule, and ignore files need a refresh.
    files.filter(({ path, excluded }) => !excluded || /private|\.skip/.test(path))
  );
  await fc.assert(
    fc.asyncProperty(byRule, async (files) => {
      using workspace = new TempWorkspace();
      for (const { path, text } of files) workspace.write(path, text);
      {
        using engine = await openEngine({ root: workspace.root });
        const { documents } = await engine.index();
        assert.equal(documents, files.length, "so far there is no rule");
      }
      workspace.write(".dossier/config.yaml", CONFIG);
      await assertSilence(workspace.root, files, false);
      await assertSilence(workspace.root, files, true);
    }),
    { numRuns: 10, interruptAfterTimeLimit: 15_000 },
  );
});

Deno.test("Engine fills the limit with other files when a new rule excludes the best ones", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`private/${i}.md`, "# Upload\n\nupload upload\n"]),
  );
  using workspace = new TempWorkspace({ ...files, "a.md": "an upload of sorts\n" });
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  workspace.write(".dossier/config.yaml", CONFIG);
  const options = { refresh: false, limit: 5 };
  assert.deepEqual(pathsOf((await engine.search("upload", options)).results), ["a.md"]);
});

Deno.test("Engine continues an interrupted first index without a time limit", async () => {
  using tree = new TempWorkspace();
  for (let i = 0; i < 400; i++) tree.write(`many/f${i}.md`, `text number${i}`);
  using engine = await openEngine({ root: tree.root });
  const abort = new AbortController();
  await engine.index({ signal: abort.signal, onProgress: () => abort.abort() });
  assert.ok((await engine.status()).documents < 400);
  const { index } = await engine.search("number7", { refresh: false });
  assert.equal(index.stale, true);
  assert.ok(
    (await engine.search("text", { refresh: false })).notes.some(({ code }) =>
      code === "index-incomplete"
    ),
  );
  await engine.search("number7");
  assert.equal((await engine.status()).documents, 400);
});

Deno.test("Engine explain() explains the score of each result", async () => {
  using tree = new TempWorkspace({ "a.md": "one two", "b.md": "two three" });
  using engine = await openEngine({ root: tree.root });
  const { results } = await engine.explain("two");
  assert.equal(results.length, 2);
  for (const { score, explanation } of results) assert.equal(explanation?.value, score);
});

Deno.test("Engine rejects an invalid limit, time limit and ranking step", async () => {
  using tree = new TempWorkspace({ "a.md": "one" });
  using engine = await openEngine({ root: tree.root });
  await assert.rejects(engine.search("one", { limit: 0 }), RangeError);
  await assert.rejects(engine.context("one", { maxRefreshMs: NaN }), RangeError);
  await assert.rejects(engine.search("one", { disabled: ["sybmols"] }), TypeError);
});

Deno.test("an engine that finds nothing reports an unknown language, with a suggestion", async () => {
  using workspace = new TempWorkspace({ "a.py": "def retry(): pass\n" });
  using engine = await openEngine({ root: workspace.root });
  const filter = { languages: ["pyton"] };
  const { results, notes } = await engine.search("retry", { filter });
  assert.deepEqual(results, []);
  const { message } = notes.find(({ code }) => code === "nothing-found")!;
  assert.match(message, /^There is no language "pyton", so no file matches: use python, /);
});

Deno.test("an engine that may block its thread indexes any number of files there", async () => {
  using workspace = new TempWorkspace();
  // More files than are otherwise indexed without a thread.
  for (let at = 0; at < 450; at++) workspace.write(`f${at}.py`, `x${at} = ${at}\n`);
  const { root } = workspace;
  using engine = await openEngine({ root, indexesInCallingThread: true });
  const opened = new Set(await recordReads(() => engine.index()));
  for (let at = 0; at < 450; at++) assert.ok(opened.has(`${root}/f${at}.py`), `f${at}.py`);
});
