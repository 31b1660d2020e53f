import assert from "node:assert/strict";
import { parseConfig } from "../../tests/parse_settings.ts";

const TAKEN: readonly (readonly [text: string, embedder: unknown])[] = [
  ["embedder: none", { kind: "none" }],
  ["embedder: static", { kind: "static" }],
  ["embedder: {kind: static, table: words.bin}", { kind: "static", table: "words.bin" }],
  ["embedder: {kind: transformers, model: models/small}", {
    kind: "transformers",
    model: "models/small",
  }],
  ["embedder: {kind: transformers, model: a/b, remote: true, precision: fp32}", {
    kind: "transformers",
    model: "a/b",
    remote: true,
    precision: "fp32",
  }],
  ["exclude: {}", undefined],
];

for (const [text, embedder] of TAKEN) {
  Deno.test(`readConfig() reads ${JSON.stringify(text)}`, () => {
    const parsed = parseConfig(text);
    assert.deepEqual(parsed.issues, []);
    assert.deepEqual(parsed.embedder, embedder);
    assert.deepEqual(JSON.parse(JSON.stringify(parsed)), parsed);
  });
}

const REFUSED: readonly (readonly [text: string, message: RegExp])[] = [
  [
    "embedder: magic",
    /"embedder" must be one of "static", "transformers", "none"; its default/,
  ],
  ["embedder:", /"embedder" must be one of/],
  ["embedder: [static]", /"embedder" must be one of/],
  ["embedder: {model: a}", /"embedder.kind" must be one of/],
  ["embedder: transformers", /"embedder.model" must be the path or name of a model/],
  ["embedder: {kind: transformers, model: 3}", /"embedder.model" must be/],
  [
    "embedder: {kind: transformers, model: a, precision: f8}",
    /"embedder.precision" must be one of "fp32"/,
  ],
];

for (const [text, message] of REFUSED) {
  Deno.test(`readConfig() uses the default embedder for ${JSON.stringify(text)}`, () => {
    const { embedder, issues } = parseConfig(text);
    assert.equal(embedder, undefined);
    assert.equal(issues.length, 1);
    assert.match(issues[0]!.message, message);
    assert.equal(issues[0]!.line, 1);
  });
}

Deno.test("readConfig() skips settings that a kind of embedder does not have", () => {
  const { embedder, issues } = parseConfig("embedder: {kind: static, tabel: a, url: b}");
  assert.deepEqual(embedder, { kind: "static" });
  assert.deepEqual(issues.map(({ message }) => message), [
    'Unknown key "embedder.tabel" is ignored: did you mean "table"?',
    'Unknown key "embedder.url" is ignored: "static" has no such setting',
  ]);
});
