import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { compilePattern } from "../../../retrieval/machine/compile_pattern.ts";
import { isContextError } from "../../../core/errors.ts";
import { readHooks } from "./read_hooks.ts";

const FILE = { origin: "project", place: '"hooks.yaml"', compile: compilePattern } as const;

Deno.test("readHooks() reads our form and that of Rye to the same hook", async () => {
  const condition = { path: "category", value: "docs" };
  const ours = [
    { id: "r", event: "route", layer: 3, condition, action: { extend: "base" } },
    { event: "start", action: { fetch: "knowledge/a/b" }, position: "after", wrap: false },
    { event: "continue", action: { fetch: "a/b" } },
  ];
  const theirs = [
    { id: "r", event: "resolve_extends", layer: 3, condition, action: { "set_extends": "base" } },
    {
      event: "thread_started",
      action: { primary: "fetch", "item_type": "knowledge", "item_id": "a/b" },
      position: "after",
      wrap: false,
    },
    {
      event: "thread_continued",
      action: {},
      actions: [{ primary: "fetch", "item_type": "knowledge", "item_id": "a/b", params: {} }],
      position: "beside",
    },
  ];
  const read = await readHooks(ours, FILE);
  assert.deepEqual(read, await readHooks(theirs, FILE));
  assert.deepEqual(read.warnings, []);
  assert.deepEqual(read.hooks[1], {
    event: "start",
    origin: "project",
    position: "after",
    wrap: false,
    actions: [
      { kind: "fetch", primary: "fetch", itemType: "knowledge", itemId: "a/b", parameters: {} },
    ],
  });
  assert.equal(read.hooks[2]?.position, "before");
  assert.equal(read.hooks[2]?.wrap, true);
});

Deno.test("readHooks() omits an entry that is not a hook, and warns with reason and location", async () => {
  const hooks = [
    "x",
    { id: "a" },
    { event: "" },
    { event: "start", layer: "high" },
    { event: "start", wrap: "no" },
    { event: "start", action: ["x"] },
    { event: "start", actions: [{ fetch: 3 }] },
    { event: "start", actions: [{ fetch: "a", params: [] }] },
    { event: "start", condition: { any: [{ path: 3 }] } },
    { event: "start", condition: null, action: null },
  ];
  const { hooks: kept, warnings } = await readHooks(hooks, FILE);
  assert.equal(kept.length, 1);
  const at = (i: number) => `Cannot use the hook at "hooks.yaml", hooks[${i}]`;
  assert.deepEqual(warnings.map((warning) => warning.replace("; the hook is omitted", "")), [
    `${at(0)} as it must be a mapping: current value is "x"`,
    `${at(1)} as it must have an "event"`,
    `${at(2)} as its "event" must be text: current value is ""`,
    `${at(3)} as its "layer" must be a number: current value is "high"`,
    `${at(4)} as its "wrap" must be true or false: current value is "no"`,
    `${at(5)} as its "action" must be a mapping: current value is a list`,
    `${at(6)}, action 1 as its "fetch" must be text: current value is 3`,
    `${at(7)}, action 1 as its "params" must be a mapping: current value is an empty list`,
    'Cannot read the condition at "hooks.yaml", hooks[8].condition.any[0] as its "path" must be text: ' +
    "current value is 3",
  ]);
});

Deno.test("readHooks() keeps a hook with an unknown key or an invalid pattern, with a warning", async () => {
  const regex = { op: "regex", value: "(" };
  const { hooks, warnings } = await readHooks([
    { event: "start", conditon: {}, condition: { not: regex } },
  ], FILE);
  assert.equal(hooks.length, 1);
  assert.equal(
    warnings[0],
    'The key "conditon" of the hook at "hooks.yaml", hooks[0] is ignored: did you mean "condition"?',
  );
  assert.match(
    warnings[1]!,
    /^The condition at "hooks.yaml", hooks\[0\].condition.not is never true/,
  );
});

Deno.test("readHooks() warns of an unknown key of an action in our form, and of a missing item", async () => {
  const actions = [{ fecth: "knowledge/a" }, { fetch: "b", params: {} }];
  const { hooks: [hook], warnings } = await readHooks(
    [{ event: "start", actions }, { event: "start", action: { fetch: "knowledge/" } }],
    { ...FILE, isDossierForm: true },
  );
  assert.equal(hook?.actions.length, 1);
  const at = '"hooks.yaml", hooks';
  assert.deepEqual(warnings, [
    `The key "fecth" of the hook at ${at}[0], action 1 is ignored: did you mean "fetch"?`,
    `Cannot use the hook at ${at}[1], action 1 as its "fetch" names no item: ` +
    'current value is "knowledge/"; the hook is omitted',
  ]);
  const retry = [{ event: "error", action: { control: "retry" } }];
  assert.deepEqual((await readHooks(retry, FILE)).warnings, []);
});

Deno.test("readHooks() reads an empty value as no hooks, and rejects one that is not a list", async () => {
  assert.deepEqual((await readHooks(undefined, FILE)).hooks, []);
  assert.deepEqual((await readHooks(null, FILE)).hooks, []);
  await assert.rejects(readHooks({ a: 1 }, FILE), {
    code: "invalid-hooks",
    message:
      'Cannot read the hooks of "hooks.yaml" as they must be a list: current value is a mapping',
  });
});

Deno.test("readHooks() throws only errors with a sentence, for any JSON", async () => {
  const keys = fc.constantFrom(
    ..."event id layer position wrap condition action actions fetch extend params path".split(" "),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<unknown>(null, true, 3, "start", ""),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(keys, tie("any"), { maxKeys: 4 }),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(value, async (written) => {
      try {
        await readHooks(written, FILE);
      } catch (error) {
        assert.ok(isContextError(error) && error.code === "invalid-hooks");
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("the hooks that docs/policies.md shows are read without a warning", async () => {
  const document = Deno.readTextFileSync(new URL("../../../docs/policies.md", import.meta.url));
  const [, example = ""] = /^```yaml\n(hooks:[^]*?)^```$/m.exec(document) ?? [];
  const { hooks, warnings } = await readHooks(parse(example).hooks, FILE);
  assert.deepEqual(warnings, []);
  assert.deepEqual(hooks.flatMap(({ actions }) => actions), [
    { kind: "extend", profile: "release/base" },
    ...["house/rules", "teams/${inputs.team}"].map((itemId) => (
      { kind: "fetch", primary: "fetch", itemType: "knowledge", itemId, parameters: {} }
    )),
  ]);
});

Deno.test("readHooks() warns in our form of an unknown event and of an unknown position", async () => {
  const hooks = [
    { event: "begin", position: "middle" },
    { event: "thread_started", position: "after" },
    { event: "route" },
  ];
  assert.deepEqual((await readHooks(hooks, { ...FILE, isDossierForm: true })).warnings, [
    'The hook at "hooks.yaml", hooks[0] never runs as there is no event "begin": ' +
    "use route, system, start or continue",
    'The hook at "hooks.yaml", hooks[0] is put before the prompt as "middle" is not a valid position: ' +
    "write before or after",
  ]);
  assert.deepEqual((await readHooks(hooks, FILE)).warnings, []);
});
