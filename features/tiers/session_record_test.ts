import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { listTierInjections } from "./state/mod.ts";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import type { StateStore } from "../../retrieval/delivery/state/state_store.ts";
import { RetrievalError } from "../../retrieval/machine/mod.ts";
import { ContextTiers } from "./context_tiers.ts";
import { TIER_TABLES } from "./tier_tables.ts";

const RFC = "docs/rfcs/0016-hulls.md";

const PROJECT = {
  ".dossier/manifest.yaml": JSON.stringify({
    version: 1,
    identity: ["dossier://docs/adrs/"],
    workflow: { sources: ["dossier://docs/rfcs/{active}"], "refresh_triggers": ["on_rfc_change"] },
  }),
  "docs/adrs/0001-tar.md": "Hulls are tarred.",
  [RFC]: "# Hulls\n\nStatus: In Progress\n",
};

function openTiers(root: string, openState: () => StateStore): ContextTiers {
  const visibility = createVisibility(DEFAULT_EXCLUSIONS);
  return new ContextTiers({ root, visibility, openState: async () => await openState() });
}

Deno.test("of two processes of a session one is given a tier, and it is recorded once", async () => {
  using tree = makeTree(PROJECT);
  using folder = makeTree();
  using first = await openState(folder.root, { now: () => 0, tables: [TIER_TABLES] });
  using second = await openState(folder.root, { now: () => 0, tables: [TIER_TABLES] });
  const both = [first, second].map((state) => openTiers(tree.root, () => state));
  const started = await Promise.all(both.map((tiers) => tiers.start("s")));
  assert.deepEqual(started.map((start) => start?.identity.used).sort(), [0, 4]);
  assert.deepEqual(
    (await listTierInjections(first, { limit: 9 })).map(({ tier }) => tier),
    ["identity"],
  );
});

Deno.test("a session gets its tiers even if nothing can be recorded, with a note", async () => {
  using tree = makeTree(PROJECT);
  using folder = makeTree();
  using state = await openState(folder.root, { tables: [TIER_TABLES] });
  const readOnly = openTiers(tree.root, () => state);
  await readOnly.start("known");
  await state.read((sql) => sql.run("PRAGMA query_only = 1"));
  const closed = openTiers(tree.root, () => {
    throw new RetrievalError("state-unwritable", "Cannot use the state");
  });
  for (const tiers of [readOnly, closed]) {
    const start = await tiers.start("s");
    assert.equal(start?.identity.used, 4);
    assert.deepEqual(start.notes.map(({ code }) => code), ["not-recorded"]);
    const read = await tiers.readResource("dossier://docs/adrs/", { session: "s" });
    assert.deepEqual([read.text, read.notes.length], ["Hulls are tarred.", 1]);
  }
  assert.equal((await readOnly.start("known"))?.identity.used, 0, "it holds it");
});
