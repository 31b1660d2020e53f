import type { JsonObject } from "@dossier/core/text";
import assert from "node:assert/strict";
import { refused as refusedWith } from "../../tests/composed_policies.ts";
import { makePolicyTree, writeRye } from "../../tests/policy_trees.ts";
import { composeProfile, importPolicies, openPolicies } from "./mod.ts";

Deno.test("importPolicies() writes hooks and settings that do as before", async () => {
  using tree = makePolicyTree();
  const { root } = tree;
  const fetch = { primary: "fetch", "item_type": "knowledge", "item_id": "tides" };
  const hooks: readonly JsonObject[] = [
    {
      id: "told",
      event: "thread_started",
      layer: 4,
      wrap: false,
      action: fetch,
      condition: {
        all: [
          { path: "directive", op: "regex", value: "^un.*d$" },
          { not: { path: "inputs.ship", op: "exists" } },
        ],
      },
    },
    {
      id: "routed",
      event: "resolve_extends",
      action: { "set_extends": "base" },
      condition: { path: "directive", op: "ne", value: "base" },
    },
  ];
  writeRye(root, {
    profiles: { base: { context: { before: ["tides"] } }, unload: {}, load: {} },
    knowledge: { tides: "Of ${directive}." },
    files: {
      "config/agent/hooks.yaml": JSON.stringify({ hooks }),
      "config/agent/resilience.yaml": "retry: 3\ndedupe: global\nlimits: {defaults: {turns: 7}}\n",
      "config/agent/capability_risk.yaml": '"rye.fetch.*": unrestricted\n',
    },
  });
  const compose = async () => {
    const policies = openPolicies(tree);
    const both = ["unload", "load"].map((profile) =>
      composeProfile({ profile, words: "rye" }, policies)
    );
    return (await Promise.all(both)).map(({ messages, limits, notes }) => ({
      messages,
      limits,
      notes,
    }));
  };
  const before = await compose();
  assert.match(before[0]?.messages[0]?.content ?? "", /Of unload\.\n\nOf \$\{directive\}\./);
  assert.equal(before[0]?.limits.turns, 7);
  const { refused, written, notes } = await importPolicies({ root });
  assert.deepEqual([refused, written.length, notes], [[], 6, []]);
  Deno.removeSync(`${root}/.ai`, { recursive: true });
  assert.deepEqual(await compose(), before);
  assert.match(Deno.readTextFileSync(`${root}/.dossier/policy.yaml`), /unrestricted/);
});

Deno.test("importPolicies() refuses a folder that is not there", async () => {
  using tree = makePolicyTree();
  await assert.rejects(
    importPolicies({ root: tree.root, from: `${tree.root}/gone` }),
    refusedWith("invalid-policy", /gone" as there is no such folder/),
  );
  assert.deepEqual((await importPolicies({ root: tree.root })).written, []);
});
