import assert from "node:assert/strict";
import { makePolicyTree, writeRye, type WrittenPolicies } from "../../tests/policy_trees.ts";
import { composeProfile, openPolicies } from "./mod.ts";

const named = (name: string, body: string) => `\`\`\`yaml\nname: ${name}\n\`\`\`\n${body}\n`;

/** The system space as the specification of Rye describes it, with texts of this test. */
const SYSTEM: WrittenPolicies = {
  profiles: {
    "rye/agent/core/base": {
      permissions: ["execute.tool.*", "fetch.*", "sign.*"],
      context: {
        system: ["rye/agent/core/Identity", "rye/agent/core/Behavior"],
        before: ["rye/agent/core/protocol/execute", "rye/agent/core/protocol/sign"],
      },
    },
  },
  knowledge: {
    "rye/agent/core/Identity": named("Identity", "You are an agent."),
    "rye/agent/core/Behavior": named("Behavior", "Be brief."),
    "rye/agent/core/Environment": named("Environment", "At ${project_path}, ${max_turns} turns."),
    "rye/agent/core/DirectiveInstruction": named("DirectiveInstruction", "Do what follows."),
    "rye/agent/core/protocol/execute": named("execute", "Call tools."),
    "rye/agent/core/protocol/sign": named("sign", "Sign files."),
  },
  files: {
    "config/agent/hook_conditions.yaml": `context_hooks:
  - id: ctx_environment
    event: thread_started
    position: before
    action: { primary: fetch, item_type: knowledge, item_id: rye/agent/core/Environment }
  - id: ctx_directive_instruction
    event: thread_started
    position: before
    wrap: false
    action: { primary: fetch, item_type: knowledge, item_id: rye/agent/core/DirectiveInstruction }
`,
  },
};

Deno.test("a project of Rye is composed with its system space, in its own words", async () => {
  using tree = makePolicyTree();
  writeRye(`${tree.home}/bundle`, SYSTEM);
  writeRye(tree.root, {
    profiles: {
      "project/deploy/web": {
        description: "Deploy",
        category: "deploy",
        limits: { turns: 8 },
        context: { suppress: ["rye/agent/core/protocol/sign"] },
        outputs: ["version"],
        body: "Deploy {input:where:there}.",
      },
    },
    knowledge: { "rye/agent/core/Identity": named("Identity", "You deploy.") },
    files: {
      "config/agent/hooks.yaml": `hooks:
  - id: route_deploy
    event: resolve_extends
    condition: { path: directive, op: regex, value: ^project/deploy/ }
    action: { set_extends: rye/agent/core/base }
`,
    },
  });
  const policies = openPolicies({ root: tree.root, system: [`${tree.home}/bundle`] });
  const composed = await composeProfile({ profile: "project/deploy/web" }, policies);
  assert.equal(composed.route?.hook.id, "route_deploy");
  assert.equal(composed.system, "You deploy.\n\nBe brief.");
  assert.deepEqual(composed.events.systemPrompt?.layers, [
    ...["rye/agent/core/Identity", "rye/agent/core/Behavior"],
  ]);
  assert.equal(
    composed.messages[0]?.content,
    `<Environment id="rye/agent/core/Environment" type="knowledge">
At ${tree.root}, 8 turns.
</Environment>

Do what follows.

Call tools.

<directive name="project/deploy/web">
<description>Deploy</description>
<permissions>
<execute><tool>*</tool></execute>
<fetch>*</fetch>
<sign>*</sign>
</permissions>
Deploy there.
When the work is done, call directive_return with these fields:
- version (string, optional)
When you cannot continue, call directive_return with status="error" and describe the problem in error_detail.
</directive>`,
  );
  assert.deepEqual(composed.events.contextInjected.before, [
    ...["ctx_environment", "ctx_directive_instruction", "rye/agent/core/protocol/execute"],
  ]);
  assert.deepEqual(composed.palette.definitions.map(({ name }) => name), ["directive_return"]);
});
