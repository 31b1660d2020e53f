import assert from "node:assert/strict";
import { composeIn, refused } from "../../tests/composed_policies.ts";
import { makePolicyTree, writeRye } from "../../tests/policy_trees.ts";
import { textHash } from "../../retrieval/machine/mod.ts";
import { openPolicies } from "./mod.ts";

const SIGNED = "signed:2031-01-02T03:04:05Z";

/** Returns a text below a line with its hash, as the current version of Rye signs it. */
async function signed(text: string): Promise<string> {
  const fingerprint = "0123456789abcdef".repeat(4);
  const line = `<!-- ryeos:${SIGNED}:${await textHash(text)}:Zm9yZ2Vk+/8=:${fingerprint} -->`;
  return `${line}\n${text}`;
}

/** Returns the value that a directive's text is read as, and the warnings about it. */
async function read(text: string) {
  using tree = makePolicyTree();
  writeRye(tree.root, { profiles: { "ships/unload": text } });
  const policies = openPolicies(tree);
  const profile = await policies.loadProfile("ships/unload");
  return { profile, notes: policies.notes };
}

Deno.test("only the text below the metadata of a Rye file is read", async () => {
  const fenced = "```yaml\nname: Harbour\n```\n\nShips.\n";
  const dashed = "---\nname: Harbour\n---\n\nShips.\n";
  const rows: readonly string[] = [
    fenced,
    dashed,
    await signed(fenced),
    await signed(dashed),
    `<!-- rye:unsigned -->\n\n${fenced}`,
    ` -->\n${fenced}`,
    `<!-- by hand -->\n<!-- rye:unsigned -->\n${dashed}`,
    `<!-- rye:unsigned -->\n# ryeos:${SIGNED}:old\n${dashed}`,
    await signed(`<!-- rye:${SIGNED}:old -->\n${fenced}`),
  ];
  for (const text of rows) {
    using tree = makePolicyTree();
    writeRye(tree.root, { knowledge: { a: text } });
    const { name, body } = (await openPolicies(tree).findKnowledge("a"))!;
    assert.deepEqual([name, body], ["Harbour", "Ships."], text);
  }
});

Deno.test("a text of Rye without metadata is read without the lines that Rye wrote at its top", async () => {
  const inner = "# Ships\n\n```yaml\nname: example\n```\n\nEnd.";
  const rows: readonly (readonly [string, string])[] = [
    [inner, inner],
    [await signed(`${inner}\n`), inner],
    [`<!-- rye:unsigned -->\n${inner}`, inner],
    [`<!-- by hand -->\n${inner}`, `<!-- by hand -->\n${inner}`],
  ];
  for (const [text, body] of rows) {
    using tree = makePolicyTree();
    writeRye(tree.root, { knowledge: { a: text } });
    assert.equal((await openPolicies(tree).findKnowledge("a"))?.body, body, text);
  }
});

Deno.test("a directive in Rye's present form is read, field by field", async () => {
  const text = await signed(`---
description: Unload a ship
version: "1.2.0"
extends: directive:demo/base
model: { tier: large, context_window: 2000 }
limits: { turns: 8, tokens: 0, spend_usd: "0.5", tool_calls: 3 }
requires:
  capabilities:
    declared: [ryeos.execute.tool.cranes/*, ryeos.fetch.directive.demo.*]
    manifest: { runtime_authority: [vault] }
context:
  system: ["knowledge:demo/rules"]
  after: [demo/tides]
inputs:
  - { name: ship, required: true, description: Its name }
  - { name: tons, type: integer, default: 4 }
outputs:
  - { name: done, type: boolean }
hooks:
  - { id: h, event: after_step, condition: "turn >= 2", action: { item_id: "tool:a/b" } }
continuation: { carry_turns: 4 }
---

Unload \${inputs.ship}.
`);
  const { profile: { origin, form, ...profile }, notes } = await read(text);
  assert.equal(origin.signature, "unverified");
  assert.equal(form, "rye");
  assert.deepEqual(profile, {
    id: "ships/unload",
    name: "unload",
    version: "1.2.0",
    extends: "demo/base",
    description: "Unload a ship",
    category: "ships",
    model: { tier: "large", "context_window": "2000" },
    limits: { turns: 8, spend: 0.5 },
    permissions: ["execute.tool.cranes.*", "fetch.profile.demo.*"],
    permissionsText: "",
    acknowledgedRisks: [],
    context: { system: ["demo/rules"], before: [], after: ["demo/tides"], suppress: [] },
    hooks: [],
    inputs: [
      { name: "ship", type: "string", required: true, description: "Its name" },
      { name: "tons", type: "integer", required: false, fallback: 4 },
    ],
    outputs: [{ name: "done", type: "boolean", required: false }],
    preamble: "",
    body: "Unload {input:ship}.",
  });
  assert.deepEqual(notes, []);
});

Deno.test("a directive with its YAML in a fence may contain XML, and its errors have a location", async () => {
  const body = "Write this:\n\n```xml\n<directive name='no'/>\n```";
  const { profile } = await read(`\`\`\`yaml\nversion: 2\n\`\`\`\n${body}\n`);
  assert.deepEqual([profile.version, profile.body], ["2", body]);
  await assert.rejects(
    read("<!-- rye:unsigned -->\n---\ninputs: { ship: {} }\n---\n"),
    refused("invalid-profile", /line 3, column 9 is wrong: "inputs" must be a list/),
  );
});

Deno.test("expressions of inputs in Rye's present form are filled, and others told", async () => {
  const body = [
    '${inputs.a} ${ inputs.b ?? "none" } ${inputs.c ?? 3}',
    "${json(inputs.list ?? [])} ${json(inputs.list)} $${kept} ${exists(inputs.a)}",
  ].join("\n");
  const { messages, notes } = await composeIn("rye", {
    project: { profiles: { p: `---\nversion: "1"\n---\n${body}\n` } },
  }, { profile: "p", inputs: { a: "A", list: [1] } });
  assert.match(
    messages[0]!.content,
    /\nA none 3\n\[1\] \[1\] \$\{kept\} \$\{exists\(inputs\.a\)\}\n/,
  );
  assert.ok(notes.some((note) => /\$\{exists\(inputs\.a\)\} is not an input and stays/.test(note)));
});
