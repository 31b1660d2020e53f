import assert from "node:assert/strict";
import { makeTierProject, TIER_EPOCH } from "../../tests/tier_project.ts";
import { run } from "../../tests/temp_tree.ts";
import { listTierInjections } from "./state/mod.ts";
import { readActivity } from "../../retrieval/delivery/state/mod.ts";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { openEngine } from "../../retrieval/engine.ts";
import { openTiers } from "./open_tiers.ts";
import { ContextTiers } from "./context_tiers.ts";
import { TIERS_FEATURE } from "./feature.ts";
import { TIER_TABLES } from "./tier_tables.ts";

const MANIFEST = ".blue/context.manifest.yaml";
const ADRS = ".blue/docs/adrs";
const RFCS = ".blue/docs/rfcs";

const PROJECT = {
  [MANIFEST]: "version: 1\nidentity: [blue://docs/adrs/, blue://context/voice]\nworkflow:\n" +
    "  sources: ['blue://docs/rfcs/{active}', blue://state/active-tasks]\n" +
    "  refresh_triggers: [on_rfc_change, every_10_turns, on_tool_call: deploy]\n" +
    "reference: {graph: 'blue://context/relevance'}\n",
  [`${ADRS}/0002-second.md`]: "Second decision.",
  [`${ADRS}/0001-first.md`]: "First decision.",
  [`${ADRS}/notes.txt`]: "No document.",
  ".blue/docs/patterns/voice.md": "Say it plainly.",
  [`${RFCS}/0016-context.md`]: "# Context\n\nStatus: In Progress\n\nReferences: ADR 0001.\n",
  [`${RFCS}/0016-context.plan.md`]: "- [x] one\n- [ ] two\n- [ ] three\n",
  [`${RFCS}/0007-old.md`]: "Status: Implemented\n",
};

Deno.test("B-2: a project of Blue without a manifest has the default one, and others have none", async () => {
  using project = await makeTierProject({ [`${ADRS}/1-a.md`]: "A." });
  const status = await project.tiers.status();
  assert.equal(status?.isDefault, true);
  assert.deepEqual(status.tiers[0]?.sources.map(({ uri }) => uri), [
    "blue://docs/adrs/",
    "blue://context/voice",
  ]);
  using none = await makeTierProject({ "docs/adrs/1-a.md": "A.", ".dossier/config.yaml": "" });
  assert.equal(await none.tiers.status(), undefined);
  assert.equal(await none.tiers.start("s"), undefined);
});

Deno.test("B-5: a missing folder has no texts, and an unknown type is an error of its source", async () => {
  using project = await makeTierProject({
    [MANIFEST]:
      "version: 1\nidentity: [blue://docs/spike/, blue://docs/novels/, blue://docs/adr/1]",
    [`${ADRS}/0001-first.md`]: "First.",
  });
  const status = await project.tiers.status();
  assert.deepEqual(status?.tiers[0]?.sources.map(({ status }) => status), [
    "empty",
    "error",
    "injected",
  ]);
});

Deno.test("B-7: a collection is its Markdown files in order, joined by the separator", async () => {
  using project = await makeTierProject(PROJECT);
  const { text, uri } = await project.tiers.readResource("blue://docs/adrs");
  assert.equal(uri, "blue://docs/adrs/");
  assert.equal(text, "First decision.\n---\n\nSecond decision.");
});

Deno.test("B-8: a session begins with the text of identity, the URIs of workflow, and no reference", async () => {
  using project = await makeTierProject(PROJECT);
  const started = await project.tiers.start("s");
  assert.equal(
    started?.text,
    `Project context by .blue/context.manifest.yaml
- blue://docs/adrs/
- blue://context/voice

First decision.
---

Second decision.
---

Say it plainly.

Request by URI what you need of:
- blue://docs/rfcs/{active}
- blue://state/active-tasks`,
  );
});

