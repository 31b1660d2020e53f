import assert from "node:assert/strict";
import fc from "fast-check";
import { chunkMarkdown } from "./chunk_markdown.ts";
import { headingText, nameRuns, symbolNames } from "./symbol_text.ts";

Deno.test("symbolNames() gives names and then each container once", () => {
  const symbol = { kind: "method", startLine: 1, endLine: 1, signature: "" } as const;
  const chunk = {
    startLine: 1,
    endLine: 9,
    trail: [],
    symbols: [
      { ...symbol, name: "open", container: "Server" },
      { ...symbol, name: "close", container: "Server" },
      { ...symbol, name: "main" },
    ],
  };
  assert.equal(symbolNames(chunk), "open close main Server");
  assert.equal(headingText(chunk), "");
});

Deno.test("headingText() gives the trail and the headings inside, each once", () => {
  const chunks = chunkMarkdown(
    `# A\n\n${"word ".repeat(300)}\n\n## B\n\ntext\n\n## C\n\n${"word ".repeat(100)}\n`,
    "markdown",
  );
  assert.deepEqual(chunks.map(headingText), ["A B", "A C"]);
  assert.deepEqual(chunks.map(symbolNames), ["", ""]);
});

Deno.test("nameRuns() tells every name once, in order, eight at a time", () => {
  const name = fc.stringMatching(/^\w+$/);
  fc.assert(fc.property(fc.array(name), (names) => {
    const runs = nameRuns(names).map((run) => run.split(" "));
    assert.deepEqual(runs.flat(), names);
    assert.ok(runs.slice(0, -1).every(({ length }) => length === 8));
  }));
});
