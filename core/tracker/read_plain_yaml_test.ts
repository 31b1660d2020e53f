import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { readPlainYaml } from "./read_plain_yaml.ts";

const FRONT_MATTER = `# an issue
id: web-7
title: Retry failed uploads (twice)
type: bug
priority: 2
created: 2025-12-01
url: https://example.org/a?b=c
quoted: "with: a # mark"
single: 'it: is'
labels: [network, uploads]
none: []
empty:
tags:
- one
- "two"
manifest:
  primary:
    - src/upload.ts
    - src/lib/retry.ts

  read: [README.md]
  forbidden:
  version: 3
enabled: true
conditions:
  - field: file_path
    operator: regex_match
    pattern: \\.env$
  - field: new_text
    of:
      - a
    pattern: (?i)eval\\(|^exec
`;

Deno.test("readPlainYaml() reads front matter as people write it", () => {
  const value = readPlainYaml(FRONT_MATTER);
  assert.deepEqual(value, parse(FRONT_MATTER));
  assert.deepEqual(value?.["manifest"], {
    primary: ["src/upload.ts", "src/lib/retry.ts"],
    read: ["README.md"],
    forbidden: null,
    version: 3,
  });
  assert.deepEqual(readPlainYaml(FRONT_MATTER.replaceAll("\n", "\r\n")), value);
  assert.deepEqual(readPlainYaml(""), {});
});

Deno.test("readPlainYaml() leaves to a parser what is not plain", () => {
  const others = [
    "title: a: b",
    "title: a # b",
    "text: |\n  a",
    "a: *b",
    "a: &b c",
    "a: !!str 1",
    "a: {b: c}",
    "a: [b, [c]]",
    "a: True",
    "a: Null",
    "a:\n  - b: c\n   d: e",
    "a: ~",
    "a: 1.5",
    "a: 012",
    "a: - b",
    'a: "b\\n"',
    "a: b\n  c",
    "a: b\na: c",
    "\ta: b",
    "- a",
    "- a: b",
    "a:\n    b: c\n  d: e",
    "? a\n: b",
    "__proto__: a",
    "just text",
    "a: b\n...",
  ];
  for (const text of others) assert.equal(readPlainYaml(text), undefined, text);
});

Deno.test("readPlainYaml() says what a parser of YAML says, whenever it says anything", () => {
  const piece = fc.constantFrom(
    ...[
      "a",
      "b",
      "key",
      ":",
      ": ",
      "- ",
      "-",
      "\n",
      "\n  ",
      "\n- ",
      "\n  - ",
      "[",
      "]",
      ", ",
      ",",
      "1",
    ],
    ...[
      "007",
      "'",
      '"',
      "#",
      " #",
      " ",
      "true",
      "yes",
      "~",
      "- k: ",
      "\n    k: ",
      "\n  - k: ",
      "(^$",
      "2025-01-02",
      "/",
      "|",
      ">",
      "?",
      "é",
      "@",
    ],
    ...["http://x", "!", "&", "*", "%", "{", "}", "\\", "null", "e", ".", "\nkey: ", "\nb:"],
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = `key: ${pieces.join("")}`;
      const plain = readPlainYaml(text);
      if (plain === undefined) return;
      read++;
      assert.deepEqual(plain, parse(text), JSON.stringify(text));
    }),
    { numRuns: 20_000 },
  );
  assert.ok(read > 1000, `only ${read} texts were plain`);
});
