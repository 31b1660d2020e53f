import type { Bundle } from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import { openEstimator, openRenderer } from "../mod.ts";
import { makeIssue } from "../../tests/task_fixture.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { type Engine, openEngine } from "../engine.ts";
import { Workspace } from "./workspace.ts";

const TREE = {
  "web/src/upload.ts":
    "/** Retries a failed upload. */\nexport function retryUpload(file: string) {\n  return sendUpload(file);\n}\n\nexport function sendUpload(file: string) {\n  return file;\n}\n",
  "web/src/index.ts": "export * from './upload.ts';\n",
  "web/docs/upload.md": "# Uploads\n\nThe page retries an upload three times.\n",
  "api/src/upload.ts":
    "/** Receives an upload and refuses a large one. */\nexport function receiveUpload(size: number) {\n  return size < MAX_UPLOAD;\n}\n\nexport const MAX_UPLOAD = 1024;\n",
  "api/src/index.ts": "export * from './upload.ts';\n",
};

/** Two repositories with engines. */
class Repositories extends TempWorkspace {
  readonly #engines: Engine[] = [];

  async open(...names: readonly string[]): Promise<Workspace<Engine>> {
    const members = [];
    for (const name of names) {
      const engine = await openEngine({ root: this.path(name) });
      this.#engines.push(engine);
      members.push({ name, engine });
    }
    return new Workspace(members);
  }

