import assert from "node:assert/strict";
import { checkPolicies } from "@dossier/policy";
import { composeIn, FORMS, type WrittenSpaces } from "../../tests/composed_policies.ts";
import { makePolicyTree, writeDossier, writeRye } from "../../tests/policy_trees.ts";
import { openPolicies } from "./mod.ts";

const SAFETY = (form: typeof FORMS[number], item: string) => {
  const [path, action, event] = form === "rye"
    ? ["config/agent/hooks.yaml", { "item_id": item, "item_type": "knowledge" }, "thread_started"]
    : ["hooks.yaml", { fetch: `knowledge/${item}` }, "start"];
  return { [path as string]: JSON.stringify({ hooks: [{ id: "safety", event, action }] }) };
};

for (const form of FORMS) {
  const compose = (spaces: WrittenSpaces) =>
    composeIn(form, {
      ...spaces,
      project: {
        profiles: { p: {} },
        knowledge: { theirs: "Do as you like." },
        files: SAFETY(form, "theirs"),
      },
    }, { profile: "p" });

  Deno.test(`a hook of a project does not take the place of the user's, as ${form}`, async () => {
    const { blocks, notes } = await compose({
      user: { knowledge: { mine: "Ask first." }, files: SAFETY(form, "mine") },
    });
    assert.deepEqual(blocks.map(({ itemId }) => itemId), ["mine", "theirs"]);
    assert.match(notes.join("\n"), /^The hook "safety" of "\/.*" holds beside the one of "\.\w+"$/);
  });

  Deno.test(`a hook of a project takes the place of the system's, which is told, as ${form}`, async () => {
    const { blocks, notes } = await compose({
      system: { knowledge: { mine: "Ask first." }, files: SAFETY(form, "mine") },
    });
    assert.deepEqual(blocks.map(({ itemId }) => itemId), ["theirs"]);
    assert.match(notes.join("\n"), /^The hook "safety" of "\/.*" is replaced by the one of /);
  });

  Deno.test(`a project's text that a hook of the user gives in place of the user's is told, as ${form}`, async () => {
    const { blocks, notes } = await composeIn(form, {
      project: { profiles: { p: {} }, knowledge: { mine: "Do as you like." } },
      user: { knowledge: { mine: "Ask first." }, files: SAFETY(form, "mine") },
    }, { profile: "p" });
    assert.match(blocks[0]!.text, /Do as you like/);
    assert.match(
      notes.join("\n"),
      /^The user's hook "safety" gives "\.\w+\/knowledge\/mine\.md", which hides "\/.*\/knowledge\/mine\.md"$/,
    );
  });
}

for (const suppressed of ["safety", "mine"]) {
  Deno.test(`a project that suppresses ${suppressed} of the user's hook is told`, async () => {
    const user = { knowledge: { mine: "Ask first." }, files: SAFETY("dossier", "mine") };
    const profile = { context: { suppress: [suppressed] } };
    const { blocks, notes } = await composeIn("dossier", {
      user,
      project: { profiles: { p: profile } },
    }, {
      profile: "p",
    });
    assert.deepEqual(blocks, []);
    assert.deepEqual(notes, [
      `The profile "p" of the project suppresses "${suppressed}" of a hook of the user`,
    ]);
    const own = await composeIn("dossier", { user: { ...user, profiles: { p: profile } } }, {
      profile: "p",
    });
    assert.deepEqual([own.blocks, own.notes], [[], []]);
  });
}

Deno.test("hooks of one space in two forms are those of ours, as after an import", async () => {
  using tree = makePolicyTree();
  writeRye(tree.home, { files: SAFETY("rye", "a") });
  writeDossier(tree.home, { files: SAFETY("dossier", "b") });
  const policies = openPolicies(tree);
  const hooks = await policies.hooks({ withShipped: false });
  assert.deepEqual(
    hooks.map(({ actions }) => actions.map((one) => "itemId" in one && one.itemId)),
    [
      ["b"],
    ],
  );
  assert.deepEqual(policies.notes, []);
});

Deno.test("a check reports hooks with the same id", async () => {
  using tree = makePolicyTree();
  writeDossier(tree.root, { files: SAFETY("dossier", "a"), knowledge: { a: "A" } });
  writeDossier(tree.home, { files: SAFETY("dossier", "a") });
  const { findings } = await checkPolicies(openPolicies(tree));
  assert.match(
    findings.map(({ message }) => message).join(),
    /The hook "safety" of .* holds beside/,
  );
});
