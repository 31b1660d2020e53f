import type { Bundle, WorkManifest } from "@dossier/core";
import { formatLocation } from "@dossier/core/fragment";
import { MANIFEST_FORMS } from "../core/mod.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { FORMATS, makeIssue, render } from "../../../tests/task_fixture.ts";
import { git, writeFiles } from "../../../tests/temp_tree.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { Deliveries } from "../../../retrieval/delivery/record/deliveries.ts";
import { openState } from "../../../retrieval/delivery/state/open_state.ts";
import type { StateStore } from "../../../retrieval/delivery/state/state_store.ts";
import { findRefreshMark } from "../state/mod.ts";
import { appendActivity } from "../../../retrieval/delivery/state/session_activity.ts";
import { listTierInjections } from "../state/mod.ts";
import { openStateDirectory } from "../../../retrieval/machine/state_directory.ts";
import { POLICY_FEATURE } from "../../policy/feature.ts";
import { BUNDLE_SCHEMA } from "../../../retrieval/schema/bundle_schema.ts";
import { answer } from "../../../retrieval/answer/answer.ts";
import { AnsweringIndex } from "../../../retrieval/answer/answering_index.ts";
import type { EngineServices } from "../../../retrieval/lease/mod.ts";
import { MANIFEST_PATHS, TIERS_FEATURE } from "../feature.ts";
import type { TierRequestOptions } from "./tiers_brief.ts";
import type { TaskOptions } from "../../../retrieval/answer/request.ts";
import { TIER_TABLES } from "../tier_tables.ts";

/** Options of a task, with those of features. */
type AskOptions = TaskOptions & TierRequestOptions;

const RFC = "docs/rfcs/0016-hulls.md";

const PROJECT: Readonly<Record<string, string>> = {
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  "docs/adrs/0001-tar.md": "# Tar\n\nHulls are tarred.\n",
  [RFC]: "# Hulls\n\nStatus: In Progress\n\nMasts are oiled.\n",
  "docs/rfcs/0016-hulls.plan.md": "- [x] one\n- [ ] two\n",
  ".dossier/knowledge/voice.md": "---\nname: Voice\n---\nSay it plainly.\n",
  ".dossier/manifest.yaml": toManifest({
    identity: ["dossier://docs/adrs/", "knowledge:voice"],
    workflow: {
      sources: [
        { uri: "dossier://docs/rfcs/{active}", label: "RFC in progress" },
        "dossier://state/active-tasks",
      ],
      refresh_triggers: ["on_rfc_change", "every_4_turns", { on_tool_call: "deploy" }],
    },
  }),
};

function toManifest(fields: object): string {
  return JSON.stringify({ version: 1, ...fields });
}

/** A project whose requests are made at chosen times. */
interface Asked {
  readonly root: string;
  readonly state: StateStore;
  /** Reports that the content of a record was not sent. */
  readonly withdraw: (record: number) => Promise<void>;
  readonly ask: (options?: AskOptions, query?: string) => Promise<Bundle>;
  readonly askIssue: (options?: AskOptions, manifest?: Partial<WorkManifest>) => Promise<Bundle>;
  /** Sets the clock, in seconds. */
  readonly at: (seconds: number) => void;
  readonly write: (files: Readonly<Record<string, string>>) => void;
}

