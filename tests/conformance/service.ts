import type { ComposedContext, ProfileEntry } from "@dossier/policy";
import type { ReadResource } from "@dossier/tiers";
import type { ContextResource } from "@dossier/tiers/core";
import type { RenderedPrompt } from "../../features/policy/operations/compose.ts";
import type { ManifestReport } from "../../features/tiers/operations/manifest.ts";
import assert from "node:assert/strict";
import { findHookHost, readHookInput } from "@dossier/hosts/core/host";
import {
  abandonClaim,
  createClaim,
  type HookAnswer,
  type HookJob,
} from "@dossier/hosts/hook-answer";
import type { ServedRoot, Service } from "@dossier/server";
import { writeDossier } from "../policy_trees.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { linesOf } from "../lines_of.ts";

/** Creates the service under test. */
export type OpenService = (roots: readonly ServedRoot[]) => Service;

const UPLOAD = "def retry_upload(file):\n    return send_again(file)\n";
const DOWNLOAD = "def retry_download(address):\n    return fetch_again(address)\n";

/** Service for two trees, which are removed with it. */
class ServedTrees implements AsyncDisposable {
  readonly first = new TempWorkspace({ "src/upload.py": UPLOAD, "docs/upload.md": "# Upload\n" });
  readonly second = new TempWorkspace({ "src/download.py": DOWNLOAD });
  readonly service: Service;

