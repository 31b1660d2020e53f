import assert from "node:assert/strict";
import { makeTree, writeFiles } from "../../tests/temp_tree.ts";
import { noise } from "../../tests/sample_secrets.ts";
import { makeTierProject, type TierProject } from "../../tests/tier_project.ts";

const MANIFEST = ".dossier/manifest.yaml";

/** Returns the text that a session begins with, and the notes on it. */
async function startOf({ tiers }: TierProject): Promise<string> {
  const { text, notes } = (await tiers.start(crypto.randomUUID()))!;
  return [text, ...notes.map(({ message }) => message)].join("\n");
}

const PRIVATE = "only for the user's eyes";

Deno.test("a manifest cannot grant its own requests: they are listed, and apply once the user grants them", async () => {
  using home = makeTree({ "notes.txt": PRIVATE, ".netrc": PRIVATE });
  using project = await makeTierProject({
    [MANIFEST]: "version: 1\nidentity:\n" +
      "  - {uri: 'path:n.md', allow_external: true, allow_sensitive: true}\n" +
      "  - uri: 'path:.env'\n    allow_sensitive: true\n  - {uri: 'path:a.md', allow_external: true}\n",
    ".env": PRIVATE,
    "a.md": "Harmless.",
  });
  Deno.symlinkSync(`${home.root}/.netrc`, `${project.root}/n.md`);
  const told = await startOf(project);
  assert.ok(!told.includes(PRIVATE) && told.includes("Harmless."));
  assert.match(
    told,
    /"n\.md" .*: not granted: allow_external of the manifest takes effect only after "/,
  );
  assert.match(
    told,
    /"\.env" .*: not granted: allow_sensitive of the manifest takes effect only after "/,
  );
  const warnings = async () =>
    (await project.tiers.status())!.warnings
      .filter(({ code }) => code === "not_granted" || code.endsWith("_allowed"))
      .map(({ code, message }) => `${code} ${message.replace(/, which takes effect.*/, "")}`);
  const needless =
    "not_granted path:a.md requests allow_external in line 6, but no file needs it now";
  assert.deepEqual(await warnings(), [
    `not_granted path:n.md requests allow_external in line 3 to include "${home.root}/.netrc"`,
    `not_granted path:n.md requests allow_sensitive in line 3 to include "${home.root}/.netrc"`,
    `not_granted path:.env requests allow_sensitive in line 5 to include "${project.root}/.env"`,
    needless,
  ]);
  await assert.rejects(project.tiers.readResource("path:n.md"), /not granted/);
  await project.grantAll();
  assert.equal((await startOf(project)).split(PRIVATE).length, 3);
  assert.deepEqual(await warnings(), [
    "external_allowed path:n.md may include files outside the root",
    "sensitive_allowed path:n.md may include files whose names suggest secrets",
    "sensitive_allowed path:.env may include files whose names suggest secrets",
    needless,
  ]);
});

Deno.test("a grant holds for the manifest as it was seen, and for the files that were seen", async () => {
  using home = makeTree({ "a.md": "Shared.", ".netrc": PRIVATE, "docs/b.md": "Shared, too." });
  const manifest = "version: 1\nidentity: [{uri: 'dossier://docs/adrs/', allow_external: true, " +
    "allow_sensitive: true}]\ntypes: {adrs: adrs}\n";
  using project = await makeTierProject({ [MANIFEST]: manifest, "adrs/0.md": "" });
  const link = `${project.root}/adrs/1.md`;
  Deno.symlinkSync(`${home.root}/a.md`, link);
  await project.grantAll();
  assert.match(await startOf(project), /Shared\./);

  Deno.symlinkSync(`${home.root}/.netrc`, `${project.root}/adrs/2.md`);
  assert.doesNotMatch(await startOf(project), new RegExp(PRIVATE), "a link that was added");
  Deno.removeSync(link);
  Deno.symlinkSync(`${home.root}/.netrc`, link);
  assert.doesNotMatch(await startOf(project), new RegExp(PRIVATE), "a link that was replaced");
  Deno.removeSync(link);
  Deno.symlinkSync(`${home.root}/a.md`, link);
  assert.match(await startOf(project), /Shared\./);
  project.write({ [MANIFEST]: `${manifest}# changed\n` });
  assert.doesNotMatch(await startOf(project), /Shared\./, "a manifest that was changed");
});