async function use(
  files: Readonly<Record<string, string>>,
  work: (asked: Asked) => Promise<void>,
): Promise<void> {
  using workspace = new TempWorkspace(files);
  workspace.initialize();
  const { root } = workspace;
  const folder = await openStateDirectory(root, {});
  using index = new AnsweringIndex(root, folder, {
    openEmbedder: () => Promise.resolve(undefined),
  });
  let now = 0;
  using state = await openState(folder.path, { now: () => now, tables: [TIER_TABLES] });
  const deliveries = new Deliveries(root, folder.path, [TIERS_FEATURE]);
  deliveries.state = () => Promise.resolve(state);
  const services: EngineServices = {
    root,
    spaces: {},
    lease: (options, work) => index.lease(options, work),
    openState: () => Promise.resolve(state),
    findState: () => Promise.resolve(state),
    settings: () => index.settings(),
    readTranscript: () => Promise.reject(new Error("no transcripts")),
    search: () => Promise.reject(new Error("nothing is searched")),
  };
  const parts = { services, deliveries, features: [POLICY_FEATURE, TIERS_FEATURE] };
  await work({
    root,
    state,
    withdraw: (record) => deliveries.withdraw(record, { since: 0 }),
    ask: (options = {}, text = "retry an upload") =>
      answer({ kind: "query", text, options }, parts),
    askIssue: (options = {}, manifest = { forbidden: ["docs/adrs/*"] }) =>
      answer({
        kind: "issue",
        issue: makeIssue({ title: "Retry an upload", manifest }),
        options,
      }, parts),
    at: (seconds) => now = 1000 * seconds,
    write: (more) => writeFiles(root, more),
  });
}

/**
 * Returns the texts of tiers in a bundle: the tier, the source, and true when it is only named.
 */
function listTold({ fragments }: Bundle): readonly string[] {
  return fragments.filter(({ role }) => role !== undefined && role in TIERS)
    .map((one) => `${one.role} ${one.form} ${formatLocation(one)}`);
}

const TIERS = { identity: 1, workflow: 1, reference: 1 };

const IDENTITY = ["identity whole docs/adrs/0001-tar.md:1-3", "identity whole knowledge:voice"];
const NAMES = [
  "workflow reference dossier://docs/rfcs/{active}",
  "workflow reference dossier://state/active-tasks",
];
const WORKFLOW = [
  `workflow whole ${RFC}:1-5`,
  "workflow whole dossier://state/active-tasks",
];

const S = { session: "s" };

Deno.test("a bundle looks for the manifests that there are forms of", () => {
  assert.deepEqual(MANIFEST_PATHS, MANIFEST_FORMS.map(({ path }) => path));
});

Deno.test("B-8: a bundle that begins a session has identity in full, workflow by its names, and no reference", async () => {
  await use(PROJECT, async ({ ask, askIssue, state }) => {
    const begun = await ask({ session: "first" });
    assert.deepEqual(listTold(begun), [...IDENTITY, ...NAMES]);
    assert.deepEqual(listTold(await ask(S)), [...IDENTITY, ...NAMES]);
    assert.deepEqual(listTold(await ask(S)), [], "it has begun");
    // Its issue forbids the decisions.
    const ofIssue = await askIssue({ record: false });
    assert.deepEqual(listTold(ofIssue), [IDENTITY[1], ...NAMES]);
    assert.ok(!JSON.stringify(ofIssue.fragments).includes("docs/adrs"));
    assert.match(
      ofIssue.notes.map(({ message }) => message).join("\n"),
      /0001-tar\.md" for the id/,
    );
    BUNDLE_SCHEMA.parse(JSON.parse(await render(begun, "json")));
    assert.match(await render(begun, "markdown"), /knowledge:voice \(identity of the project\)/);
    assert.match(
      await render(begun, "markdown"),
      /^- See dossier:\/\/docs\/rfcs\/\{active\} \(workflow of the project\): RFC in progress$/m,
    );
    // Every format contains the text.
    for (const format of FORMATS) {
      assert.ok((await render(begun, format)).includes("Say it plainly."), format);
    }
    const rows = await listTierInjections(state, { limit: 9 });
    assert.deepEqual(rows.map(({ record, source }) => `${record} ${source}`), [
      "2 knowledge:voice",
      "2 dossier://docs/adrs/",
      "1 knowledge:voice",
      "1 dossier://docs/adrs/",
    ]);
    assert.equal(rows[0]?.session, "s");
    assert.equal(rows[3]?.session, "first");
    assert.equal(rows[3]?.tokens, begun.fragments[0]?.tokens);
  });
});

Deno.test("files to edit are marked as such, even if the identity tier contains them", async () => {
  await use(PROJECT, async ({ askIssue }) => {
    const path = "docs/adrs/0001-tar.md";
    const bundle = await askIssue({}, { primary: [path] });
    assert.deepEqual(listTold(bundle), [IDENTITY[1], ...NAMES]);
    const shown = bundle.fragments.filter(({ location }) => location?.path === path);
    assert.deepEqual(shown.map(({ role }) => role), ["primary"]);
  });
});

