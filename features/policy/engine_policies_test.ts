import assert from "node:assert/strict";
import { makePolicyTree, writeDossier } from "../../tests/policy_trees.ts";
import { type Engine, openEngine } from "../../retrieval/engine.ts";
import { composeProfile, listProfiles, policiesOf } from "./mod.ts";

Deno.test("an engine composes profiles of the project and the user, as their files are now", async () => {
  using tree = makePolicyTree();
  const { root, home } = tree;
  const profiles = {
    leaf: { extends: "base", inputs: { x: { required: true } }, body: "Go {input:x}." },
  };
  writeDossier(root, { profiles });
  writeDossier(home, {
    profiles: { base: { context: { system: ["who"] } } },
    knowledge: { who: "Me." },
  });
  using engine = await openEngine({ root, spaces: { home } });
  const listed = (await listProfiles(await policiesOf(engine))).map(({ id, origin }) =>
    `${id} ${origin?.space}`
  );
  assert.deepEqual(listed.filter((line) => !line.startsWith("dossier/")), [
    "base user",
    "leaf project",
  ]);
  const composed = await composeProfile(
    { profile: "leaf", inputs: { x: "on" } },
    await policiesOf(engine),
  );
  assert.equal(composed.system, "Me.");
  assert.match(composed.messages[0]?.content ?? "", /\nGo on\.\n<\/profile>$/);
  assert.match((await show(engine)).messages[0]?.content ?? "", /\nGo \{input:x\}\.\n/);
  writeDossier(root, { knowledge: { who: "You." } });
  assert.equal((await show(engine)).system, "You.");
  writeDossier(root, { knowledge: { who: "They." } });
  assert.equal((await show(engine)).system, "They.");
  await assert.rejects(composeProfile({ profile: "leaf" }, await policiesOf(engine)), {
    code: "invalid-inputs",
  });
});

Deno.test("an engine reads a policy again that has long been kept, once its file is another", async () => {
  using tree = makePolicyTree();
  const path = `${tree.root}/.dossier/knowledge/who.md`;
  writeDossier(tree.root, {
    profiles: { leaf: { context: { system: ["who"] } } },
    knowledge: { who: "Old." },
  });
  Deno.utimeSync(path, 1000, 1000);
  using engine = await openEngine({ root: tree.root });
  assert.equal((await show(engine)).system, "Old.");
  Deno.writeTextFileSync(path, "New.");
  Deno.utimeSync(path, 1000, 1000);
  assert.equal((await show(engine)).system, "New.");
});

async function show(engine: Engine) {
  return await composeProfile({ profile: "leaf", isPartial: true }, await policiesOf(engine));
}
