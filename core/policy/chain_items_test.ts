import assert from "node:assert/strict";
import fc from "fast-check";
import { collectChainItems, inheritFields } from "./chain_items.ts";
import type { ContextItems, Profile } from "./profile.ts";

const NO_ITEMS: ContextItems = { system: [], before: [], after: [], suppress: [] };

function profile(id: string, fields: Partial<Profile> = {}): Profile {
  return {
    ...{ id, name: id, version: "", description: "", category: "", model: {}, limits: {} },
    ...{ permissions: [], permissionsText: "", acknowledgedRisks: [], hooks: [], inputs: [] },
    ...{ outputs: [], preamble: "", body: "" },
    ...fields,
  };
}

const asking = (id: string, context: Partial<ContextItems>) =>
  profile(id, { context: { ...NO_ITEMS, ...context } });

Deno.test("collectChainItems() keeps the first of equal items at its place", () => {
  const chain = [
    asking("root", { system: ["who", "how"], before: ["protocol"] }),
    profile("silent"),
    asking("leaf", { system: ["how", "more"], before: ["who"], after: ["list"] }),
  ];
  const told = ({ items }: ReturnType<typeof collectChainItems>) =>
    items.map(({ position, id, profile }) => `${position} ${id} ${profile}`);
  assert.deepEqual(told(collectChainItems(chain)), [
    "system who root",
    "system how root",
    "system more leaf",
    "before protocol root",
    "before who leaf",
    "after list leaf",
  ]);
  const once = collectChainItems(chain, { dedupe: "global" });
  assert.ok(!told(once).includes("before who leaf"));
  assert.deepEqual(once.left, [
    { id: "who", position: "before", profile: "leaf", reason: "excluded" },
  ]);
});

Deno.test("collectChainItems() gives nothing that a profile of the chain suppresses", () => {
  const id = fc.constantFrom("a", "b", "c", "a/b");
  const lists = fc.record({
    ...{ system: fc.array(id), before: fc.array(id), after: fc.array(id), suppress: fc.array(id) },
  });
  fc.assert(
    fc.property(
      fc.array(lists, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("per-position" as const, "global" as const),
      (contexts, dedupe) => {
        const chain = contexts.map((context, index) => asking(`p${index}`, context));
        const { items, left, suppress } = collectChainItems(chain, { dedupe });
        const asked = new Set(contexts.flatMap(({ system, before, after }) => [
          ...[...system, ...before, ...after],
        ]));
        assert.ok(items.every((item) => !suppress.includes(item.id)));
        assert.deepEqual(new Set([...items, ...left].map((item) => item.id)), asked);
        const places = items.map((item) => dedupe === "global" ? item.id : item.position + item.id);
        assert.equal(new Set(places).size, places.length);
      },
    ),
  );
});

Deno.test("inheritFields() takes permissions and model of the nearest, limits and inputs by name", () => {
  const input = (name: string, type: string) => ({ name, type, required: false });
  const chain = [
    profile("root", { permissions: ["fetch.*"], limits: { turns: 4, spend: 1 } }),
    profile("middle", {
      ...{ permissions: ["execute.*"], model: { tier: "large" }, limits: { turns: 8 } },
      inputs: [input("ship", "string"), input("port", "string")],
    }),
    profile("leaf", { inputs: [input("ship", "number")] }),
  ];
  assert.deepEqual(inheritFields(chain), {
    ...{ permissions: ["execute.*"], permissionsFrom: "middle", model: { tier: "large" } },
    ...{ limits: { turns: 8, spend: 1 } },
    inputs: [input("ship", "number"), input("port", "string")],
  });
  assert.deepEqual(inheritFields([profile("alone")]).permissions, []);
});