Deno.test("a plain question gets no tiers unless it requests them, and a task without a session does", async () => {
  await use(PROJECT, async ({ ask, askIssue, state }) => {
    assert.deepEqual(listTold(await ask()), []);
    assert.deepEqual(listTold(await ask({ tiers: "identity" })), IDENTITY);
    assert.deepEqual(listTold(await askIssue({}, {})), [...IDENTITY, ...NAMES]);
    const [{ session } = { session: "" }] = await listTierInjections(state, { limit: 1 });
    assert.match(session, /-default-[a-z0-9]{12}$/);
  });
});

Deno.test("B-11: a later bundle has the workflow tier in full when a trigger was set off, once", async () => {
  await use(PROJECT, async ({ ask, at, write, state }) => {
    const next = async () => listTold(await ask(S));
    await ask(S);
    at(60);
    assert.deepEqual(await next(), [], "two turns");
    assert.deepEqual(await next(), [], "three turns");
    assert.deepEqual(await next(), WORKFLOW, "four turns");
    write({ [RFC]: `${PROJECT[RFC]}\nTwice.\n` });
    at(89);
    assert.deepEqual(await next(), [], "29 s later it is dropped");
    write({ [RFC]: `${PROJECT[RFC]}\nThrice.\n` });
    at(90);
    assert.deepEqual(await next(), [`workflow whole ${RFC}:1-7`], "what has changed");
    assert.deepEqual(await next(), [], "once per change");
    await appendActivity(state, "s", [{ kind: "tool", value: "deploy" }]);
    at(150);
    assert.deepEqual(await next(), [], "it holds all of it");
    assert.equal((await findRefreshMark(state, "s"))?.turns, 8);
    assert.deepEqual(
      (await listTierInjections(state, { limit: 2 })).map((
        { source, trigger },
      ) => [source, trigger]),
      [["dossier://docs/rfcs/{active}", "on_rfc_change"], [
        "dossier://state/active-tasks",
        "every_4_turns",
      ]],
    );
  });
});

Deno.test("B-12: identity is injected again after a change, except for decisions, and never for dialogues", async () => {
  const files = {
    ...PROJECT,
    "docs/dialogues/0001-a.md": "A dialogue.\n",
    ".dossier/manifest.yaml": toManifest({
      identity: ["dossier://docs/adrs/", "knowledge:voice", "dossier://docs/dialogues/"],
    }),
  };
  await use(files, async ({ ask, at, write }) => {
    assert.deepEqual(listTold(await ask(S)), IDENTITY);
    at(60);
    assert.deepEqual(listTold(await ask(S)), []);
    write({
      "docs/adrs/0001-tar.md": "# Tar\n\nNever.\n",
      ".dossier/knowledge/voice.md": "Say it briefly.\n",
    });
    assert.deepEqual(listTold(await ask(S)), [IDENTITY[1]]);
  });
});

Deno.test("a bundle includes the chosen tiers, or none, even if others are due", async () => {
  await use(PROJECT, async ({ ask, state }) => {
    const told = async (tiers: AskOptions["tiers"], more = {}) =>
      listTold(await ask({ tiers, record: false, ...more }));
    assert.deepEqual(await told("none"), []);
    assert.deepEqual(await told("identity"), IDENTITY);
    assert.deepEqual(await told("workflow"), WORKFLOW);
    assert.deepEqual(await told("all"), [...IDENTITY, ...WORKFLOW]);
    assert.deepEqual(await told("none", S), []);
    assert.equal(await findRefreshMark(state, "s"), undefined);
    assert.deepEqual(await told("all", S), [...IDENTITY, ...WORKFLOW]);
    const again = await ask({ tiers: "all", ...S });
    assert.deepEqual(listTold(again), []);
    assert.ok(
      again.omitted.some(({ source, reason }) =>
        source === "knowledge:voice" && reason === "already_present"
      ),
    );
    const wrong = ask({ tiers: "some" as "all" });
    await assert.rejects(wrong, /"some": use one of none, identity, workflow, all$/);
  });
});

