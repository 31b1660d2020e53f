import assert from "node:assert/strict";
import fc from "fast-check";
import { formatFileLines } from "./file_lines.ts";

const TEXT = "one\r\ntwo\n\nfour\n";

function codex(
  call: { readonly path?: string; readonly offset?: number; readonly limit?: number },
) {
  return formatFileLines(TEXT, { path: "/w/a", ...call }, "codex");
}

function seed(offset?: number, limit?: number) {
  return formatFileLines(TEXT, { path: "a", offset, limit }, "seed");
}

Deno.test("C-21: the seed's lines have six columns for the number and count from 0", () => {
  assert.deepEqual(seed(), {
    content: "     1|one\n     2|two\n     3|\n     4|four",
    success: true,
  });
  assert.equal(seed(1, 2).content, "     2|two\n     3|");
  assert.deepEqual(seed(9), { content: "", success: true });
  assert.equal(seed(0, 0).content, "");
  for (const [offset, limit] of [[-1, 1], [0.5, 1], [0, -1], [NaN, 1]]) {
    assert.deepEqual(seed(offset, limit), {
      content: "offset and limit must be whole numbers from 0",
      success: false,
    });
  }
});

Deno.test("C-21: Codex's lines count from 1, and each error is told in its words", () => {
  assert.deepEqual(codex({}), { content: "L1: one\nL2: two\nL3: \nL4: four", success: true });
  assert.equal(codex({ offset: 2, limit: 1 }).content, "L2: two");
  const faults = [
    [{ offset: 0 }, "offset must be a 1-indexed line number"],
    [{ limit: 0 }, "limit must be greater than zero"],
    [{ path: "a.ts" }, "file_path must be an absolute path"],
    [{ offset: 5 }, "offset exceeds file length"],
  ] as const;
  for (const [call, content] of faults) assert.deepEqual(codex(call), { content, success: false });
  assert.equal(formatFileLines("", { path: "/a" }, "codex").success, false);
});

Deno.test("C-21: Codex gives 2,000 lines and cuts one of 600 bytes at 500, between characters", () => {
  const long = formatFileLines("a\n".repeat(3000), { path: "/a" }, "codex").content.split("\n");
  assert.deepEqual([long.length, long.at(-1)], [2000, "L2000: a"]);
  const cut = (line: string) => formatFileLines(line, { path: "/a" }, "codex").content;
  assert.equal(cut("x".repeat(600)), `L1: ${"x".repeat(500)}`);
  assert.equal(cut(`x${"é".repeat(300)}`), `L1: x${"é".repeat(249)}`);
});

Deno.test("C-21: the pages of a file are the file", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{0,3}$/)),
      fc.integer({ min: 1, max: 5 }),
      (lines, limit) => {
        const text = lines.map((line) => `${line}\n`).join("");
        let pages = "";
        for (let offset = 1; offset <= lines.length; offset += limit) {
          pages += formatFileLines(text, { path: "/a", offset, limit }, "codex").content
            .split("\n").map((line) => `${line.replace(/^L\d+: /, "")}\n`).join("");
        }
        assert.equal(pages, text);
      },
    ),
  );
});
