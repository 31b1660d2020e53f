import assert from "node:assert/strict";
import { parseTarget, renderSignal, type SignalKind } from "./signal.ts";

/** Returns the request in the form of `renderSignal`, without its first word. */
function read(written: string, kind: SignalKind = "code"): string | undefined {
  const request = parseTarget(written, kind);
  return request && renderSignal(request).replace(/^NEED_\w+: /, "");
}

Deno.test("parseTarget() reads each notation of lines", () => {
  assert.equal(read("a.ts:10-20"), "a.ts:10-20");
  assert.equal(read("a.ts:10–20"), "a.ts:10-20");
  assert.equal(read("a.ts:L10-L20"), "a.ts:10-20");
  assert.equal(read("a.ts#L10-L20"), "a.ts:10-20");
  assert.equal(read("a.ts#L10-20"), "a.ts:10-20");
  assert.equal(read("a.ts:10-"), "a.ts:10-");
  assert.equal(read("a.ts:10"), "a.ts:10-");
  assert.equal(read("a.ts#L10"), "a.ts:10-");
  assert.equal(read("a.ts:10:5"), "a.ts:10-");
});

Deno.test("parseTarget() swaps reversed lines and reads line 0 as line 1", () => {
  assert.equal(read("a.ts:20-10"), "a.ts:10-20");
  assert.equal(read("a.ts:0-20"), "a.ts:1-20");
  assert.equal(read("a.ts:5-0"), "a.ts:1-5");
  assert.equal(read("a.ts:0"), "a.ts:1-");
  assert.equal(read(`a.ts:1-${"9".repeat(400)}`), `a.ts:1-${Number.MAX_SAFE_INTEGER}`);
});

Deno.test("parseTarget() keeps text that is no range in the path", () => {
  for (
    const path of ["a.ts:main", "a.ts:1..2", "a.ts:-5", "a.ts#main", "a:b.ts", "v1-2", "C:/a.ts"]
  ) {
    assert.deepEqual(parseTarget(path, "code"), { kind: "code", target: path });
  }
  assert.equal(read("a.ts:1:2-3"), undefined);
  assert.equal(read("a.ts:1-2:3-4"), undefined);
});

Deno.test("parseTarget() accepts one target and nothing after it", () => {
  for (const written of ["a.ts please", "a.ts, b.ts", "a.ts :10", "a.ts (the parser)", "a.ts\tb"]) {
    assert.equal(read(written), undefined, written);
  }
});

Deno.test("parseTarget() accepts a target with spaces in quotes", () => {
  assert.equal(read('"my docs/a b.md"'), '"my docs/a b.md"');
  assert.equal(read("'a b.md':3-4"), '"a b.md":3-4');
  assert.equal(read("`src/a.ts:3-4`"), "src/a.ts:3-4");
  assert.equal(read("`src/a.ts`:3-4"), "src/a.ts:3-4");
  assert.equal(read('"it\'s.md"'), '"it\'s.md"');
  for (
    const written of [
      '"a.ts',
      '"a.ts" now',
      '"a.ts:1":2-3',
      '""',
      '" "',
      "it's.md",
      'a"b',
      '"a"b"',
      "a`b",
    ]
  ) assert.equal(read(written), undefined, written);
});

Deno.test("parseTarget() rejects placeholders and control characters", () => {
  for (const written of ["<path>", "a|b", "a\u0000b", '"a\u001bb"', "\ud800"]) {
    assert.equal(read(written), undefined, written);
  }
});

Deno.test("parseTarget() converts a path of Windows to slashes", () => {
  assert.equal(read("src\\core\\a.ts:1-2"), "src/core/a.ts:1-2");
  assert.equal(read("C:\\work\\a.ts"), "C:/work/a.ts");
  assert.equal(read("..\\a.ts"), "../a.ts");
});

Deno.test("parseTarget() keeps the backslashes in `literalTarget`", () => {
  assert.deepEqual(parseTarget("src\\core/a.ts:1-2", "code"), {
    kind: "code",
    target: "src/core/a.ts",
    literalTarget: "src\\core/a.ts",
    startLine: 1,
    endLine: 2,
  });
  assert.equal(parseTarget("src/a.ts", "code")?.literalTarget, undefined);
});

Deno.test("parseTarget() reads the slug of a wikilink, for documents only", () => {
  assert.equal(read("[[sessions]]", "doc"), "sessions");
  assert.equal(read("[[ two words ]]", "doc"), '"two words"');
  assert.equal(read("[[sessions|how they end]]", "doc"), "sessions");
  assert.equal(read("[[sessions#end]]", "doc"), "sessions");
  assert.equal(read("`[[sessions#end|label]]`", "doc"), "sessions");
  for (const written of ["[[]]", "[[ ]]", "[[#end]]", "[[a", "[[a]] b", "[[a]]:3-4"]) {
    assert.equal(read(written, "doc"), undefined, written);
  }
  assert.equal(read("app/[[...slug]].tsx"), "app/[[...slug]].tsx");
  assert.equal(read("[[...slug]]"), "[[...slug]]");
});

Deno.test("parseTarget() drops the section of a document and the lines of a file to edit", () => {
  assert.equal(read("docs/a.md#tokens", "doc"), "docs/a.md");
  assert.equal(read("docs/a.md:3-9", "doc"), "docs/a.md:3-9");
  assert.equal(read("src/a.ts:3-9", "file"), "src/a.ts");
  assert.equal(read("#only", "doc"), undefined);
});
