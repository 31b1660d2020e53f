import assert from "node:assert/strict";
import fc from "fast-check";
import { interpolate, interpolateInputs, interpolateText } from "./interpolate.ts";
import type { JsonValue } from "./json_value.ts";

const FACTS = { x: 3, on: true, a: { b: null, list: [1, 2] }, c: { d: "second" }, word: "w" };

function fill(template: JsonValue): JsonValue {
  return interpolate(template, FACTS).value;
}

Deno.test("R-18: an expression that is the whole text keeps its type; within a text it becomes text", () => {
  assert.equal(fill("${x}"), 3);
  assert.equal(fill("${on}"), true);
  assert.deepEqual(fill("${a.list}"), [1, 2]);
  assert.equal(fill("${nowhere}"), null);
  assert.equal(fill("v${x}"), "v3");
  assert.equal(fill("v${a.list}"), "v[1,2]");
  assert.equal(fill("${x}${on}"), "3true");
});

Deno.test("R-18: nothing stands for what is missing within a text, and that is told", () => {
  const { value, missing } = interpolate(["v${nowhere}.${a.b}", "${nowhere}"], FACTS);
  assert.deepEqual(value, ["v.", null]);
  assert.deepEqual(missing, ["${nowhere}", "${a.b}"]);
});

Deno.test("R-18: of several paths the first that is not null counts", () => {
  assert.equal(fill("${a.b || c.d}"), "second");
  assert.equal(fill("is ${nowhere||a.b||x}!"), "is 3!");
  assert.equal(fill("${ || a.b }"), null);
});

Deno.test("interpolate() looks into lists and mappings, not into keys, and leaves other text alone", () => {
  const template = {
    "${x}": ["${word}", { deep: "a ${word}" }],
    plain: "$x {x} ${} ${x",
    number: 1,
  };
  assert.deepEqual(fill(template), {
    "${x}": ["w", { deep: "a w" }],
    plain: "$x {x} ${} ${x",
    number: 1,
  });
});

Deno.test("R-19: what is inserted is not expanded again, nor are the inputs in it", () => {
  const facts = { x: "${y} {input:i} $& $1", y: "no" };
  const scope = { ...facts, inputs: { i: "${y}" } };
  assert.equal(interpolate("${x}", scope).value, facts.x);
  assert.equal(interpolateText("<${x}>{input:i}", scope).value, `<${facts.x}>\${y}`);
});

Deno.test("R-41: input forms: plain, optional, two ways of a fallback, and unresolved as it is", () => {
  const inputs = { x: "ship", n: 4, none: null, empty: "" };
  assert.equal(interpolateInputs("a {input:x} b", inputs), "a ship b");
  assert.equal(interpolateInputs("{input:x?}{input:y?}{input:none?}", inputs), "ship");
  assert.equal(interpolateInputs("{input:x:d} {input:y:d}", inputs), "ship d");
  assert.equal(interpolateInputs("{input:x|d} {input:y|d e:f}", inputs), "ship d e:f");
  assert.equal(interpolateInputs("{input:y:}", inputs), "");
  assert.equal(interpolateInputs("{input:empty:d}", inputs), "");
  assert.equal(interpolateInputs("{input:n}", inputs), "4");
  for (const left of ["{input:y}", "{input:none}", "{input:}", "{input:toString}", "{input:x"]) {
    assert.equal(interpolateInputs(left, inputs), left);
  }
});

Deno.test("R-41: inputs stay as they are where there are none", () => {
  assert.equal(interpolate("${word} {input:x?}", FACTS).value, "w {input:x?}");
  assert.equal(interpolate("${word} {input:x?}", { ...FACTS, inputs: {} }).value, "w ");
});

Deno.test("interpolate() leaves what is deeper than a thousand levels as it is", () => {
  const deep = JSON.parse(`${"[".repeat(10_000)}"\${x}"${"]".repeat(10_000)}`);
  assert.equal(
    JSON.stringify(interpolate(deep, FACTS).value).slice(-10_003),
    `x}"${"]".repeat(10_000)}`,
  );
});

Deno.test("interpolation never scans what it inserts, and takes no longer for odd text", () => {
  const piece = fc.constantFrom(..."${ {input: x y } || . ? : | a".split(" "), "${x}", "{input:x}");
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, text, (template, inserted) => {
      const mark = "\u0000";
      const factsOf = (x: string) => ({ x, inputs: { x } });
      const marked = interpolateText(template, factsOf(mark)).value;
      assert.equal(
        interpolateText(template, factsOf(inserted)).value,
        marked.replaceAll(mark, () => inserted),
      );
    }),
    { numRuns: 2000 },
  );
  const long = "${".repeat(100_000) + "{input:a".repeat(100_000);
  assert.equal(interpolateText(long, { inputs: {} }).value, long);
});