Deno.test("a bundle of a project without a manifest is as it was, also with the default one of another program", async () => {
  const { ".dossier/manifest.yaml": _, ...files } = PROJECT;
  await use({ ...files, ".blue/docs/adrs/1-a.md": "A." }, async ({ ask }) => {
    const plain = await ask({ record: false });
    assert.deepEqual(plain.sections.map(({ name }) => name), ["ranking", "references"]);
    assert.equal(plain.hash, (await ask({ record: false, tiers: "none" })).hash);
    assert.deepEqual(listTold(await ask({ tiers: "identity" })), [
      "identity whole .blue/docs/adrs/1-a.md:1-1",
    ]);
  });
  await use(files, async ({ ask }) => {
    const { notes } = await ask({ tiers: "all" });
    assert.deepEqual(notes.map(({ code }) => code), ["no-manifest"]);
  });
});

Deno.test("an invalid manifest is reported, and is an error for a request of its tiers", async () => {
  await use({ ...PROJECT, ".dossier/manifest.yaml": "version: 2\n" }, async ({ ask }) => {
    const { notes, fragments } = await ask(S);
    assert.match(notes[0]?.message ?? "", /"\.dossier\/manifest\.yaml" as line 1/);
    assert.ok(fragments.length > 0);
    await assert.rejects(ask({ tiers: "all" }), { code: "invalid-manifest" });
  });
});

Deno.test("active plugins share the reference budget, and are run only when they may be", async () => {
  const plugin = (name: string, text: string) => ({
    uri: `dossier://${name}/`,
    command: ["bash", "-c", `echo '${JSON.stringify({ items: [{ id: "1", text }] })}'`],
    salience_triggers: [{ keyword_match: "UPLOAD" }],
  });
  const plugins = [plugin("one", "First."), plugin("two", "Second.")];
  const files = {
    "a.py": "def upload(): pass\n",
    ".dossier/manifest.yaml": toManifest({ plugins }),
  };
  await use(files, async ({ ask }) => {
    assert.deepEqual(listTold(await ask({ ...S, allowPlugins: true })), [
      "reference whole dossier://one/1",
      "reference whole dossier://two/1",
    ]);
    assert.deepEqual(listTold(await ask({ session: "b", allowPlugins: true }, "retry")), []);
    const { notes } = await ask({ session: "c" });
    assert.equal(notes.filter(({ code }) => code === "tier-plugin").length, 2);
  });
  // Each alone fits into 200 tokens.
  const long = [plugin("one", "First. ".repeat(30)), plugin("two", "Second. ".repeat(80))];
  const told = ["reference whole dossier://one/1", "reference whole dossier://two/1"];
  for (const [tokens, given] of [[200, 1], [1000, 2]] as const) {
    const reference = { "max_tokens": tokens };
    files[".dossier/manifest.yaml"] = toManifest({ reference, plugins: long });
    await use(files, async ({ ask }) => {
      const bundle = await ask({ ...S, allowPlugins: true });
      assert.deepEqual(listTold(bundle), told.slice(0, given));
    });
  }
});

