import assert from "node:assert/strict";
import fc from "fast-check";
import { grantTools, selectItems, type SpaceItem } from "./grant_tools.ts";
import {
  buildPalette,
  type PaletteInput,
  type PaletteTool,
  parametersSchema,
  type PrimaryAction,
  toToolName,
} from "./palette.ts";
import { POLICY_WORDS } from "./prompt.ts";
import type { ProfileOutput } from "./profile.ts";

const SCHEMA = { type: "object" };
/** Characters of {@link SCHEMA} as JSON. */
const SCHEMA_COST = 17;

const PRIMARIES: readonly PrimaryAction[] = (["sign", "fetch", "execute"] as const).map((
  primary,
) => ({
  primary,
  itemId: `rye/${primary}`,
  description: `To ${primary}`,
  schema: SCHEMA,
}));

type Tool = PaletteTool & SpaceItem;

/** A tool that counts `cost` characters. */
function tool(
  id: string,
  { cost = 20, space = "project" }: { cost?: number; space?: Tool["space"] } = {},
): Tool {
  return { id, space, description: "d".repeat(cost - SCHEMA_COST), schema: SCHEMA };
}

interface Drafted extends Partial<PaletteInput> {
  readonly tools?: readonly Tool[];
}

function build(capabilities: readonly string[], draft: Drafted = {}) {
  const grants = grantTools(capabilities, {});
  const tools = selectItems(grants.toolPatterns, draft.tools ?? []);
  const palette = buildPalette({
    primaries: PRIMARIES,
    items: {},
    words: POLICY_WORDS.rye,
    ...draft,
    grants: draft.grants ?? grants,
    tools,
  });
  return { ...palette, names: palette.definitions.map(({ name }) => name) };
}

Deno.test("R-3: the name of a tool is its id with underscores", () => {
  assert.equal(toToolName("rye/file-system/read"), "rye_file_system_read");
  assert.equal(toToolName("rye/bash"), "rye_bash");
  assert.equal(toToolName("v1.2/ä b"), "v1_2___b");
});

Deno.test("R-5: parameters become a JSON Schema; an entry without a name, or that is not a mapping, is skipped", () => {
  const parameters = [{ name: "a", required: true }, { name: "b", type: "integer" }, {}, 3, null];
  assert.deepEqual(parametersSchema(parameters), {
    type: "object",
    properties: {
      a: { type: "string", description: "" },
      b: { type: "integer", description: "" },
    },
    required: ["a"],
  });
  const typed = parametersSchema([{ name: "a", type: "path" }, { name: "b", type: "array" }]);
  assert.deepEqual(typed?.properties, {
    a: { type: "string", description: "" },
    b: { type: "array", items: {}, description: "" },
  });
  for (const none of [[], [{}], "a", undefined, { name: "a" }]) {
    assert.equal(parametersSchema(none), undefined);
  }
});

Deno.test("R-6: a tool that a wildcard and its own name grant is offered once", () => {
  const capabilities = ["rye.execute.tool.a.*", "rye.execute.tool.a.x"];
  assert.deepEqual(build(capabilities, { tools: [tool("a/x"), tool("a/y")] }).names, [
    "a_x",
    "a_y",
  ]);
});

Deno.test("R-7: the project's tool hides that of the system, also without a schema", () => {
  const tools = [
    { ...tool("a", { space: "system" }), description: "of the system" },
    { ...tool("a", { space: "project" }), description: "of the project" },
    { ...tool("b", { space: "user" }), schema: undefined },
    tool("b", { space: "system" }),
  ];
  const { definitions, omitted } = build(["execute.tool.*"], { tools });
  assert.deepEqual(definitions.map(({ description }) => description), ["of the project"]);
  assert.deepEqual(omitted, [{ itemId: "b", reason: "schema" }]);
});

Deno.test("R-8: with ten tokens the actions are still there, and fewer than four tools", () => {
  const tools = ["a", "b", "c", "d"].map((id) => tool(id));
  const { names, characters } = build(["*"], { tools, maxTokens: 10 });
  assert.deepEqual(names, ["rye_fetch", "rye_sign"]);
  assert.equal(characters, 2 * SCHEMA_COST + "To fetch".length + "To sign".length);
  assert.deepEqual(build(["execute.tool.*"], { tools, maxTokens: 10 }).names, ["a", "b"]);
});

