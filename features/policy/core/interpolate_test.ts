import assert from "node:assert/strict";
import fc from "fast-check";
import { interpolate, interpolateInputs, interpolateText } from "./interpolate.ts";
import type { JsonObject, JsonValue } from "../../../core/text/json_value.ts";

const FACTS = { x: 3, on: true, a: { b: null, list: [1, 2] }, c: { d: "second" }, word: "w" };

const UNLIMITED = { add() {} };

function fillInputs(text: string, inputs: JsonObject): string {
  return interpolateInputs(text, inputs, UNLIMITED);
}

function fill(template: JsonValue): JsonValue {
  return interpolate(template, FACTS, UNLIMITED).value;
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

Deno.test("R-18: a missing value within a text is empty, with a note", () => {
  const { value, missing } = interpolate(["v${nowhere}.${a.b}", "${nowhere}"], FACTS, UNLIMITED);
  assert.deepEqual(value, ["v.", null]);
  assert.deepEqual(missing, ["${nowhere}", "${a.b}"]);
});

Deno.test("R-18: of several paths the first that is not null counts", () => {
  assert.equal(fill("${a.b || c.d}"), "second");
  assert.equal(fill("is ${nowhere||a.b||x}!"), "is 3!");
  assert.equal(fill("${ || a.b }"), null);
});

Deno.test("interpolate() fills lists and mappings, but not keys, and does not change other text", () => {
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

Deno.test("R-19: inserted text is not expanded again, nor are the inputs in it", () => {
  const facts = { x: "${y} {input:i} $& $1", y: "no" };
  const scope = { ...facts, inputs: { i: "${y}" } };
  assert.equal(interpolate("${x}", scope, UNLIMITED).value, facts.x);
  assert.equal(interpolateText("<${x}>{input:i}", scope, UNLIMITED).value, `<${facts.x}>\${y}`);
});

Deno.test("R-41: forms of inputs: plain, optional, with two notations of a fallback, and unresolved", () => {
  const inputs = { x: "ship", n: 4, none: null, empty: "" };
  assert.equal(fillInputs("a {input:x} b", inputs), "a ship b");
  assert.equal(fillInputs("{input:x?}{input:y?}{input:none?}", inputs), "ship");
  assert.equal(fillInputs("{input:x:d} {input:y:d}", inputs), "ship d");
  assert.equal(fillInputs("{input:x|d} {input:y|d e:f}", inputs), "ship d e:f");
  assert.equal(fillInputs("{input:y:}", inputs), "");
  assert.equal(fillInputs("{input:empty:d}", inputs), "");
  assert.equal(fillInputs("{input:n}", inputs), "4");
  for (const left of ["{input:y}", "{input:none}", "{input:}", "{input:toString}", "{input:x"]) {
    assert.equal(fillInputs(left, inputs), left);
  }
});

Deno.test("R-41: inputs stay as they are where there are none", () => {
  assert.equal(interpolate("${word} {input:x?}", FACTS, UNLIMITED).value, "w {input:x?}");
  assert.equal(interpolate("${word} {input:x?}", { ...FACTS, inputs: {} }, UNLIMITED).value, "w ");
});

Deno.test("interpolate() does not change values deeper than a thousand levels", () => {
  const deep = JSON.parse(`${"[".repeat(10_000)}"\${x}"${"]".repeat(10_000)}`);
  assert.equal(
    JSON.stringify(interpolate(deep, FACTS, UNLIMITED).value).slice(-10_003),
    `x}"${"]".repeat(10_000)}`,
  );
});

Deno.test("interpolation never scans inserted text, and is fast for hostile text", () => {
  const piece = fc.constantFrom(..."${ {input: x y } || . ? : | a".split(" "), "${x}", "{input:x}");
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, text, (template, inserted) => {
      const mark = "\u0000";
      const factsOf = (x: string) => ({ x, inputs: { x } });
      const marked = interpolateText(template, factsOf(mark), UNLIMITED).value;
      assert.equal(
        interpolateText(template, factsOf(inserted), UNLIMITED).value,
        marked.replaceAll(mark, () => inserted),
      );
    }),
    { numRuns: 2000 },
  );
  const long = "${".repeat(100_000) + "{input:a".repeat(100_000);
  assert.equal(interpolateText(long, { inputs: {} }, UNLIMITED).value, long);
});

Deno.test("inserted text is counted before it is joined, so that a limit ends it early", () => {
  let room = 100;
  const limit = {
    add(characters: number) {
      room -= characters;
      if (room < 0) throw new RangeError("too much");
    },
  };
  const facts = { a: "x".repeat(40), inputs: { i: "y".repeat(40) } };
  assert.equal(interpolateText("${a}{input:i}", facts, limit).value.length, 80);
  assert.equal(room, 20);
  for (const text of ["${a}", "{input:i}", "${inputs} "]) {
    room = 20;
    assert.throws(() => interpolateText(text.repeat(1e6), facts, limit), { message: "too much" });
  }
  room = 20;
  assert.throws(() => interpolate({ list: [" ${a}"] }, facts, limit), { message: "too much" });
});