Deno.test("B-10: {active} is the RFC in progress, and nothing without one", async () => {
  using project = await makeTierProject(PROJECT);
  const before = await project.tiers.status();
  assert.deepEqual(before?.tiers[1]?.sources[0]?.files.map(({ path }) => path), [
    `${RFCS}/0016-context.md`,
  ]);
  project.write({ [`${RFCS}/0016-context.md`]: "Status: Implemented\n" });
  const after = await project.tiers.status();
  const [source] = after?.tiers[1]?.sources ?? [];
  assert.equal(source?.status, "empty");
  assert.equal(source.reason, "inactive: no RFC is in progress");
});

Deno.test("B-12: a text that a session has is not injected and recorded again", async () => {
  using project = await makeTierProject(PROJECT);
  const { tiers } = project;
  const statuses = async () =>
    (await tiers.start("s"))?.identity.sources.map(({ status }) => status);
  assert.deepEqual(await statuses(), ["injected", "injected"]);
  project.at(60);
  assert.deepEqual(await statuses(), ["fresh", "fresh"]);
  assert.equal((await tiers.status())?.injections.length, 2);
  project.write({
    [`${ADRS}/0001-first.md`]: "Changed.",
    ".blue/docs/patterns/voice.md": "Changed.",
  });
  assert.deepEqual(
    await statuses(),
    ["fresh", "injected"],
    "decisions once, the voice as it changes",
  );
  project.write({ ".blue/docs/dialogues/x.md": "Said." });
  const readings = async () => {
    project.at(seconds += 60);
    for (const uri of ["blue://docs/dialogues/x", "blue://docs/rfcs/16"]) {
      assert.match((await tiers.readResource(uri, { session: "s" })).text, /^(Said|# Context)/);
    }
    return (await tiers.sessionStatus("s")).injections - 3;
  };
  let seconds = 60;
  assert.equal(await readings(), 1, "the RFC, and never a dialogue");
  assert.equal(await readings(), 1, "it has not changed");
  project.write({ [`${RFCS}/0016-context.md`]: "# Context\n\nStatus: Draft\n" });
  assert.equal(await readings(), 2, "it has changed");
});

Deno.test("B-13: a document older than the manifest's limit is reported, and one of today is not", async () => {
  using project = await makeTierProject(PROJECT);
  const date = (days: number) => new Date(TIER_EPOCH - days * 86_400_000);
  for (const path of Object.keys(PROJECT)) {
    Deno.utimeSync(`${project.root}/${path}`, date(0), date(0));
  }
  const stale = async () =>
    (await project.tiers.status())?.warnings.filter(({ code }) => code === "stale")
      .map(({ message }) => message);
  assert.deepEqual(await stale(), []);
  Deno.utimeSync(`${project.root}/${ADRS}/0002-second.md`, date(31), date(31));
  assert.deepEqual(await stale(), [
    `A document of blue://docs/adrs/ has not changed for 30 days; "${ADRS}/0002-second.md" for 31`,
  ]);
});

Deno.test("B-14: a touched file with the same content is fresh", async () => {
  using project = await makeTierProject(PROJECT);
  const read = () => project.tiers.readResource("blue://docs/rfcs/16", { session: "s" });
  assert.equal((await read()).isStale, true);
  Deno.utimeSync(`${project.root}/${RFCS}/0016-context.md`, new Date(0), new Date(0));
  project.at(60);
  assert.equal((await read()).isStale, false);
  project.write({ [`${RFCS}/0016-context.md`]: "Status: Draft" });
  assert.equal((await read()).isStale, true);
});

Deno.test("B-15: each injection is recorded with session, time, tier, source, hash and tokens", async () => {
  using project = await makeTierProject(PROJECT);
  const root = project.root;
  using engine = await openEngine({ root, features: [TIERS_FEATURE] });
  const tiers = await openTiers(engine);
  await tiers.start("s");
  using state = await openState(`${root}/.dossier/state`, { tables: [TIER_TABLES] });
  const [second, first] = await listTierInjections(state, { session: "s", limit: 10 });
  const { time, ...row } = first!;
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const text = "First decision.\n---\n\nSecond decision.";
  assert.deepEqual(row, {
    id: 1,
    session: "s",
    tier: "identity",
    source: "blue://docs/adrs/",
    hash: new Uint8Array(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
    ).toHex(),
    tokens: 9,
    trigger: "session-start",
  });
  assert.equal(second?.source, "blue://context/voice");
});

Deno.test("B-15: the injections of a session are listed with the triggers that are due", async () => {
  using project = await makeTierProject(PROJECT);
  await project.tiers.start("s");
  const { recent, ...status } = await project.tiers.sessionStatus("s");
  assert.deepEqual(status, {
    session: "s",
    injections: 2,
    tokens: 12,
    edges: 1,
    cooldownMs: 30_000,
    mayRefresh: false,
  });
  assert.deepEqual(recent.map(({ source }) => source), [
    "blue://context/voice",
    "blue://docs/adrs/",
  ]);
  project.at(30);
  assert.equal((await project.tiers.sessionStatus("s")).mayRefresh, true);
  assert.equal((await project.tiers.sessionStatus("other")).mayRefresh, true);
});

Deno.test("B-18: names that promise secrets are blocked and audited, also with allow_external", async () => {
  const blocked = ["aws-Credentials.md", ".env", ".ENV.local", "secretary.md", "secrets/plan.md"];
  const names = [...blocked, "environment.md"];
  const source = (name: string) => `  - {uri: 'path:notes/${name}', allow_external: true}\n`;
  using project = await makeTierProject({
    ...Object.fromEntries(names.map((name) => [`notes/${name}`, "text"])),
    ".dossier/manifest.yaml": `version: 1\nidentity:\n${[...names, "*.md"].map(source).join("")}` +
      "workflow:\n  sources: [{uri: 'path:notes/.env', allow_sensitive: true}]\n" +
      "  refresh_triggers: [every_2_turns]\n",
  });
  await project.grantAll();
  const { identity } = (await project.tiers.start("s"))!;
  assert.deepEqual(identity.sources.map(({ status, files }) => `${status} ${files.length}`), [
    ...blocked.map(() => "blocked 1"),
    "injected 1",
    // A file that the exclusion rules hide is not listed.
    "injected 1",
  ]);
  const { tiers, injections, warnings } = (await project.tiers.status())!;
  const refused = injections.filter(({ reason }) => reason !== undefined);
  assert.deepEqual(
    refused.map(({ uri }) => uri.slice("path:notes/".length)).sort(),
    [
      ...blocked,
    ].sort(),
  );
  assert.ok(refused.every(({ tokens, reason }) => tokens === 0 && /may be secret$/.test(reason!)));
  assert.equal(tiers[1]?.sources[0]?.status, "injected");
  assert.deepEqual(
    warnings.filter(({ code }) => code === "sensitive_allowed").map(({ message }) => message),
    ["path:notes/.env may include files whose names suggest secrets"],
  );
});

Deno.test("B-18: they are also blocked in Blue's collections, and when they are read", async () => {
  const names = ["aws-Credentials.md", "environment.md", "secretary.md"];
  using blue = await makeTierProject({
    [MANIFEST]: "version: 1\nidentity:\n  - {uri: blue://docs/runbooks/, allow_external: true}\n" +
      "  - {uri: blue://docs/runbooks/secretary, allow_sensitive: true}\n",
    ...Object.fromEntries(
      [...names, "secrets/plan.md"].map((name) => [`.blue/docs/runbooks/${name}`, "text"]),
    ),
  });
  await blue.grantAll();
  const { identity } = (await blue.tiers.start("s"))!;
  assert.deepEqual(identity.sources.map(({ files }) => files.map(({ status }) => status)), [
    ["blocked", "injected", "blocked"],
    ["injected"],
  ]);
  const nested = blue.tiers.readResource("blue://docs/runbooks/secrets/plan", {
    session: "reader",
  });
  await assert.rejects(nested, { code: "invalid-uri", message: /"\*secret\*"/ });
  const { recent, injections } = await blue.tiers.sessionStatus("reader");
  assert.deepEqual([injections, recent.length], [0, 1]);
  const [{ tier, tokens, trigger, reason } = recent[0]!] = recent;
  assert.deepEqual([tier, tokens, trigger], ["reference", 0, "read"]);
  assert.match(reason!, /^"\.blue\/docs\/runbooks\/secrets\/plan\.md": .* may be secret$/);
});

Deno.test("B-19: a link out of the root is blocked unless the source allows it", async () => {
  using other = await makeTierProject({ "outside.md": "Outside.", "docs/deep.md": "Deep." });
  const source = (external: boolean) =>
    `version: 1\nidentity: [{uri: blue://docs/adrs/, allow_external: ${external}}]\n`;
  using project = await makeTierProject({
    [MANIFEST]: source(false),
    [`${ADRS}/1-inside.md`]: "Inside.",
  });
  Deno.symlinkSync(`${other.root}/outside.md`, `${project.root}/${ADRS}/2-out.md`);
  Deno.symlinkSync("1-inside.md", `${project.root}/${ADRS}/3-in.md`);
  const files = async () =>
    (await project.tiers.status())?.tiers[0]?.sources[0]?.files.map(({ status }) => status);
  assert.deepEqual(await files(), ["injected", "blocked", "injected"]);
  const refused = project.tiers.readResource("blue://docs/adrs/2-out");
  await assert.rejects(refused, /outside_root/);
  project.write({ [MANIFEST]: source(true) });
  assert.deepEqual(await files(), ["injected", "blocked", "injected"], "asked, not granted");
  await project.grantAll();
  assert.deepEqual(await files(), ["injected", "injected", "injected"]);
  project.write({ [MANIFEST]: "version: 1\nidentity: [blue://docs/patterns/]\n" });
  Deno.symlinkSync(`${other.root}/docs`, `${project.root}/.blue/docs/patterns`);
  assert.deepEqual(await files(), ["blocked"], "a folder that is a link");
});

Deno.test("B-20: an edited manifest is reported until it is acknowledged, and still applies", async () => {
  using project = await makeTierProject(PROJECT);
  const isChanged = async () =>
    (await project.tiers.status())?.warnings.some(({ code }) => code === "manifest_changed");
  assert.equal(await isChanged(), false);
  project.write({ [MANIFEST]: "version: 1\nidentity: [blue://docs/adrs/]\n" });
  assert.equal(await isChanged(), true);
  assert.equal(await isChanged(), true);
  assert.equal((await project.tiers.start("s"))?.identity.sources[0]?.status, "injected");
  assert.match((await project.tiers.acknowledge())!, /^[0-9a-f]{64}$/);
  assert.equal(await isChanged(), false);
});

Deno.test("B-20: a manifest is looked at also where nothing can be kept, and is agreed to later", async () => {
  using project = await makeTierProject(PROJECT);
  using state = await openState(project.root, { tables: [TIER_TABLES] });
  const tiers = new ContextTiers({
    root: project.root,
    visibility: createVisibility(DEFAULT_EXCLUSIONS),
    openState: () => Promise.resolve(state),
  });
  await state.read((sql) => sql.run("PRAGMA query_only = 1"));
  const codes = async () => (await tiers.status())!.warnings.map(({ code }) => code);
  assert.ok(!(await codes()).includes("manifest_changed"));
  await assert.rejects(tiers.acknowledge(), { code: "state-unwritable" });
  await state.read((sql) => sql.run("PRAGMA query_only = 0"));
  assert.ok(!(await codes()).includes("manifest_changed"));
  project.write({ [MANIFEST]: `${PROJECT[MANIFEST]}# changed\n` });
  assert.ok((await codes()).includes("manifest_changed"));
});

Deno.test("B-21: readable sources are served although others cannot be read", async () => {
  using project = await makeTierProject({
    ...PROJECT,
    [MANIFEST]:
      "version: 1\nidentity: [blue://docs/adrs/, blue://state/mood, blue://context/voice]\n",
    [`${ADRS}/0003-folder.md/x`]: "x",
    [`${ADRS}/0004-binary.md`]: new Uint8Array([65, 0, 66]),
    [`${ADRS}/0005-huge.md`]: "x".repeat(2 ** 20 + 1),
  });
  run("mkfifo", `${project.root}/${ADRS}/0006-pipe.md`);
  Deno.symlinkSync("nowhere.md", `${project.root}/${ADRS}/0007-gone.md`);
  const { sources } = (await project.tiers.status())!.tiers[0]!;
  assert.deepEqual(sources.map(({ status }) => status), ["injected", "error", "injected"]);
  assert.deepEqual(sources[0]?.files.map(({ status, reason = "" }) => `${status} ${reason}`), [
    "injected ",
    "injected ",
    "blocked it is binary",
    "blocked it is larger than 1048576 bytes (it has 1048577)",
    "error it is not a regular file but a pipe, a socket or a device",
    "error there is no such file",
  ]);
});

Deno.test("B-21: the source of an unreadable folder reports the error, and others are served", async () => {
  using project = await makeTierProject({
    [MANIFEST]: "version: 1\nidentity: [blue://docs/rfcs/, blue://docs/adrs/]\n",
    [`${ADRS}/1-a.md`]: "First.",
  });
  for (const name of ["docs/rfcs", "knowledge"]) {
    Deno.symlinkSync(name.slice(name.lastIndexOf("/") + 1), `${project.root}/.blue/${name}`);
  }
  const { identity } = (await project.tiers.start("s"))!;
  assert.deepEqual(identity.sources.map(({ status, reason }) => `${status} ${reason ?? ""}`), [
    'error the folder ".blue/docs/rfcs" cannot be read',
    "injected ",
  ]);
  assert.equal(await project.tiers.atMoment("startup"), "");
});

Deno.test("a document of 50 MB is refused without being read", async () => {
  using project = await makeTierProject(PROJECT);
  using file = Deno.openSync(`${project.root}/${ADRS}/0009-huge.md`, { write: true, create: true });
  file.truncateSync(50 * 2 ** 20);
  const { sources } = (await project.tiers.status())!.tiers[0]!;
  assert.equal(sources[0]?.files.at(-1)?.status, "blocked");
});

Deno.test("files that an ignore file or a rule of the project excludes are blocked", async () => {
  using project = await makeTierProject({
    ...PROJECT,
    ".dossierignore": "0002-*.md\n",
    "docs/vendor/a.md": "Vendored.",
  });
  const { sources } = (await project.tiers.status())!.tiers[0]!;
  assert.deepEqual(sources[0]?.files.map(({ status, reason = "" }) => `${status} ${reason}`), [
    "injected ",
    "blocked an ignore file excludes it",
  ]);
  project.write({
    ".dossier/manifest.yaml":
      "version: 1\ntypes: {lent: docs/vendor, own: .dossier/state}\nidentity: [dossier://docs/lent/, dossier://docs/own]\n",
    ".dossier/state/x.md": "State.",
  });
  const own = (await project.tiers.status())!.tiers[0]!;
  assert.deepEqual(own.sources.map(({ reason }) => reason), [
    '"docs/vendor/a.md": it is in a folder named "vendor"',
    '".dossier/state/x.md": it is in a folder named ".dossier"',
  ]);
});

Deno.test("secrets in documents are masked", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  using project = await makeTierProject({
    ...PROJECT,
    [`${ADRS}/0001-first.md`]: `token: ${secret}`,
  });
  const { text } = (await project.tiers.start("s"))!;
  assert.ok(!text.includes(secret));
  assert.match(text, /«masked: /);
});

Deno.test("secrets in the activity of a session are masked before it is stored", async () => {
  using project = await makeTierProject(PROJECT);
  const secret = `ghp_${"a1B2".repeat(9)}`;
  using engine = await openEngine({ root: project.root });
  await (await openTiers(engine)).record("s", [{ kind: "prompt", value: `Use ${secret} for it` }]);
  using state = await openState(`${project.root}/.dossier/state`, { tables: [TIER_TABLES] });
  const [event] = (await readActivity(state, "s", 0)).events;
  assert.match(event!.value, /^Use «masked: .*» for it$/);
});

Deno.test("B-23: a URI is read as a text, or as a reason why there is none", async () => {
  using project = await makeTierProject(PROJECT);
  const { tiers } = project;
  for (const uri of ["http://x", "blue://", "blue://docs/adrs/../x", "blue://state/mood"]) {
    await assert.rejects(tiers.readResource(uri), { code: "invalid-uri" }, uri);
  }
  const nothing = await tiers.readResource("blue://docs/spikes/none", { session: "s" });
  assert.match(nothing.text, /^Nothing was found for blue:\/\/docs\/spikes\/none/);
  const found = await tiers.readResource("blue://state/current-rfc", { session: "s" });
  assert.deepEqual({ ...found, text: "" }, {
    uri: "blue://state/current-rfc",
    mimeType: "text/markdown",
    text: "",
    tokens: 13,
    isStale: true,
    notes: [],
    refreshPolicy: "on-request",
    session: "s",
  });
  const { recent: [first, ...others] } = await tiers.sessionStatus("s");
  assert.deepEqual([first?.tier, first?.trigger, others], ["workflow", "read", []]);
});

Deno.test("B-23: the open tasks are a numbered list, or all are done, or there are none", async () => {
  using project = await makeTierProject(PROJECT);
  const tasks = async () => (await project.tiers.readResource("blue://state/active-tasks")).text;
  assert.equal(await tasks(), "1. two\n2. three");
  project.write({ [`${RFCS}/0016-context.plan.md`]: "- [x] one\n" });
  assert.equal(await tasks(), "All tasks are complete.");
  project.write({ [`${RFCS}/0016-context.plan.md`]: "No list.\n" });
  assert.match(await tasks(), /^No tasks: the RFC/);
  project.write({ [`${RFCS}/0016-context.md`]: "Status: Draft\n" });
  assert.match(
    await tasks(),
    /inactive: no RFC is in progress\. An RFC below "\.blue\/docs\/rfcs" is/,
  );
});

Deno.test("B-25: the reference tier contains the documents of the RFC in progress, and the edges are stored", async () => {
  using project = await makeTierProject(PROJECT);
  const status = (await project.tiers.status())!;
  assert.equal(status.edges, 1);
  assert.equal(status.tiers[2]?.text, "First decision.");
  project.write({ [`${RFCS}/0016-context.md`]: "Status: In Progress\n\nReferences: ADR 2.\n" });
  const changed = (await project.tiers.status())!;
  assert.equal(changed.edges, 1, "what it refers to no more is none");
  assert.equal(changed.tiers[2]?.text, "Second decision.");
});

Deno.test("B-25: of a document that names thousands the first hundred are followed", async () => {
  const mentions = Array.from({ length: 9000 }, (_, at) => `ADR ${at + 1}`).join("\n");
  using project = await makeTierProject({
    ...PROJECT,
    [`${RFCS}/0016-context.md`]: `Status: In Progress\n\n${mentions}\n`,
  });
  const { edges, tiers } = (await project.tiers.status())!;
  assert.equal(edges, 100);
  assert.deepEqual(tiers[2]?.sources.map(({ uri }) => uri), [
    "blue://docs/adrs/0001",
    "blue://docs/adrs/0002",
  ]);
});

Deno.test("B-22: the resources of a project are its tiers, its collections, its state and its plans", async () => {
  using project = await makeTierProject(PROJECT);
  const uris = (await project.tiers.resources()).map(({ uri }) => uri);
  assert.deepEqual(uris.slice(0, 4), [
    "blue://docs/adrs/",
    "blue://context/voice",
    "blue://docs/rfcs/0016",
    "blue://state/active-tasks",
  ]);
  assert.equal(uris.at(-1), "blue://docs/rfcs/0016/plan");
  for (const uri of uris) assert.ok((await project.tiers.readResource(uri)).text, uri);
});

Deno.test("B-27: a start has the full text, and after a compaction a separate file replaces it", async () => {
  using project = await makeTierProject({
    ...PROJECT,
    ".blue/knowledge/voice.md": "---\ntitle: x\n---\nSay it.",
    ".blue/workflow.md": "Branch and land.",
    ".blue/worktree.json": "{}",
  });
  const startup = await project.tiers.atMoment("startup");
  assert.match(startup, /<blue-knowledge name="voice">\nSay it\.\n<\/blue-knowledge>/);
  assert.match(startup, /<blue-worktree>/);
  const compact = await project.tiers.atMoment("compact");
  assert.match(compact, /In progress: Context\n[^]*Branch and land\./);
  assert.ok(!compact.includes("Say it"));
  project.write({ ".blue/context-restore.md": "Ask." });
  assert.equal(
    await project.tiers.atMoment("compact"),
    "<blue-context-restore>\nAsk.\n</blue-context-restore>",
  );
});

Deno.test("B-29: without a server a session gets its first tier from the library", async () => {
  using project = await makeTierProject(PROJECT);
  using engine = await openEngine({ root: project.root });
  const started = await (await openTiers(engine)).start("s");
  assert.ok(started?.text.includes("First decision."));
});

Deno.test("the content of tiers does not depend on the order in which files were created", async () => {
  const texts = [];
  for (const names of [["b", "a", "c"], ["c", "b", "a"]]) {
    const files = names.map((name) => [`${ADRS}/${name}.md`, name]);
    using project = await makeTierProject({
      ...Object.fromEntries(files),
      [MANIFEST]: PROJECT[MANIFEST],
    });
    texts.push((await project.tiers.start("s"))?.text);
  }
  assert.equal(texts[0], texts[1]);
});

Deno.test("an invalid manifest is an error for all that need it, and its problems can be listed", async () => {
  using project = await makeTierProject({ ...PROJECT, [MANIFEST]: "version: 1\nidentity: 7\n" });
  await assert.rejects(project.tiers.start("s"), {
    code: "invalid-manifest",
    message: /"\.blue\/context\.manifest\.yaml" as line 2, column 11 is wrong/,
  });
  assert.equal((await project.tiers.problems())?.length, 1);
  Deno.removeSync(`${project.root}/${MANIFEST}`);
  Deno.symlinkSync("/etc/passwd", `${project.root}/${MANIFEST}`);
  await assert.rejects(project.tiers.problems(), { code: "invalid-manifest", message: /link/ });
});

Deno.test("a manifest that is written to all the time is read as one of its states, or refused", async () => {
  using project = await makeTierProject(PROJECT);
  const states = [
    "version: 1\nidentity: [blue://docs/adrs/]\n",
    `version: 1\n${"# x\n".repeat(9000)}`,
  ];
  const path = `${project.root}/${MANIFEST}`;
  let isOver = false;
  const writing = (async () => {
    for (let at = 0; !isOver; at++) await Deno.writeTextFile(path, states[at % 2]!);
  })();
  try {
    for (let count = 0; count < 20; count++) {
      try {
        await project.tiers.problems();
      } catch (error) {
        assert.match(String(error), /it is being written: try again/);
      }
    }
  } finally {
    isOver = true;
    await writing;
  }
});