Deno.test("plugins are triggered by commits and changed files since the last check of the session", async () => {
  const plugin = (name: string, trigger: object) => ({
    uri: `dossier://${name}/`,
    command: ["bash", "-c", `echo '{"items": [{"id": "1", "text": "It is tarred."}]}'`],
    salience_triggers: [trigger],
  });
  const plugins = [
    plugin("ticket", { commit_msg_pattern: "^AB-[0-9]+" }),
    plugin("note", { file_annotation: "@ticket" }),
  ];
  const files = {
    "a.py": "def upload(): pass\n",
    "b.py": "# @ticket\ndef send(): pass\n",
    ".dossier/manifest.yaml": toManifest({ plugins }),
  };
  await use(files, async ({ root, ask, at, write, state }) => {
    git(root, "add", "--all");
    git(root, "commit", "-q", "-m", "AB-1 begin");
    // This time is after all writes so far, as the state stamps of sessions lie five seconds in the
    // past.
    const now = Math.floor(Date.now() / 1000) + 30;
    at(now);
    const told = async (session: string) =>
      listTold(await ask({ session, allowPlugins: true, refresh: true }));
    assert.deepEqual(await told("s"), [], "nothing was done since it began");
    git(root, "commit", "-q", "--allow-empty", "-m", "Oil masts");
    assert.deepEqual(await told("s"), []);
    git(root, "commit", "-q", "--allow-empty", "-m", "AB-2 tar hulls");
    assert.deepEqual(await told("s"), ["reference whole dossier://ticket/1"]);
    write({ "b.py": "# @ticket\ndef send(): return 1\n" });
    Deno.utimeSync(`${root}/b.py`, now + 1, now + 1);
    at(now + 60);
    assert.deepEqual(await told("s"), ["reference whole dossier://note/1"]);
    at(now + 120);
    assert.deepEqual(await told("s"), []);
    assert.deepEqual(await told("other"), [], "it has just begun");
    await appendActivity(state, "other", [{ kind: "edit", value: "b.py" }]);
    assert.deepEqual(await told("other"), ["reference whole dossier://note/1"]);
  });
});

Deno.test("texts of tiers have the project as origin, and texts about the session the program", async () => {
  const identity = ["knowledge:voice", "dossier://state/active-session"];
  await use({ ...PROJECT, ".dossier/manifest.yaml": toManifest({ identity }) }, async ({ ask }) => {
    const { fragments } = await ask(S);
    assert.deepEqual(
      fragments.filter(({ role }) => role === "identity").map(({ trust, text }) => [trust, text]),
      [["project", "Say it plainly."], ["system", "Session s: 0 injections, 0 tokens."]],
    );
  });
});

Deno.test("texts of tiers that were not sent are injected again", async () => {
  await use(PROJECT, async ({ ask, at, withdraw }) => {
    const { record } = await ask(S);
    await withdraw(record!);
    assert.deepEqual(listTold(await ask(S)), [...IDENTITY, ...NAMES]);
    at(60);
    await ask(S);
    await ask(S);
    const due = await ask(S);
    assert.deepEqual(listTold(due), WORKFLOW);
    await withdraw(due.record!);
    assert.deepEqual(listTold(await ask(S)), WORKFLOW);
  });
});

Deno.test("of two that begin a session at once one is given its identity", async () => {
  await use(PROJECT, async ({ ask, state }) => {
    const bundles = await Promise.all(Array.from({ length: 4 }, () => ask(S)));
    const given = bundles.map(listTold).filter(({ length }) => length > 0);
    assert.deepEqual(given, [[...IDENTITY, ...NAMES]]);
    assert.equal((await findRefreshMark(state, "s"))?.turns, 4);
    assert.equal((await listTierInjections(state, { limit: 9 })).length, 2);
  });
});

/** Requests bundles of a session one after another, and prints the tiers of each. */
const SCRIPT = `const { openEngine } = await import("../../../retrieval/engine.ts");
const { TIERS_FEATURE } = await import("../feature.ts");
const openEmbedder = () => Promise.resolve(undefined);
using engine = await openEngine({ root: Deno.args[0], openEmbedder, features: [TIERS_FEATURE] });
const told = [];
for (let turn = 0; turn < 3; turn++) {
  const { fragments } = await engine.context("retry an upload", { session: "s" });
  told.push(...fragments.filter(({ role }) => role !== undefined).map(({ source }) => source));
}
console.log(JSON.stringify(told));`;

Deno.test("of two processes of a session one is given its identity, and each turn counts once", async () => {
  await use(PROJECT, async ({ root, state }) => {
    const ask = async (): Promise<readonly string[]> => {
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", SCRIPT, "--", root],
        cwd: import.meta.dirname!,
      }).output();
      const text = new TextDecoder().decode(stdout);
      assert.notEqual(text, "", new TextDecoder().decode(stderr));
      return JSON.parse(text.trim());
    };
    const told = (await Promise.all([ask(), ask()])).flat();
    assert.equal(told.filter((source) => source === "knowledge:voice").length, 1);
    assert.equal(told.filter((source) => source.startsWith("dossier://docs/rfcs")).length, 1);
    assert.equal((await findRefreshMark(state, "s"))?.turns, 6);
    assert.equal((await listTierInjections(state, { session: "s", limit: 9 })).length, 2);
  });
});

