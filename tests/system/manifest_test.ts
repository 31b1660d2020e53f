import assert from "node:assert/strict";
import { PROGRAM, TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const MANIFEST = ".blue/context.manifest.yaml";

const PROJECT = {
  [MANIFEST]: "version: 1\nidentity: [blue://docs/adrs/, blue://context/voice]\n" +
    "workflow: {sources: [blue://state/current-rfc], refresh_triggers: [on_rfc_change]}\n",
  ".blue/docs/adrs/0001-first.md": "First.\n".repeat(10),
  ".blue/docs/rfcs/0002-next.md": "Status: In Progress\n",
};

Deno.test("B-16: manifest prints one line about a project, and reports a missing manifest", async () => {
  using workspace = new TempWorkspace(PROJECT);
  assert.equal(
    assertSuccess(await workspace.run(["manifest"])),
    "Identity: 2 sources (17 tokens) | Workflow: 1 source (5 tokens)\n",
  );
  const json = JSON.parse(assertSuccess(await workspace.run(["manifest", "--json"])));
  assert.deepEqual(json.tiers[1], { tier: "workflow", sources: 1, used: 5, budget: 2000 });
  using none = new TempWorkspace({ "a.ts": "" });
  const { code, stdout, stderr } = await none.run(["manifest"]);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.match(stderr, /^dossier: There is no manifest: write /);
  assert.equal((await none.run(["manifest", "show", "--strict"])).code, 1);
});

Deno.test("B-17: manifest show has a section for each tier, and hashes when it is verbose", async () => {
  using workspace = new TempWorkspace(PROJECT);
  const shown = assertSuccess(await workspace.run(["manifest", "show"]));
  assert.match(shown, /^ {2}✓ blue:\/\/docs\/adrs\/ {2}17 tokens, injected$/m);
  assert.match(shown, /^ {2}○ blue:\/\/context\/voice {2}0 tokens, empty: it is empty$/m);
  assert.match(shown, /^ {2}Triggers: on_rfc_change$/m);
  const verbose = assertSuccess(await workspace.run(["manifest", "show", "--verbose"]));
  assert.match(verbose, /^ {4}SHA-256 [0-9a-f]{64}$/m);
  assert.match(verbose, /^Last injections\n {2}none$/m);
});

Deno.test("B-20: manifest check reports problems, and acknowledge accepts a change", async () => {
  using workspace = new TempWorkspace(PROJECT);
  const check = (...options: string[]) => workspace.run(["manifest", "check", ...options]);
  assert.equal(assertSuccess(await check("--strict")), "The manifest has no problems.\n");
  workspace.write(MANIFEST, `${PROJECT[MANIFEST]}# changed\n`);
  const changed = await check("--strict");
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /^warning \(manifest_changed\): The manifest "\.blue\/context/);
  assert.equal((await check()).code, 0);
  assertSuccess(await workspace.run(["manifest", "acknowledge"]));
  assert.equal((await check("--strict")).code, 0);
  workspace.write(MANIFEST, "version: 2\nidenity: []\n");
  const wrong = await check();
  assert.equal(wrong.code, 2);
  assert.match(wrong.stdout, /^error: .* line 1, column 10 .*\nwarning: .* line 2, column 1 /);
  const shown = await workspace.run(["manifest", "show"]);
  assertFailure(shown, { code: 2, message: /"version" must be 1: current value is 2$/m });
});

const PLUGINS = { command: "[bash, plugin.sh]", module: "plugin.js" };

for (const [kind, value] of Object.entries(PLUGINS)) {
  Deno.test(`B-24: a plugin that is a ${kind} runs when it is allowed twice, and not before`, async () => {
    using workspace = new TempWorkspace({
      ...PROJECT,
      [MANIFEST]: `version: 1\nplugins:\n  - uri: blue://tickets/\n    ${kind}: ${value}\n` +
        "    salience_triggers: [{keyword_match: ticket}]\n",
      "plugin.sh": "touch ran\n",
      "plugin.js": 'Deno.writeTextFileSync(new URL("ran", import.meta.url), "");\n',
    });
    const ask = async (...options: string[]) =>
      assertSuccess(
        await workspace.run(["manifest", "show", "--prompt", "The ticket", ...options]),
      );
    assert.match(await ask(), /skipped: programs of the project are not run unless you allow it/);
    assert.throws(() => workspace.read("ran"), Deno.errors.NotFound);
    // An executable has the permissions of its user, once the user grants them.
    if (PROGRAM !== undefined) return;
    assert.match(
      await ask("--allow-plugins"),
      /skipped: this process may not run "(?:bash|plugin\.js)": write \S.* with-plugins/,
    );
    assert.throws(() => workspace.read("ran"), Deno.errors.NotFound);
  });
}

Deno.test("B-26: knowledge build writes files, except files that were edited by hand", async () => {
  using workspace = new TempWorkspace({
    ".dossier/manifest.yaml":
      "version: 1\nidentity: [knowledge:rules]\nknowledge: [{id: rules, from: [docs/*.md]}]\n",
    "docs/a.md": "Be brief.\n",
  });
  const build = (...options: string[]) => workspace.run(["knowledge", "build", ...options]);
  assert.match(assertSuccess(await build("--dry-run")), /to be written/);
  assert.match(assertSuccess(await build()), /rules\.md +written +1 +\d+\n$/);
  assert.match(assertSuccess(await build()), /unchanged/);
  assert.match(
    assertSuccess(await workspace.run(["manifest"])),
    /^Identity: 1 source \(7 tokens\)/,
  );
  const path = ".dossier/knowledge/rules.md";
  workspace.write(path, workspace.read(path).replace("brief", "long"));
  const edited = await build();
  assert.equal(edited.code, 1);
  assert.match(edited.stdout, /hand-edited/);
  assert.match(assertSuccess(await build("--force")), /written/);
});

Deno.test("manifest and knowledge refuse invalid operands and options", async () => {
  using workspace = new TempWorkspace(PROJECT);
  for (
    const words of [
      ["manifest", "shw"],
      ["manifest", "show", "more"],
      ["manifest", "--verbose"],
      ["manifest", "acknowledge", "--strict"],
      ["knowledge"],
      ["knowledge", "make"],
    ]
  ) {
    assertFailure(await workspace.run(words), { code: 2, message: /^dossier: Cannot use / });
  }
});

Deno.test("B-8: context includes the tiers of the manifest at the start of a session, records them, and works without them", async () => {
  using workspace = new TempWorkspace({ ...PROJECT, "dock.py": "def dock(ship):\n    pass\n" });
  const ask = async (...words: string[]) =>
    assertSuccess(await workspace.run(["context", ...words, "dock a ship"]))
      .match(/^(?:## |- See ).*(?:identity|workflow) of the project.*$/gm) ?? [];
  const begun = [
    "## .blue/docs/adrs/0001-first.md:1-10 (identity of the project, whole file)",
    "- See blue://state/current-rfc (workflow of the project)",
  ];
  assert.deepEqual(await ask("--session", "s"), begun);
  assert.deepEqual(await ask("--session", "s"), []);
  assert.deepEqual(await ask(), [], "a mere question");
  assert.deepEqual(await ask("--tiers", "identity"), begun.slice(0, 1));
  assert.deepEqual(await ask("--session", "t", "--tiers", "none"), []);
  const shown = assertSuccess(await workspace.run(["log", "show", "1"]));
  assert.match(
    shown,
    /0001-first\.md:1-10: identity, .*\n +blue:\/\/docs\/adrs\/; hash [0-9a-f]{8}$/m,
  );
  const verbose = assertSuccess(await workspace.run(["manifest", "show", "--verbose"]));
  assert.equal(verbose.match(/^ {2}.*identity +blue:\/\/docs\/adrs/gm)?.length, 2);
});

Deno.test("B-11: activity records a tool that triggers the workflow tier", async () => {
  using workspace = new TempWorkspace({
    ...PROJECT,
    [MANIFEST]: "version: 1\nworkflow: {sources: [blue://state/current-rfc], " +
      "refresh_triggers: [on_tool_call: deploy]}\n",
    "dock.py": "def dock(ship):\n    pass\n",
  });
  const ask = async () =>
    assertSuccess(await workspace.run(["context", "--session", "s", "dock a ship"]));
  await ask();
  const note = (...words: string[]) => workspace.run(["activity", ...words]);
  assert.equal((await note("--session", "s", "--tool", "test", "--turn")).code, 0);
  assert.doesNotMatch(await ask(), /In Progress/);
  assert.equal((await note("--session", "s", "--tool", "deploy", "--open", "dock.py")).code, 0);
  assert.match(await ask(), /Status: In Progress/);
  assert.doesNotMatch(await ask(), /In Progress/);
  const refused = /without a session: add --session ID/;
  assertFailure(await note("--tool", "deploy"), { code: 2, message: refused });
  const empty = /add --tool, --commit, --open or --turn/;
  assertFailure(await note("--session", "s"), { code: 2, message: empty });
});