  constructor(open: OpenService) {
    this.service = open([
      { name: "first", path: this.first.root },
      { name: "second", path: this.second.root },
    ]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    this.first[Symbol.dispose]();
    this.second[Symbol.dispose]();
  }
}

/**
 * Declares the tests that every {@link Service} passes, wherever its engines run.
 *
 * @param name Name of the implementation, for the names of the tests.
 * @param open Creates one; called once per test.
 * @param rules Rules to test. @default all
 */
export function testService(name: string, open: OpenService, rules = /^/): void {
  const test = (rule: string, body: (trees: ServedTrees) => Promise<void>) => {
    if (!rules.test(rule)) return;
    Deno.test(`${name} ${rule}`, async () => {
      await using trees = new ServedTrees(open);
      await body(trees);
    });
  };

  test("does not answer from a root that was not meant to be served", async () => {
    await using service = open([{ name: "all", path: "/" }]);
    for (
      const answer of [
        () => service.call("search", { query: "retry" }),
        () => service.call("read", { path: "etc/passwd" }),
        () => service.call("index", {}),
      ]
    ) await assert.rejects(answer, { code: "root-refused" });
  });

  test("does not answer from the target of a link that replaced a tree", async (trees) => {
    const { service, first, second } = trees;
    const request = { root: "first", query: "retry", refresh: true };
    await service.call("search", request);
    Deno.renameSync(first.root, `${first.root}-before`);
    Deno.symlinkSync(second.root, first.root);
    try {
      await assert.rejects(service.call("search", request), { name: "ContextError" });
      await assert.rejects(service.call("read", { root: "first", path: "src/download.py" }), {
        name: "ContextError",
      });
    } finally {
      Deno.removeSync(first.root);
      Deno.renameSync(`${first.root}-before`, first.root);
    }
    assert.ok((await service.call("search", request)).results.length > 0);
  });

  test("answers with every method from the tree in the request", async ({ service, second }) => {
    const root = "second";
    const { documents, refreshed } = await service.call("index", { root });
    assert.deepEqual([documents, refreshed], [1, true]);
    const found = await service.call("search", { root, query: "retry" });
    assert.deepEqual(found.results.map(({ path }) => path), ["src/download.py"]);
    assert.equal(found.index.stale, false);
    const [explained] = (await service.call("explain", { root, query: "retry" })).results;
    assert.ok(explained?.explanation !== undefined);
    const given = await service.call("context", {
      root,
      query: "retry",
      session: "s",
      format: "markdown",
    });
    assert.equal(linesOf(given.bundle.fragments)[0]?.path, "src/download.py");
    assert.match(given.text, /fetch_again/);
    const text = "NEED_CODE: src/download.py:1-2";
    const needed = await service.call("need", { root, text, session: "t", format: "markdown" });
    assert.match(needed.text, /fetch_again/);
    assert.match(
      (await service.call("read", { root, path: "src/download.py" })).text,
      /fetch_again/,
    );
    const outline = await service.call("structure", {
      root,
      kind: "outline",
      targets: ["src/download.py"],
    });
    assert.deepEqual(outline.definitions.map(({ symbol }) => symbol), ["retry_download"]);
    const status = await service.call("status", { root });
    assert.deepEqual([status.root, status.documents], [second.root, 1]);
    const log = await service.call("log", { root });
    assert.deepEqual(log.map(({ id, kind }) => [id, kind]), [[2, "answer"], [1, "bundle"]]);
    assert.equal((await service.call("record", { root, id: 1 })).session, "s");
    const restored = await service.call("recordText", { root, id: 1 });
    assert.ok("text" in restored && restored.text === given.text);
    assert.deepEqual(await service.call("log", { root: "first" }), []);
    const listed = await service.call("documents", { root, text: "download" });
    assert.deepEqual(listed.documents.map(({ path }) => path), ["src/download.py"]);
    const document = await service.call("document", { root, path: "src/download.py" });
    assert.deepEqual(document.definitions, ["retry_download"]);
    second.write("web/a.map", "1");
    const { groups } = await service.call("leftOut", { root });
    assert.ok(groups.some(({ paths }) => paths.includes("web/a.map")));
    const { findings, settings } = await service.call("health", { root });
    assert.equal(findings.find(({ check }) => check === "index")?.level, "ok");
    assert.equal(settings?.["task.alpha"]?.value, 0.5);
    const { injectedTokens } = await service.call("measure", { root, session: "s" });
    assert.equal(
      injectedTokens,
      linesOf(given.bundle.fragments).reduce((sum, { tokens }) => sum + tokens, 0),
    );
  });

  test("answers a question over several trees as one, each result with its tree", async ({ service, first }) => {
    const repositories = ["first", "second"];
    const found = await service.call("search", { repositories, query: "retry" });
    assert.deepEqual(found.repositories?.map(({ name }) => name), repositories);
    const places = found.results.map(({ repository, path }) => `${repository}/${path}`);
    assert.deepEqual(places.filter((place) => place.endsWith(".py")).toSorted(), [
      ...["first/src/upload.py", "second/src/download.py"],
    ]);
    assert.equal(found.index.stale, false);
    first.write("src/again.py", "def retry_again():\n    return 1\n");
    const asked = { repositories: ["*"], query: "retry again", refresh: true };
    const all = await service.call("explain", asked);
    assert.equal(all.results[0]?.path, "src/again.py");
    assert.ok(all.results[0]?.explanation !== undefined);
    const given = await service.call("context", {
      repositories,
      query: "retry",
      format: "markdown",
      budget: 300,
    });
    assert.match(given.text, /^## first\/src\/upload\.py/m);
    assert.match(given.text, /^## second\/src\/download\.py/m);
    assert.equal(given.bundle.record, undefined);
    const task = await service.call("context", {
      repositories,
      issue: { title: "`retry_download` fails", manifest: { primary: ["second/src/download.py"] } },
      format: "markdown",
    });
    assert.match(task.text, /^## second\/src\/download\.py:1-2 .*may be edited/m);
    for (const root of repositories) assert.deepEqual(await service.call("log", { root }), []);
  });

  test("refuses requests that cannot be sent to several trees", async ({ service }) => {
    const repositories = ["first", "second"];
    const ask = (operation: "search" | "context" | "status", request: object) =>
      service.call(operation, { query: "retry", ...request } as never);
    const unknown = { code: "root-unknown" };
    const invalid = { code: "invalid-request" };
    await assert.rejects(ask("search", { repositories: ["first", "third"] }), unknown);
    await assert.rejects(ask("search", { repositories, root: "first" }), invalid);
    await assert.rejects(ask("context", { repositories, session: "s" }), invalid);
    await assert.rejects(ask("status", { repositories }), invalid);
  });

  test("answers with guessed names, and numbers the lines that it shows", async ({ service, first }) => {
    first.write("src/backoff.py", "def max_attempts(error):\n    return 3\n");
    const names = ["maxAttempts", "frobnicate"];
    const request = { root: "first", query: "retry", refresh: true, names };
    const found = await service.call("search", request);
    assert.equal(found.results[0]?.path, "src/backoff.py");
    const expected = { matched: ["maxAttempts"], unmatched: ["frobnicate"] };
    assert.deepEqual(found.names, expected);
    const given = await service.call("context", { ...request, numbers: true, format: "markdown" });
    assert.deepEqual(given.bundle.names, expected);
    assert.match(given.text, /^1\tdef max_attempts/m);
    const restored = await service.call("recordText", { root: "first", id: given.bundle.record! });
    assert.ok("text" in restored && restored.text === given.text);
    const many = Array.from({ length: 65 }, (_, i) => `name${i}`);
    await assert.rejects(service.call("search", { ...request, names: many }), {
      code: "invalid-query",
    });
  });

  test("sends withdrawn text to a session again", async ({ service }) => {
    const request = { root: "second", query: "retry", session: "s" };
    const since = Date.now();
    const { fragments, record: id } = (await service.call("context", request)).bundle;
    assert.deepEqual((await service.call("context", request)).bundle.fragments, []);
    await service.call("withdraw", { root: "second", id: id!, since });
    assert.deepEqual(
      linesOf((await service.call("context", request)).bundle.fragments),
      linesOf(fragments),
    );
    assert.match(
      (await service.call("record", { root: "second", id: id! })).withdrawn ?? "",
      /^\d{4}-/,
    );
  });

  test("answers about an issue in the request or in a file", async ({ service, first }) => {
    const root = "first";
    const issue = { id: "web-7", title: "Retry uploads", manifest: { primary: ["src/upload.py"] } };
    first.write("issue.json", JSON.stringify(issue));
    for (const named of [issue, "issue.json"]) {
      const { bundle } = await service.call("context", { root, issue: named, record: false });
      assert.ok(linesOf(bundle.fragments).some(({ path }) => path === "src/upload.py"));
    }
  });

  test("composes profiles and reports manifests, each of its own tree", async ({ service, second }) => {
    const root = "second";
    writeDossier(second.root, {
      profiles: { "review/base": { context: { system: ["voice"] } } },
      knowledge: { voice: "Speak plainly." },
      files: {
        "profiles/review/security.md":
          "---\nextends: review/base\ninputs: {ship: {type: string, required: true}}\n---\n\nLook at {input:ship}.\n",
        "manifest.yaml": 'version: 1\nidentity: {sources: [{uri: "knowledge:voice"}]}\n',
      },
    });
    const profile = "review/security";
    const composed = await service.call("compose", {
      root,
      profile,
      inputs: { ship: "Ada" },
      for: "openai",
    }) as RenderedPrompt;
    assert.match(composed.system, /Speak plainly\./);
    assert.match(composed.messages[0]?.content ?? "", /Look at Ada\./);
    assert.equal(
      (composed.request as { messages: { role: string }[] }).messages[0]?.role,
      "system",
    );
    assert.deepEqual(composed.chain.map(({ id }) => id), ["review/base", profile]);
    const shown = await service.call("profile", { root, id: profile }) as ComposedContext;
    assert.match(shown.messages[0]?.content ?? "", /Look at \{input:ship\}\./);
    assert.equal("request" in shown, false);
    const idsOf = async (root: string) =>
      (await service.call("profiles", { root }) as readonly ProfileEntry[]).map(({ id }) => id);
    assert.equal((await idsOf(root)).includes(profile), true);
    assert.equal((await idsOf("first")).includes(profile), false);

    const uri = "knowledge:voice";
    const listed = await service.call("resources", { root }) as readonly ContextResource[];
    assert.equal(listed[0]?.uri, uri);
    assert.deepEqual(await service.call("resources", { root: "first" }), []);
    const read = await service.call("resource", { root, uri, session: "s" }) as ReadResource;
    assert.deepEqual([read.text, read.isStale], ["Speak plainly.", true]);
    const manifestReport = await service.call("manifest", { root, session: "s" }) as ManifestReport;
    assert.deepEqual([manifestReport.form, manifestReport.path], [
      "dossier",
      ".dossier/manifest.yaml",
    ]);
    assert.equal(manifestReport.tiers[0]?.sources[0]?.status, "injected");
    assert.deepEqual(manifestReport.session?.recent.map(({ source }) => source), [uri]);
    assert.equal((await service.call("manifest", { root }) as ManifestReport).session, undefined);
  });

  test("includes the workflow tier after a tool that triggers it", async ({ service, second }) => {
    const sources = '[{uri: "knowledge:voice"}], refresh_triggers: [{on_tool_call: deploy}]';
    writeDossier(second.root, {
      knowledge: { voice: "Speak plainly." },
      files: { "manifest.yaml": `version: 1\nworkflow: {sources: ${sources}}\n` },
    });
    const named = { root: "second", session: "s" };
    const isGiven = async () =>
      (await service.call("context", { ...named, query: "retry" })).text.includes("Speak plainly.");
    const given = [await isGiven()];
    for (const value of ["test", "deploy"]) {
      await service.call("activity", { ...named, events: [{ kind: "tool", value }] });
      given.push(await isGiven());
    }
    assert.deepEqual(given, [false, false, true]);
  });

  test("indexes changes before it answers", async ({ service, first }) => {
    const root = "first";
    await service.call("index", { root });
    first.write("src/queue.py", "def drain_queue():\n    pass\n");
    const before = await service.call("search", { root, query: "drain queue", refresh: false });
    assert.equal(before.index.stale, true);
    assert.deepEqual(before.results.filter(({ path }) => path === "src/queue.py"), []);
    const after = await service.call("search", { root, query: "drain queue", refresh: true });
    assert.equal(after.results[0]?.path, "src/queue.py");
    first.write("src/late.py", "def arrive_late():\n    pass\n");
    const late = await service.call("structure", { root, kind: "map", refresh: true });
    assert.ok(late.definitions.some(({ symbol }) => symbol === "arrive_late"));
    assert.deepEqual([after.index.stale, after.index.pending], [false, 0]);
  });

  test("reports the impact of a change, callers by name only, and a path of calls", async ({ service, first }) => {
    const root = "first";
    first.write("src/a.ts", "export function pause() {\n  return 1;\n}\n");
    first.write(
      "src/b.ts",
      'import { pause } from "./a.ts";\n\nexport function retry() {\n  return pause();\n}\n',
    );
    first.write("src/c.ts", "export class Player {\n  add() {}\n}\n");
    first.write("src/d.js", "export function other(it) {\n  return it.add();\n}\n");
    first.initialize();
    first.commit();
    const none = await service.call("structure", { root, kind: "impact", diff: "" });
    assert.deepEqual(none.notes.map(({ code }) => code), ["nothing-found"]);
    first.write("src/a.ts", "export function pause() {\n  return 2;\n}\n");
    const impact = await service.call("structure", {
      root,
      kind: "impact",
      diff: "HEAD",
      depth: 1,
    });
    assert.deepEqual(
      impact.definitions.map(({ symbol, depth, isTest }) => [symbol, depth, isTest]),
      [["pause", 0, false], ["retry", 1, false]],
    );
    const targets = ["retry", "src/a.ts#pause"];
    const way = await service.call("structure", { root, kind: "paths", targets });
    assert.deepEqual(way.definitions.map(({ reasons }) => reasons), [["calls pause in line 4"]]);
    const asked = { root, kind: "callers" as const, targets: ["Player.add"] };
    assert.deepEqual((await service.call("structure", asked)).definitions, []);
    const all = await service.call("structure", { ...asked, all: true });
    assert.deepEqual(all.definitions.map(({ certainty }) => certainty), ["name only"]);
  });

  test("rejects with a code and a sentence about the problem", async ({ service, first }) => {
    const root = "first";
    first.write("notes/.env", "TOKEN=1\n");
    const session = "s";
    await service.call("need", { root, text: "NEED_CODE: src/upload.py", session, round: 1 });
    const refusals: readonly (readonly [code: string, rule: RegExp, () => Promise<unknown>])[] = [
      [
        "root-unknown",
        /the served roots are "first", "second"/,
        () => service.call("status", { root: "third" }),
      ],
      ["root-unknown", /"third"/, () => service.call("index", { root: "third" })],
      ["invalid-request", /name one of/, () => service.call("search", { query: "retry" })],
      ["invalid-query", /is empty/, () => service.call("context", { root, query: " " })],
      ["invalid-query", /is empty/, () => service.call("search", { root, query: "" })],
      ["invalid-budget", /-1/, () => service.call("context", { root, query: "retry", budget: -1 })],
      [
        "invalid-session",
        /session/,
        () => service.call("context", { root, query: "x", session: "\n" }),
      ],
      ["invalid-issue", /issue/, () => service.call("context", { root, issue: {} })],
      [
        "issue-not-found",
        /none\.json/,
        () => service.call("context", { root, issue: "none.json" }),
      ],
      [
        "invalid-round",
        /round/,
        () => service.call("need", { root, text: "", session, round: 0.5 }),
      ],
      [
        "round-taken",
        /round 1/,
        () => service.call("need", { root, text: "other", session, round: 1 }),
      ],
      ["file-not-found", /none\.py/, () => service.call("read", { root, path: "src/none.py" })],
      ["file-excluded", /\.env/, () => service.call("read", { root, path: "notes/.env" })],
      [
        "symbol-not-found",
        /"retry_upload"/,
        () => service.call("structure", { root, kind: "callers", targets: ["retry_uplod"] }),
      ],
      [
        "invalid-target",
        /one definition/,
        () => service.call("structure", { root, kind: "tests" }),
      ],
      [
        "invalid-target",
        /with "diff": only tests, impact/,
        () =>
          service.call("structure", { root, kind: "callers", targets: ["retry_upload"], diff: "" }),
      ],
      [
        "invalid-target",
        /since "--output=x": name a revision/,
        () => service.call("structure", { root, kind: "impact", diff: "--output=x" }),
      ],
      ["record-not-found", /record 9 /, () => service.call("record", { root, id: 9 })],
      ["record-not-found", /record 9 /, () => service.call("recordText", { root, id: 9 })],
      ["file-not-found", /none\.py/, () => service.call("document", { root, path: "src/none.py" })],
      ["file-excluded", /\.env/, () => service.call("document", { root, path: "notes/.env" })],
      ["session-not-found", /"none"/, () => service.call("measure", { root, session: "none" })],
      ["profile-not-found", /"none"/, () => service.call("compose", { root, profile: "none" })],
      ["invalid-item-id", /\.\./, () => service.call("profile", { root, id: "../../etc/passwd" })],
      ["manifest-not-found", /manifest\.yaml/, () => service.call("manifest", { root: "second" })],
      [
        "manifest-not-found",
        /no manifest/,
        () => service.call("resource", { root: "second", uri: "knowledge:a" }),
      ],
    ];
    for (const [code, message, act] of refusals) {
      await assert.rejects(act, { name: "ContextError", code, message }, code);
    }
    first.write(".dossier/config.yaml", "exclude: [\n");
    await assert.rejects(service.call("search", { root, query: "retry" }), {
      code: "invalid-config",
    });
    first.remove(".dossier/config.yaml");
    assert.equal(
      (await service.call("search", { root, query: "upload" })).results.length > 0,
      true,
    );
  });

  test("rejects with the reason of a signal, and answers later requests", async ({ service }) => {
    const root = "first";
    const reason = new Error("nobody waits");
    const signal = AbortSignal.abort(reason);
    const place = { path: "src/upload.py", kind: "map" } as const;
    const named = { profile: "unload", uri: "knowledge:voice" };
    const request = { root, query: "retry", session: "s", ...place, id: 1, text: "", ...named };
    const methods = [
      "context",
      "need",
      "search",
      "explain",
      "structure",
      "read",
      "status",
    ] as const;
    const looks = ["documents", "document", "leftOut", "health", "measure"] as const;
    const policies = ["compose", "profiles", "manifest", "resources", "resource"] as const;
    for (
      const method of [...methods, "log", "record", "recordText", ...looks, ...policies] as const
    ) {
      await assert.rejects(service.call(method as string, request, { signal }), reason, method);
    }
    const abort = new AbortController();
    const searches = [1, 2, 3].map(() =>
      service.call("search", { root, query: "retry" }, { signal: abort.signal })
    );
    abort.abort(reason);
    for (const search of searches) await assert.rejects(search, reason);
    assert.equal((await service.call("search", { root, query: "retry" })).results.length > 0, true);
    assert.deepEqual(await service.call("log", { root }), []);
  });

  test("N-21 stores granted files in a session for the next prompt", async ({ service }) => {
    const root = "first";
    const issue = { id: "7", title: "retry", manifest: { primary: ["src/upload.py"] } };
    await service.call("context", { root, issue, session: "g" });
    await service.call("need", { root, text: "NEED_FILE: src/new.py", session: "g" });
    const { bundle } = await service.call("context", { root, issue, session: "g" });
    assert.deepEqual(bundle.issue?.manifest?.primary, ["src/upload.py", "src/new.py"]);
    assert.equal(bundle.issue?.manifest?.version, 2);
  });

  test("reports the previous attempt and the end of an agent's turn", async ({ service }) => {
    const root = "first";
    const retry = { diff: "+++ b/src/upload.py\n@@ -1 +1 @@\n", error: "boom" };
    const issue = { title: "retry" };
    const { bundle, text } = await service.call("context", {
      root,
      issue,
      retry,
      format: "markdown",
    });
    assert.deepEqual(bundle.retry, retry);
    assert.match(text, /^## The attempt before$/m);
    const ended = await service.call("need", { root, text: "BLOCKED: no network", session: "e" });
    assert.deepEqual(ended.bundle.signals, [
      { signal: "BLOCKED", reason: "no network", line: 1 },
    ]);
  });

  test("sends the context of a prompt to a session of a host, unless the caller has disconnected", async ({ service, first }) => {
    const [root, session] = ["first", "h"];
    const input = { "hook_event_name": "UserPromptSubmit", "session_id": session };
    const host = findHookHost("codex")!;
    const text = JSON.stringify({ ...input, prompt: "Why does retry_upload give up? Add a delay" });
    const reading = readHookInput(host, text);
    assert.ok("input" in reading);
    const job: HookJob = {
      input: reading.input,
      host: host.name,
      root: first.root,
      timeMs: 10_000,
      cache: undefined,
      home: undefined,
      showsReminders: true,
      addsSearchNotes: true,
      acceptsText: true,
      addsRulesOnRead: false,
    };
    await service.call("index", { root });
    const abort = new AbortController();
    const reason = new Error("nobody waits");
    const claim = createClaim();
    const asked = service.call("hook", { root, session, job: { ...job, claim } }, {
      signal: abort.signal,
      onProgress(message) {
        if (!("isRecorded" in Object(message))) return;
        abandonClaim(claim);
        abort.abort(reason);
      },
    });
    await assert.rejects(asked, reason);
    const ask = async () => await service.call("hook", { root, session, job }) as HookAnswer;
    const answer = await ask();
    assert.match(answer.text, /moment="prompt"[^]*def retry_upload/);
    assert.equal((await service.call("record", { root, id: answer.record! })).session, session);
    assert.equal((await ask()).text, "");
  });

  test("gives two simultaneous bundles of one session different texts", async ({ service }) => {
    const request = { root: "first", query: "retry upload", session: "s" };
    const [one, other] = await Promise.all([
      service.call("context", request),
      service.call("context", request),
    ]);
    const paths = [one, other].map(({ bundle }) =>
      linesOf(bundle.fragments).map(({ path }) => path)
    );
    assert.deepEqual(paths.map((list) => list.includes("src/upload.py")).sort(), [false, true]);
  });

  test("gives eight simultaneous callers the same answer as one", async ({ service }) => {
    const queries = ["retry upload", "send again", "upload", "file"];
    const ask = async (query: string) => {
      const { bundle } = await service.call("context", { root: "first", query, record: false });
      return JSON.stringify(linesOf(bundle.fragments));
    };
    const alone: string[] = [];
    for (const query of queries) alone.push(await ask(query));
    const together = await Promise.all([...queries, ...queries].map(ask));
    assert.deepEqual(together, [...alone, ...alone]);
  });
}