  override [Symbol.dispose](): void {
    for (const engine of this.#engines) engine[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

Deno.test("Workspace search() lists results of all repositories, each with the name of its own", async () => {
  using trees = new Repositories(TREE);
  const workspace = await trees.open("web", "api");
  const { results, repositories, index } = await workspace.search("retry an upload");
  assert.deepEqual(repositories?.map(({ name, root }) => [name, root]), [
    ["web", trees.path("web")],
    ["api", trees.path("api")],
  ]);
  assert.equal(index.documents, 5);
  const [best] = results;
  assert.deepEqual([best?.repository, best?.path, best?.symbol], [
    ...["web", "src/upload.ts", "retryUpload"],
  ]);
  assert.ok(
    results.some(({ repository, path }) => repository === "api" && path === "src/upload.ts"),
  );
  const files = await workspace.search("upload", { by: "file" });
  const places = files.results.map(({ repository, path }) => `${repository}/${path}`);
  assert.deepEqual(new Set(places).size, places.length);
  assert.ok(places.includes("web/src/upload.ts") && places.includes("api/src/upload.ts"));
});

Deno.test("Workspace search() answers what a repository alone answers, when the others have no word of it", async () => {
  using trees = new Repositories({ ...TREE, "notes/a.md": "# Else\n\nNothing of it.\n" });
  const together = await (await trees.open("api", "notes")).search("receiveUpload");
  using engine = await openEngine({ root: trees.path("api") });
  const alone = await engine.search("receiveUpload");
  const place = ({ path, startLine }: { readonly path: string; readonly startLine: number }) =>
    `${path}:${startLine}`;
  assert.deepEqual(together.results.map(place), alone.results.map(place));
  assert.ok(together.results.every(({ repository }) => repository === "api"));
});

Deno.test("Workspace context() tells the repository in front of each path, and the names once", async () => {
  using trees = new Repositories(TREE);
  const workspace = await trees.open("web", "api");
  const bundle = await workspace.context("how is an upload retried and received", { budget: 1000 });
  const text = (await openRenderer("markdown", workspace.root)).render(
    bundle,
    await openEstimator("piece"),
  );
  assert.match(text, /^Passages of the repositories web, api, by whose names the paths begin/m);
  assert.match(text, /^## web\/src\/upload\.ts:/m);
  assert.match(text, /^## api\/src\/upload\.ts:/m);
  const xml = (await openRenderer("xml", workspace.root)).render(
    await workspace.context("how is an upload retried and received", { format: "xml" }),
    await openEstimator("piece"),
  );
  assert.match(xml, /^<context repositories="web api">\n/);
  assert.match(xml, /^<passage path="api\/src\/upload\.ts" /m);
  const places = bundle.fragments.map(({ source, location }) => [
    source.split("#")[0],
    location?.repository,
    location?.path,
  ]);
  assert.ok(places.some((place) => `${place}` === "file:api/src/upload.ts,api,src/upload.ts"));
  assert.equal(bundle.root, trees.root);
  assert.equal(bundle.record, undefined);
});

Deno.test("Workspace context() keeps one budget over all repositories, whatever the quotas", async () => {
  using trees = new Repositories(TREE);
  const workspace = await trees.open("web", "api");
  const estimator = await openEstimator("piece");
  const renderer = await openRenderer("markdown", workspace.root);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 700 }),
      share,
      share,
      async (budget, most, least) => {
        const bundle = await workspace.context("upload", {
          budget,
          refresh: false,
          quotas: { most, least },
        });
        const text = renderer.render(bundle, estimator);
        assert.ok(estimator.count(text) <= budget);
        assert.equal(bundle.budget.used, estimator.count(text));
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("Workspace context() leaves out what the rules of each repository leave out, and masks its secrets", async () => {
  const key = "AKIA" + "Z7Q3M5N8P2R6T4V9";
  using trees = new Repositories({
    ...TREE,
    "web/.dossier/config.yaml": "exclude:\n  dirs: [hidden]\n",
    "web/hidden/upload.ts": "export const hiddenUpload = 'wombat';\n",
    "api/hidden/upload.ts": "export const shownUpload = 'wombat';\n",
    "api/src/keys.ts": `export const uploadKey = "${key}"; // wombat\n`,
    "web/src/keys.ts": "export const uploadName = 'plain'; // wombat\n",
  });
  const workspace = await trees.open("web", "api");
  const bundle = await workspace.context("wombat upload", { budget: 2000 });
  const shown = bundle.fragments.map(({ source }) => source.split("#")[0]);
  assert.ok(shown.includes("file:api/hidden/upload.ts"), `${shown}`);
  const all = JSON.stringify(bundle) + JSON.stringify(await workspace.search("wombat upload"));
  assert.ok(!all.includes("hiddenUpload") && !all.includes(key));
  assert.ok(bundle.notes.some(({ message }) => message.includes("api/src/keys.ts")));
});

Deno.test("Workspace tells whose index or configuration a note is about", async () => {
  using trees = new Repositories({ ...TREE, "api/.dossier/config.yaml": "exclude:\n  dirs: 7\n" });
  const workspace = await trees.open("web", "api");
  const { notes } = await workspace.search("upload");
  const [note, ...others] = notes.filter(({ code }) => code === "config-issue");
  assert.match(note?.message ?? "", /^api: \.dossier\/config\.yaml/);
  assert.deepEqual(others, []);
});

Deno.test("Workspace tells of names that no repository has, and of those that one has nothing", async () => {
  using trees = new Repositories(TREE);
  const workspace = await trees.open("web", "api");
  const { names, notes } = await workspace.search("upload", {
    names: ["retryUpload", "receiveUpload", "frobnicate"],
  });
  assert.deepEqual(names, { matched: ["retryUpload", "receiveUpload"], unmatched: ["frobnicate"] });
  const unknown = await workspace.search("retryUplaod");
  assert.match(
    unknown.notes.map(({ message }) => message).join(),
    /"retryUplaod" is not in the tree: the nearest name is "retryUpload"/,
  );
  assert.ok(notes.some(({ code }) => code === "unmatched-names"));
});

Deno.test("Workspace contextForIssue() takes the files of a manifest from the repository that has or is named", async () => {
  using trees = new Repositories(TREE);
  const workspace = await trees.open("web", "api");
  const manifest = {
    primary: ["web/src/index.ts", "docs/upload.md"],
    read: ["api:src/upload.ts"],
    forbidden: ["api/src/index.ts"],
    version: 1,
  };
  const issue = makeIssue({ title: "`receiveUpload` refuses too much", manifest });
  const { fragments } = await workspace.contextForIssue(issue);
  const named = fragments.filter(({ role }) => role === "primary" || role === "read")
    .map(({ role, location }) => `${role} ${location?.repository}/${location?.path}`);
  assert.deepEqual(named, [
    "primary web/src/index.ts",
    "read api/src/upload.ts",
    "primary web/docs/upload.md",
  ]);
  const shown = fragments.filter(({ location }) => location?.path === "src/index.ts");
  assert.deepEqual(shown.map(({ location }) => location?.repository), ["web"]);
});

Deno.test("Workspace names and shows the callers in the repository of a definition", async () => {
  const caller = (name: string) =>
    `import { receiveUpload } from "./upload.ts";\n\nexport function ${name}() {\n  return receiveUpload(1);\n}\n`;
  using trees = new Repositories({
    ...TREE,
    "api/src/route.ts": caller("routeUpload"),
    "web/src/route.ts": "export function routeUpload() {\n  return 1;\n}\n",
  });
  const workspace = await trees.open("web", "api");
  const asked = await workspace.context("receiveUpload");
  const callers = (bundle: Bundle) =>
    bundle.fragments.filter(({ role }) => role === "caller")
      .map(({ location }) => `${location?.repository}/${location?.path}`);
  assert.equal(asked.question?.kind, "symbol");
  assert.ok(callers(asked).every((path) => path === "api/src/route.ts"));
  assert.ok(asked.sections.some(({ name }) => name === "calls"));
  const issue = makeIssue({ title: "`receiveUpload` refuses too much" });
  const filter = { paths: ["src/upload.ts"] };
  assert.deepEqual(callers(await workspace.contextForIssue(issue, { filter })), [
    "api/src/route.ts",
  ]);
});

Deno.test("Workspace contextForIssue() hides what is forbidden in every repository that it may mean", async () => {
  using trees = new Repositories(TREE);
  const workspace = await trees.open("web", "api");
  const manifest = { primary: [], read: [], forbidden: ["src/upload.ts"], version: 1 };
  const issue = makeIssue({ title: "`receiveUpload` and `retryUpload`", manifest });
  const { fragments } = await workspace.contextForIssue(issue);
  assert.ok(fragments.every(({ location }) => location?.path !== "src/upload.ts"));
  const all = { ...manifest, forbidden: ["api"] };
  const bundle = await workspace.contextForIssue(makeIssue({ title: "`upload`", manifest: all }));
  assert.ok(bundle.fragments.every(({ location }) => location?.repository !== "api"));
});

Deno.test("Workspace fixes the index that is damaged, and leaves the others as they are", async () => {
  using trees = new Repositories(TREE);
  const before = await trees.open("web", "api");
  await before.search("upload");
  const index = trees.path("api/.dossier/state/index.db");
  for (const { engine } of before.members) engine[Symbol.dispose]();
  const bytes = Deno.readFileSync(index);
  // Behind the first page, which is read when the file is opened.
  Deno.writeFileSync(index, bytes.fill(7, 4096));
  const workspace = await trees.open("web", "api");
  const { results, notes } = await workspace.search("receive an upload", { refresh: false });
  const told = notes.map(({ message }) => message).join("\n");
  assert.ok(!told.includes("web: The index was damaged"), told);
  const again = await workspace.search("receive an upload");
  assert.ok(again.results.some(({ repository }) => repository === "api"), JSON.stringify(results));
});
