import assert from "node:assert/strict";
import { parse } from "yaml";
import { toPlainValue } from "./positioned_value.ts";
import { parsePlainYaml } from "./parse_plain_yaml.ts";

const FRONT_MATTER = `# an issue
id: web-7
title: Retry failed uploads (twice), and don't stop
type: bug
priority: 2
created: 2025-12-01
url: https://example.org/a?b=c # where
version: 1.0.2
share: 0.25
open: true
quoted: "with: a # mark"
single: 'it: is'
labels: [network, uploads, core/*.ts]
none: []
empty: # nothing
tags:
- one
- "two"
manifest:
  primary:
    - src/upload.ts
    - src/lib/retry.ts

  read: [
    README.md,
    docs/uploads.md,
  ]
  forbidden:
hooks:
  - id: area
    condition: { path: inputs.area, op: in, value: [core, retrieval] }
    actions:
      - fetch: "knowledge/areas/\${inputs.area}"
  - field: new_text
    of:
      - a
    pattern: (?i)eval\\(|^exec
  - pattern: \\.env$
`;

Deno.test("parsePlainYaml() reads front matter, settings and hooks as people write them", () => {
  const positioned = parsePlainYaml(FRONT_MATTER);
  assert.ok(positioned !== undefined);
  assert.deepEqual(toPlainValue(positioned), parse(FRONT_MATTER));
  const [id] = positioned.entries ?? [];
  assert.deepEqual(id, {
    key: "id",
    position: { line: 2, column: 1 },
    value: { position: { line: 2, column: 5 }, value: "web-7" },
  });
  assert.deepEqual(parsePlainYaml(FRONT_MATTER.replaceAll("\n", "\r\n")), positioned);
});

Deno.test("parsePlainYaml() returns null for a text without any value", () => {
  for (const text of ["", "\n\n", "# nothing\n"]) {
    assert.deepEqual(parsePlainYaml(text), { position: { line: 1, column: 1 }, value: null });
  }
});

Deno.test("parsePlainYaml() is undefined for ambiguous and for invalid text", () => {
  const scalars = [
    ...["|\n  a", ">\n  a", "*b", "&b c", "!!str 1", "b: c", "Null", "~", "-", "012", "0x1", "1e3"],
    ...["+1", ".5", ".inf", "- b", '"b\\n"', "'it''s'", '"b', "b\n  c", "@b", "b\tc", "\u00a0b"],
    ...[
      "[b, c: d]",
      "[b, {c}]",
      "[b",
      "b]\n- c",
      "{b: c, b: d}",
      "{b: }",
      "{b: c\n# d\n }",
      "[b\n]c",
    ],
    ...["\n  b: c\n d: e", "[\nb]", `${"[".repeat(11)}${"]".repeat(11)}`],
  ];
  const texts = [
    ...["just text", "- a", "? a\n: b", "null: a", "a: b\na: c", "\ta: b", " a: b", "a: b\n..."],
    ...["---\na: b", "a: b\n- c", '"a": b', `a:\n${" ".repeat(41)}b: c`, "%YAML 1.1\n---\na: no"],
  ];
  for (const text of [...scalars.map((scalar) => `a: ${scalar}`), ...texts]) {
    assert.equal(parsePlainYaml(text), undefined, JSON.stringify(text));
  }
});

Deno.test("parsePlainYaml() takes linear time", () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `key${at}: ${at}`).join("\n");
  const start = performance.now();
  assert.equal(parsePlainYaml(keys)?.entries?.length, 20_000);
  for (const filler of [" ", "a ", ": ", "- ", "[", "{a: ", " #", "a:", "'", ","]) {
    const many = filler.repeat(100_000 / filler.length);
    for (const text of [`a: ${many}`, `a: [${many}`, `${many}: a`]) parsePlainYaml(text);
  }
  assert.ok(performance.now() - start < 5000);
});