Deno.test("the user's own settings grant locations for any manifest, and no others", async () => {
  using home = makeTree({ "shared/a.md": "Shared.", ".netrc": PRIVATE });
  using project = await makeTierProject({
    [MANIFEST]: "version: 1\nidentity: [{uri: 'path:*.md', allow_external: true}, " +
      "{uri: 'path:a.md', allow_external: true}, {uri: 'path:b.md', allow_external: true, allow_sensitive: true}]\n",
  });
  Deno.symlinkSync(`${home.root}/shared/a.md`, `${project.root}/a.md`);
  Deno.symlinkSync(`${home.root}/.netrc`, `${project.root}/b.md`);
  const grant = (root: string, place: string) =>
    writeFiles(project.userFolder, {
      "config.yaml": `grants: [{root: ${root}, place: ${place}, allow: [external]}]\n`,
    });
  grant(project.root, `${home.root}/shared`);
  const told = await startOf(project);
  assert.ok(told.includes("Shared.") && !told.includes(PRIVATE));
  grant(project.root, home.root);
  assert.ok(!(await startOf(project)).includes(PRIVATE), "external is not sensitive");
  Deno.symlinkSync(home.root, `${project.root}/shared`);
  grant(project.root, `${project.root}/shared`);
  assert.ok(!(await startOf(project)).includes("Shared."), "a place that a link of the root gives");
  grant(home.root, `${home.root}/shared`);
  assert.ok(!(await startOf(project)).includes("Shared."), "for another repository");
});

Deno.test("files of a clone in its state folder and its settings grant nothing", async () => {
  using home = makeTree({ ".netrc": PRIVATE });
  const manifest =
    "version: 1\nidentity: [{uri: 'path:n.md', allow_external: true, allow_sensitive: true}]\n";
  using project = await makeTierProject({
    [MANIFEST]: manifest,
    ".dossier/config.yaml": "grants: [{root: /, place: /, allow: [external, sensitive]}]\n",
    ".dossier/grants.yaml": "- {root: /, place: /, allow: [external, sensitive]}\n",
  });
  Deno.symlinkSync(`${home.root}/.netrc`, `${project.root}/n.md`);
  await project.tiers.acknowledge();
  assert.ok(!(await startOf(project)).includes(PRIVATE), "the record of the tree grants nothing");
  // The grants of the user do not count when they are in a file of the repository.
  await project.grantAll();
  const agreed = Deno.readTextFileSync(`${project.userFolder}/trusted.json`);
  Deno.removeSync(`${project.userFolder}/trusted.json`);
  project.write({ ".dossier/trusted.json": agreed, ".dossier/state/trusted.json": agreed });
  assert.ok(!(await startOf(project)).includes(PRIVATE));
  writeFiles(project.userFolder, { "trusted.json": agreed });
  assert.ok((await startOf(project)).includes(PRIVATE));
  for (
    const broken of ["{", "[]", '{"version": 2}', '{"version": 1, "agreements": [null, 1, {}]}']
  ) {
    writeFiles(project.userFolder, { "trusted.json": broken });
    assert.ok(!(await startOf(project)).includes(PRIVATE), broken);
  }
});

Deno.test("labels of sources are shown without secrets", async () => {
  const token = noise(24);
  using project = await makeTierProject({
    [MANIFEST]: `version: 1\nidentity: [{uri: 'path:a.md', label: 'by token=${token}'}]\n`,
    "a.md": "Harmless.",
  });
  const told = await startOf(project);
  assert.ok(told.includes("by token=«masked: ") && !told.includes(token), told);
});

Deno.test("links below .dossier and linked knowledge files are never followed", async () => {
  using home = makeTree({ ".netrc": PRIVATE, "plain.md": PRIVATE });
  using project = await makeTierProject({
    [MANIFEST]:
      "version: 1\nidentity: ['knowledge:env', 'knowledge:home', 'knowledge:ignored', 'knowledge:state']\n",
    ".env": PRIVATE,
    "local/x.json": PRIVATE,
    ".dossierignore": "local/\n",
    ".dossier/state/x.md": PRIVATE,
    ".dossier/knowledge/fine.md": "Fine.",
  });
  const knowledge = `${project.root}/.dossier/knowledge`;
  Deno.symlinkSync("../../.env", `${knowledge}/env.md`);
  Deno.symlinkSync(`${home.root}/plain.md`, `${knowledge}/home.md`);
  Deno.symlinkSync("../../local/x.json", `${knowledge}/ignored.md`);
  Deno.symlinkSync("../state/x.md", `${knowledge}/state.md`);
  Deno.symlinkSync(`${home.root}/plain.md`, `${project.root}/.dossier/workflow.md`);
  Deno.symlinkSync("../local/x.json", `${project.root}/.dossier/context-restore.md`);
  const told = [
    await startOf(project),
    await project.tiers.atMoment("startup"),
    await project.tiers.atMoment("compact"),
  ].join("\n");
  assert.ok(told.includes("Fine.") && !told.includes(PRIVATE), told);
});
