import assert from "node:assert/strict";
import { makeTierProject } from "../../tests/tier_project.ts";

const DOCUMENTS = {
  "docs/architecture.md": "# Architecture\n",
  "docs/adrs/0001-first.md": "First.\n",
  "docs/rfcs/0002-next.md": "Status: Draft\n",
  "docs/empty/.keep": "",
};

/** Returns the warnings of a manifest by their codes. */
async function warnings(manifest: string): Promise<readonly string[]> {
  using project = await makeTierProject({
    ...DOCUMENTS,
    ".dossier/manifest.yaml": `version: 1\n${manifest}`,
  });
  const status = (await project.tiers.status())!;
  return status.warnings.filter(({ code }) => code !== "stale").map(({ code, message }) =>
    `${code} ${message}`
  );
}

const identity = (...uris: readonly string[]) => `identity: ${JSON.stringify(uris)}\n`;

Deno.test("a source that names a missing file is reported, with suggestions", async () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ["path:docs/architcture.md", /no file matches it: did you mean "docs\/architecture.md"\?$/],
    ["path:src/**/*.ts", /no file matches it: /],
    ["dossier://docs/adrs/7", /no file matches it: /],
    ["dossier://docs/spikes/", /there is no folder "docs\/spikes": /],
    ["dossier://tickets/", /no plugin has the name "tickets": /],
  ];
  for (const [uri, reason] of rows) {
    const [told, ...others] = await warnings(identity(uri));
    assert.ok(told?.startsWith(`empty ${uri} includes nothing as `), uri);
    assert.match(told!, reason);
    assert.deepEqual(others, []);
  }
});

Deno.test("a source that is empty only now is not told", async () => {
  const uris = [
    ...["dossier://state/active-tasks", "dossier://docs/rfcs/{active}", "dossier://docs/empty/"],
    ...["dossier://docs/adrs/1", "path:docs/*.md"],
  ];
  const types = "types: {empty: docs/empty}\n";
  assert.deepEqual(await warnings(identity(...uris) + types), []);
});

Deno.test("a glob of a knowledge file without a match is reported", async () => {
  const knowledge = "knowledge: [{id: a, from: ['docs/*.mdx', 'docs/*.md']}]\n";
  assert.deepEqual(await warnings(knowledge), [
    'empty "docs/*.mdx" of the knowledge file "a" matches no file: write a glob that does',
  ]);
});

Deno.test("a source without a trigger is reported, and is not listed as injected", async () => {
  for (const short of ["[path:docs/architecture.md]", "{sources: [path:docs/architecture.md]}"]) {
    const [told, ...others] = await warnings(`workflow: ${short}\n`);
    assert.match(told!, /^never_given The workflow tier .* has no refresh_triggers: add some/);
    assert.deepEqual(others, []);
  }
  using project = await makeTierProject({
    ...DOCUMENTS,
    ".dossier/manifest.yaml": "version: 1\nworkflow: [path:docs/architecture.md]\n",
  });
  const { tiers } = (await project.tiers.status())!;
  assert.deepEqual(
    tiers[1]!.sources.map(({ status, reason }) => [status, reason]),
    [["deferred", "the tier has no refresh_triggers"]],
  );
  const plugin = "plugins: [{uri: 'dossier://tickets/', command: [ls]}]\n";
  assert.match((await warnings(plugin))[0]!, /^never_given dossier:\/\/tickets\/ is never called/);
});
