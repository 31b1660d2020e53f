import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern } from "../../retrieval/machine/compile_pattern.ts";
import { type Condition, matchesCondition, parseCondition, prepareCondition } from "./condition.ts";
import type { JsonObject, JsonValue } from "../text/json_value.ts";
import { isContextError } from "../errors.ts";

const FACTS: JsonObject = {
  directive: "project/deploy/web",
  count: 3,
  name: "Ada",
  flags: ["fast", { deep: 1 }],
  nested: { empty: null, list: [10, { b: "x" }] },
};

/** Returns a prepared condition and its warnings. */
async function prepare(written: unknown) {
  const warnings: string[] = [];
  const condition = await prepareCondition(parseCondition(written, "here"), {
    compile: compilePattern,
    location: "here",
    warn: (sentence) => warnings.push(sentence),
  });
  return { condition, warnings };
}

/** Returns true when `path op value` holds for {@link FACTS}. */
async function holds(path: string, op: string, value?: JsonValue): Promise<boolean> {
  const written = value === undefined ? { path, op } : { path, op, value };
  return matchesCondition((await prepare(written)).condition, FACTS);
}

/** For each operator a value that matches, one that does not, and a missing path. */
const OPERATOR_CASES = {
  eq: [["count", 3], ["count", "3"], false],
  ne: [["count", 4], ["flags", ["fast", { deep: 1 }]], true],
  gt: [["count", 2], ["count", 3], false],
  gte: [["count", 3], ["count", "1"], false],
  lt: [["name", "Bob"], ["name", "Ada"], false],
  lte: [["name", "Ada"], ["name", 9], false],
  in: [["name", ["Bob", "Ada"]], ["name", "Ada"], false],
  contains: [["directive", "deploy"], ["directive", "review"], false],
  regex: [["directive", "deploy/\\w+$"], ["directive", "^deploy"], false],
} as const;

for (const [op, [hit, miss, ofNull]] of Object.entries(OPERATOR_CASES)) {
  Deno.test(`R-16: ${op} matches, does not match, and is applied to a missing value`, async () => {
    assert.equal(await holds(hit[0], op, hit[1]), true);
    assert.equal(await holds(miss[0], op, miss[1]), false);
    assert.equal(await holds("nowhere", op, "x"), ofNull);
    assert.equal(await holds("nested.empty", op, "x"), ofNull);
  });
}

Deno.test("R-16: exists matches values other than null, and an unknown operator matches nothing", async () => {
  assert.equal(await holds("name", "exists"), true);
  assert.equal(await holds("nested.empty", "exists"), false);
  assert.equal(await holds("nowhere", "exists"), false);
  assert.equal(await holds("name", "equals", "Ada"), false);
});

Deno.test("R-16: contains looks for an element first, then in the text of the value", async () => {
  assert.equal(await holds("flags", "contains", { deep: 1 }), true);
  assert.equal(await holds("flags", "contains", "fas"), true);
  assert.equal(await holds("flags", "contains", "slow"), false);
  assert.equal(await holds("count", "contains", 3), true);
});

Deno.test("R-16: any, all and not with empty conditions", () => {
  const facts = {};
  assert.equal(matchesCondition({ any: [] }, facts), false);
  assert.equal(matchesCondition({ all: [] }, facts), true);
  assert.equal(matchesCondition({ not: {} }, facts), false);
  assert.equal(matchesCondition({}, facts), true);
  assert.equal(matchesCondition(parseCondition(null, "here"), facts), true);
});

Deno.test("R-16: any precedes all, not and path, and only the first of them is evaluated", () => {
  const never: Condition = { path: "nowhere", op: "exists" };
  const always: Condition = { path: "count", value: 3 };
  assert.equal(
    matchesCondition({ any: [always], all: [never], not: always, ...never }, FACTS),
    true,
  );
  assert.equal(matchesCondition({ all: [never], not: never, ...always }, FACTS), false);
  assert.equal(matchesCondition({ not: always, ...always }, FACTS), false);
});

Deno.test("R-17: a path leads through lists; a missing value is null, and an empty path means all facts", () => {
  const facts = { a: [5, { b: "x" }] };
  const eq = (path: string, value: JsonValue) => matchesCondition({ path, value }, facts);
  assert.equal(eq("a.1.b", "x"), true);
  for (
    const path of ["a.2", "a.-1", "a.01", "a.length", "a.1.c", "b", "a.1.b.0", "toString", "."]
  ) {
    assert.equal(eq(path, null), true, path);
  }
  assert.equal(eq("", facts), true);
  assert.equal(matchesCondition({ value: facts }, facts), true);
});

