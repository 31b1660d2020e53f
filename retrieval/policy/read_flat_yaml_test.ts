import assert from "node:assert/strict";
import fc from "fast-check";
import { placeYaml } from "../config/place_yaml.ts";
import { readFlatYaml } from "./read_flat_yaml.ts";

Deno.test("readFlatYaml() reads keys with plain texts as the parser does, with their places", () => {
  const text = "\n\nname: voice\ntitle:  How to answer, and (when) not\n\nversion: v1.0\n";
  assert.deepEqual(readFlatYaml(text), placeYaml(text, "a.md"));
  assert.deepEqual(readFlatYaml(text)?.entries?.map(({ key, value }) => [key, value.value]), [
    ["name", "voice"],
    ["title", "How to answer, and (when) not"],
    ["version", "v1.0"],
  ]);
});

Deno.test("readFlatYaml() leaves to the parser whatever might be no plain text", () => {
  for (
    const text of [
      ...["", "a:", "a: 1", "a: [b]", "a: true", "a: Null", "a: b\na: c", "a: b # c", "a: b: c"],
      ...['a: "b"', "a: |\n  b", "a: b\n  c", " a: b", "a:b", "- a", "a: &b c", "a: *b", "a: ~"],
      ...["null: a", "a: .inf", "a: b\tc", "# a", "---", "a: b\r", "a: é"],
    ]
  ) assert.equal(readFlatYaml(text), undefined, JSON.stringify(text));
});

Deno.test("readFlatYaml() says of any lines that it reads what the parser says", () => {
  const piece = fc.constantFrom(
    ...[
      "a",
      "name",
      "_x-1",
      "null",
      "Yes",
      "e5",
      "0x1",
      " ",
      ": ",
      ":",
      ",",
      ".",
      "-",
      "'",
      "/",
      "(",
      "#",
      "?",
    ],
  );
  const line = fc.array(piece, { maxLength: 6 }).map((parts) =>
    `k${parts.length}: ${parts.join("")}`
  );
  const lines = fc.array(fc.oneof(line, fc.constant("")), { maxLength: 4 });
  fc.assert(
    fc.property(lines, (written) => {
      const text = written.join("\n");
      const flat = readFlatYaml(text);
      if (flat !== undefined) assert.deepEqual(flat, placeYaml(text, "a.md"));
    }),
    { numRuns: 2000 },
  );
});