Deno.test("a tier does not repeat texts of a profile, and both leave half of the bundle to the code", async () => {
  const files = {
    ...PROJECT,
    ".dossier/knowledge/long.md": "One line of many.\n".repeat(80),
    ".dossier/knowledge/other.md": "Another line of many.\n".repeat(80),
    ".dossier/profiles/review.md": "---\ncontext: {system: [voice, long]}\n---\nReview it.\n",
    ".dossier/manifest.yaml": toManifest({
      identity: { sources: ["knowledge:voice", "knowledge:other"], max_tokens: 2000 },
    }),
  };
  await use(files, async ({ ask, state }) => {
    const { sections, fragments } = await ask({ profile: "review", budget: 1500, ...S });
    assert.equal(fragments.filter(({ source }) => source === "knowledge:voice").length, 1);
    const told = sections.filter(({ name }) => name.startsWith("profile") || name === "identity");
    assert.ok(told.reduce((sum, { used }) => sum + used, 0) <= 750);
    const cut = fragments.find(({ role }) => role === "identity");
    assert.match(cut?.remark ?? "", /^Cut after line \d+ of 80, /);
    const rows = await listTierInjections(state, { session: "s", limit: 9 });
    assert.deepEqual(rows.map(({ source, reason }) => [source, reason]), [
      ["knowledge:other", undefined],
      ["knowledge:voice", undefined],
    ]);
  });
});

Deno.test("tiers never exceed their budgets or half of a bundle, and include nothing blocked", async () => {
  const documents = {
    "docs/adrs/0001-tar.md": "# Tar\n\n" + "Hulls are tarred.\n".repeat(60),
    "docs/adrs/0002-secret.md": "forbidden\n",
    "docs/adrs/0003-short.md": "Short.\n",
    "docs/rfcs/0016-hulls.md": `${PROJECT[RFC]}${"More of it.\n".repeat(60)}`,
  };
  await use({ ...PROJECT, ...documents }, async ({ ask, askIssue, write }) => {
    const tokens = fc.integer({ min: 0, max: 400 });
    await fc.assert(
      fc.asyncProperty(tokens, tokens, fc.integer({ min: 40, max: 1500 }), fc.boolean(), async (
        identity,
        workflow,
        budget,
        isIssue,
      ) => {
        const sources = ["dossier://docs/adrs/", "knowledge:voice"];
        write({
          ".dossier/manifest.yaml": toManifest({
            identity: { sources, max_tokens: identity },
            workflow: { sources: ["dossier://docs/rfcs/16"], max_tokens: workflow },
          }),
        });
        const options = { tiers: "all", budget, record: false } as const;
        const bundle = await (isIssue ? askIssue(options) : ask(options));
        const used = (name: string) =>
          bundle.sections.filter((section) => section.name === name)
            .reduce((sum, section) => sum + section.used, 0);
        assert.ok(used("identity") <= identity);
        assert.ok(used("workflow") <= workflow);
        assert.ok(used("identity") + used("workflow") <= Math.ceil(budget / 2));
        assert.ok(bundle.budget.used <= budget);
        assert.ok(!JSON.stringify(bundle.fragments).includes("forbidden"));
      }),
      { numRuns: 25 },
    );
  });
});

Deno.test("B-20: a manifest that differs from the acknowledged one is reported in the bundle, and still applies", async () => {
  await use(PROJECT, async ({ ask, write }) => {
    const codes = async (session: string) => (await ask({ session })).notes.map(({ code }) => code);
    assert.deepEqual(await codes("a"), []);
    write({ ".dossier/manifest.yaml": toManifest({ identity: ["knowledge:voice"] }) });
    assert.deepEqual(await codes("b"), ["manifest-changed"]);
    assert.deepEqual(listTold(await ask({ session: "c" })), [IDENTITY[1]]);
  });
});
