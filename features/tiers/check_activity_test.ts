import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { BLUE_FORM, formatTrigger, type RefreshTrigger } from "./core/mod.ts";
import assert from "node:assert/strict";
import { makeTierProject, type TierProject } from "../../tests/tier_project.ts";
import { recordTiers } from "./state/mod.ts";
import { checkActivity } from "./check_activity.ts";
import { readProjectState } from "./project_state.ts";

const RFCS = ".blue/docs/rfcs";

const PROJECT = {
  [`${RFCS}/0016-context.md`]: "# Context\n\nStatus: In Progress\n",
  [`${RFCS}/0016-context.plan.md`]: "- [x] one\n- [ ] two\n- [ ] three\n",
};

const TRIGGERS: readonly RefreshTrigger[] = [
  { kind: "rfc-change" },
  { kind: "turns", every: 10 },
  { kind: "tool-call", tool: "deploy" },
];

/**
 * Returns the triggers for which a session gets its workflow tier now, and records the delivery.
 */
async function look({ root, state }: TierProject): Promise<readonly string[] | undefined> {
  const tree = { root, visibility: createVisibility(DEFAULT_EXCLUSIONS) };
  const project = await readProjectState(tree, { form: BLUE_FORM, types: {} });
  const { fired, isDue, mark } = await checkActivity("s", { state, project, triggers: TRIGGERS });
  const given = { tier: "workflow", source: "a", hash: "", tokens: 1, trigger: "" } as const;
  await recordTiers(state, { session: "s", injections: isDue ? [given] : [], mark });
  return isDue ? fired.map(formatTrigger) : undefined;
}

Deno.test("B-11: the workflow tier is due once for a change of the RFC, and on the tenth turn", async () => {
  using project = await makeTierProject(PROJECT);
  const turns = (count: number) =>
    project.tiers.record("s", Array.from({ length: count }, () => ({ kind: "turn", value: "" })));
  assert.equal(await look(project), undefined);
  project.write({ [`${RFCS}/0016-context.plan.md`]: "- [x] one\n- [x] two\n- [ ] three\n" });
  project.at(60);
  assert.deepEqual(await look(project), ["on_rfc_change"]);
  assert.equal(await look(project), undefined, "once per change");
  await turns(9);
  project.at(120);
  assert.equal(await look(project), undefined, "nine turns");
  await turns(1);
  project.write({ [`${RFCS}/0016-context.md`]: "# New\n\nStatus: In Progress\n" });
  assert.deepEqual(await look(project), ["on_rfc_change", "every_10_turns"]);
});

Deno.test("B-11: a trigger within 29 s is dropped, and one after 30 s is accepted", async () => {
  using project = await makeTierProject(PROJECT);
  const change = (text: string) =>
    project.write({ [`${RFCS}/0016-context.md`]: `Status: In Progress\n${text}\n` });
  await look(project);
  change("zero");
  assert.ok(await look(project));
  change("one");
  project.at(29);
  assert.equal(await look(project), undefined);
  project.at(31);
  assert.equal(await look(project), undefined, "it was dropped");
  change("two");
  project.at(30);
  assert.ok(await look(project));
});

Deno.test("B-11: a tool sets off the tier that names it", async () => {
  using project = await makeTierProject(PROJECT);
  await project.tiers.record("s", [{ kind: "tool", value: "deploy" }]);
  assert.deepEqual(await look(project), ["on_tool_call: deploy"]);
});