Deno.test("parseCondition() reports an error with its location", () => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [3, "at here as it must be a mapping: current value is 3"],
    [[], "at here as it must be a mapping: current value is an empty list"],
    [{ any: {} }, 'at here as its "any" must be a list of conditions: current value is a mapping'],
    [{ all: [{}, "x"] }, 'at here.all[1] as it must be a mapping: current value is "x"'],
    [{ not: [] }, 'at here as its "not" must be a condition: current value is an empty list'],
    [
      { not: { any: [{ path: 3 }] } },
      'at here.not.any[0] as its "path" must be text: current value is 3',
    ],
    [{ op: null }, 'at here as its "op" must be text: current value is null'],
    [{ value: NaN }, 'at here as its "value" must be a value of JSON: current value is NaN'],
    [
      { value: [new Date(0)] },
      'at here as its "value" must be a value of JSON: current value is a list',
    ],
    [{ pth: "a" }, 'at here as its key "pth" is unknown: did you mean "path"?'],
    [
      { event: "a" },
      'at here as its key "event" is unknown: the known keys are "any", "all", "not", "path", "op", "value"',
    ],
  ];
  for (const [value, message] of wrong) {
    assert.throws(() => parseCondition(value, "here"), {
      code: "invalid-hooks",
      message: `Cannot read the condition ${message}`,
    });
  }
});

Deno.test("prepareCondition() reports parts that never hold, with their location", async () => {
  const { condition, warnings: [operator, regexp, list, text] } = await prepare({
    all: [
      { op: "equals" },
      { not: { op: "regex", value: "(" } },
      { op: "in", value: "a" },
      { op: "regex", value: 3 },
    ],
  });
  assert.equal(
    operator,
    'The condition at here.all[0] is never true as there is no operator "equals": ' +
      "the operators are eq, ne, gt, gte, lt, lte, in, contains, regex, exists",
  );
  assert.equal(
    regexp,
    'The condition at here.all[1].not is never true as "(" is not a valid regular expression: ' +
      "missing closing ): `(`",
  );
  assert.match(
    list!,
    /all\[2\] is never true as the value of "in" must be a list: current value is "a"$/,
  );
  assert.match(
    text!,
    /all\[3\] is never true as the value of "regex" must be text: current value is 3$/,
  );
  assert.equal(matchesCondition(condition.all![1]!, FACTS), true);
  assert.deepEqual((await prepare({ any: [{ path: "a" }] })).warnings, []);
});

Deno.test("a pattern holds only in a condition that is prepared", () => {
  assert.equal(matchesCondition({ path: "name", op: "regex", value: "Ada" }, FACTS), false);
});

function nest(depth: number): JsonObject {
  let condition: JsonObject = { path: "count", value: 3 };
  for (let i = 1; i < depth; i++) condition = { not: { all: [condition] } };
  return condition;
}

Deno.test("parseCondition() accepts a thousand levels, and rejects ten thousand in one sentence", async () => {
  const { condition, warnings } = await prepare(nest(500));
  assert.equal(matchesCondition(condition, FACTS), false);
  assert.deepEqual(warnings, []);
  assert.throws(() => parseCondition(nest(10_000), "here"), {
    message: "Cannot read the condition at here as it must have at most 1000 levels",
  });
  const circular: { not?: unknown } = {};
  circular.not = circular;
  assert.throws(() => parseCondition(circular, "here"), /at most 1000 levels/);
});

Deno.test("matchesCondition() compares values of a hundred thousand levels", async () => {
  const parse = () => JSON.parse(`${'{"a":['.repeat(50_000)}1${"]}".repeat(50_000)}`);
  const facts = parse();
  for (const op of ["eq", "ne", "gt", "in", "contains", "regex", "exists"]) {
    const { condition } = await prepare({ path: "", op, value: "1" });
    matchesCondition(condition, facts);
  }
  assert.equal(matchesCondition({ value: parse() }, facts), true);
});

Deno.test("conditions throw nothing but a sentence, for any JSON and any facts", async () => {
  const keys = fc.constantFrom(..."any all not path op value a b".split(" "));
  const written = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<unknown>(null, true, 3, "a", "a.0", "regex", "contains", "in", "(", "gt"),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(keys, tie("any"), { maxKeys: 3 }),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(written, fc.jsonValue(), async (value, facts) => {
      let condition: Condition;
      try {
        ({ condition } = await prepare(value));
      } catch (error) {
        assert.ok(isContextError(error) && error.code === "invalid-hooks");
        return;
      }
      const answer = matchesCondition(condition, facts as JsonValue);
      assert.equal(matchesCondition({ not: condition }, facts as JsonValue), !answer);
    }),
    { numRuns: 2000 },
  );
});