Deno.test("R-9: a smaller tool is included after one that does not fit", () => {
  const tools = [tool("a", { cost: 120 }), tool("b", { cost: 80 }), tool("c", { cost: 20 })];
  const { names, omitted, characters } = build(["execute.tool.*"], { tools, maxTokens: 25 });
  assert.deepEqual(names, ["b", "c"]);
  assert.deepEqual(omitted, [{ itemId: "a", reason: "budget" }]);
  assert.equal(characters, 100);
});

Deno.test("R-10: with room for one the tool that is named wins, in either order", () => {
  const tools = [tool("a", { cost: 40 }), tool("z", { cost: 40 })];
  for (
    const order of [["execute.tool.z", "execute.tool.*"], ["execute.tool.*", "execute.tool.z"]]
  ) {
    assert.deepEqual(build(order, { tools, maxTokens: 10 }).names, ["z"]);
  }
});

Deno.test("R-11: an action on some types names them, in the terms of its form", () => {
  const { definitions, summary } = build(["rye.fetch.directive.*", "rye.fetch.tool.x"]);
  assert.deepEqual(definitions.map(({ description }) => description), [
    "Fetch a directive or tool",
  ]);
  assert.deepEqual(summary, ["rye_fetch (directive, tool)"]);
  const ours = build(["fetch.profile.*", "fetch.knowledge.*", "execute.tool.a"], {
    words: POLICY_WORDS.dossier,
    tools: [tool("a")],
  });
  assert.deepEqual(ours.summary, ["rye_fetch (knowledge, profile)", "a"]);
  assert.deepEqual(build(["fetch.*"]).definitions[0]?.description, "To fetch");
});

Deno.test("R-12: nothing is offered or drawn where that is off", () => {
  const { definitions, summary, tree } = build(["*"], {
    enabled: false,
    tools: [tool("a")],
    items: { tool: ["a"] },
  });
  assert.deepEqual([definitions, summary, tree], [[], [], ""]);
});

Deno.test("R-13: without permissions the actions are offered, or nothing", () => {
  const open = build([], { tools: [tool("a")] });
  assert.deepEqual(open.names, ["rye_fetch", "rye_sign"]);
  assert.equal(open.tree, "");
  const denied = build([], {
    grants: grantTools([], { noPermissions: "deny" }),
    tools: [tool("a")],
  });
  assert.deepEqual(denied.definitions, []);
});

Deno.test("R-14: the tree of permissions, with the existing items, and (none)", () => {
  const items = { tool: ["a/y/z", "b", "a/x", "a/node_modules/q", "a/x"], profile: ["p"] };
  assert.equal(
    build(["rye.execute.tool.a.*"], { items }).tree,
    "execute\n└── tool\n    ├── a/x\n    └── a/y/z",
  );
  assert.equal(
    build(["rye.fetch.*", "rye.execute.tool.c.*"], { items }).tree,
    [
      "execute",
      "└── tool (none)",
      "fetch",
      "├── directive",
      "│   └── p",
      "├── knowledge (none)",
      "└── tool",
      "    ├── a/x",
      "    ├── a/y/z",
      "    └── b",
    ].join("\n"),
  );
});

const OUTPUT: ProfileOutput = { name: "tons", type: "number", required: true };

