import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openState } from "../../../retrieval/delivery/state/open_state.ts";
import { findRefreshMark } from "./refresh_mark.ts";
import { listTierInjections, readTierVersion, recordTiers } from "./tier_injections.ts";
import { TIER_TABLES } from "../tier_tables.ts";

Deno.test("recordTiers() records nothing for a session that another process gave something meanwhile", async () => {
  using workspace = new TempWorkspace();
  using one = await openState(workspace.root, { tables: [TIER_TABLES] });
  using other = await openState(workspace.root, { tables: [TIER_TABLES] });
  const source = { tier: "workflow", source: "knowledge:voice", hash: "0", tokens: 1 } as const;
  const mark = { activity: 1, turns: 1, rfc: "", isWaiting: false };
  const given = { session: "s", injections: [{ ...source, trigger: "on_rfc_change" }] };
  // Decisions depend on the injections of the session, and on the activity that was already
  // checked.
  for (const first of [given, { session: "s", injections: [], mark }]) {
    const since = await readTierVersion(one, "s");
    assert.equal(await readTierVersion(other, "s"), since);
    assert.equal(await recordTiers(other, first), true);
    assert.equal(
      await recordTiers(one, { ...given, mark: { ...mark, turns: 2 } }, { since }),
      false,
    );
  }
  assert.equal((await listTierInjections(one, { limit: 9 })).length, 1);
  assert.deepEqual(await findRefreshMark(one, "s"), mark);
  const since = await readTierVersion(one, "s");
  await recordTiers(other, { ...given, session: "another" });
  assert.equal(await recordTiers(one, given, { since }), true, "another session is no matter");
});