Deno.test("R-15: outputs add a tool that returns them, which does not count against the budget", () => {
  const outputs = [OUTPUT, { name: "why", type: "string", required: false, description: "reason" }];
  const { definitions, capabilities, characters, names } = build(["execute.tool.*"], {
    outputs,
    maxTokens: 5,
    tools: [tool("a"), tool("directive-return")],
  });
  assert.deepEqual(names, ["a", "directive_return"]);
  assert.equal(characters, 20);
  assert.deepEqual(capabilities, ["execute.tool.rye.agent.threads.directive_return"]);
  assert.equal(definitions[1]?.itemId, "rye/agent/threads/directive_return");
  assert.deepEqual(definitions[1]?.schema, {
    type: "object",
    properties: {
      tons: { type: "number", description: "" },
      why: { type: "string", description: "reason" },
    },
    required: ["tons"],
  });
  const [unnamed] =
    build([], { outputs: [{ ...OUTPUT, name: "" }], primaries: [], words: POLICY_WORDS.dossier })
      .definitions;
  assert.equal(unnamed?.name, "profile_return");
  assert.deepEqual(Object.keys(unnamed?.schema["properties"] ?? {}), ["result"]);
});

Deno.test("buildPalette() omits a second tool of the same name, and one with the name of an action", () => {
  const tools = [tool("a-b"), tool("a_b"), tool("rye/fetch")];
  const { names, omitted } = build(["*"], { tools, registerExecute: true });
  assert.deepEqual(names, ["rye_execute", "rye_fetch", "rye_sign", "a_b"]);
  assert.deepEqual(omitted, [{ itemId: "a_b", reason: "name" }]);
});

Deno.test("buildPalette() omits a schema that JSON cannot represent or that is ten thousand levels deep", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`);
  const tools = [{ ...tool("a"), schema: deep }, { ...tool("b"), schema: { n: NaN } }, tool("c")];
  const { names, omitted } = build(["execute.tool.*"], { tools });
  assert.deepEqual(names, ["c"]);
  assert.deepEqual(omitted.map(({ reason }) => reason), ["schema", "schema"]);
});

Deno.test("a palette never exceeds its budget except for the actions, and has a reason for each omitted tool", () => {
  const drafted = fc.record({
    id: fc.string({ unit: fc.constantFrom(..."ab/-_"), minLength: 1, maxLength: 4 }),
    space: fc.constantFrom("project", "user", "system"),
    cost: fc.integer({ min: SCHEMA_COST, max: 200 }),
    hasSchema: fc.boolean(),
  });
  const selector = ({ id, space }: { id: string; space: string }) => `${space} ${id}`;
  const capabilities = fc.array(
    fc.constantFrom(
      "*",
      "fetch.*",
      "execute.tool.*",
      "execute.tool.a.*",
      "execute.tool.a.b",
      "sign.tool.*",
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(drafted, { selector }),
      capabilities,
      fc.nat(200),
      (drafts, held, maxTokens) => {
        const tools = drafts.map(({ id, space, cost, hasSchema }): Tool => ({
          ...tool(id, { cost, space: space as Tool["space"] }),
          ...(hasSchema ? {} : { schema: undefined }),
        }));
        const { definitions, omitted, characters } = build(held, { tools, maxTokens });
        const cost = (list: typeof definitions) =>
          list.reduce(
            (sum, { schema, description }) =>
              sum + JSON.stringify(schema).length + description.length,
            0,
          );
        assert.equal(cost(definitions), characters);
        const actions = definitions.filter(({ itemId }) => itemId.startsWith("rye/"));
        assert.ok(characters <= Math.max(maxTokens * 4, cost(actions)));
        const selected = selectItems(grantTools(held).toolPatterns, tools);
        assert.equal(definitions.length - actions.length + omitted.length, selected.length);
        assert.equal(new Set(definitions.map(({ name }) => name)).size, definitions.length);
        const reversed = build(held, { tools: tools.toReversed(), maxTokens });
        assert.deepEqual(reversed.definitions, definitions);
      },
    ),
  );
});

Deno.test("buildPalette() offers no tool that a provider refuses", () => {
  const tools: readonly Tool[] = [
    ...[tool(`a/${"b".repeat(62)}`), tool(`a/${"c".repeat(63)}`), { ...tool("d"), schema: {} }],
    { ...tool("e"), schema: { type: "string" } },
  ];
  const { definitions, omitted } = build(["execute.tool.*"], { tools });
  assert.deepEqual(definitions.map(({ name }) => name), [`a_${"b".repeat(62)}`, "d"]);
  assert.deepEqual(omitted.map(({ reason }) => reason), ["name", "schema"]);
});
