import assert from "node:assert/strict";
import fc from "fast-check";
import type { SymbolDefinition } from "../language/symbol.ts";
import { outlineSymbols } from "../outline/outline_symbols.ts";
import type { Chunk } from "./chunk.ts";
import { chunkDocument } from "./chunk_document.ts";
import { chunkMarkdown } from "./chunk_markdown.ts";
import {
  contextHeaders,
  embeddingTexts,
  groupNames,
  headingText,
  symbolNames,
} from "./symbol_text.ts";

Deno.test("symbolNames() returns names and then each container once", () => {
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

Deno.test("headingText() returns the trail and the headings inside, each once", () => {
  const chunks = chunkMarkdown(
    `# A\n\n${"word ".repeat(300)}\n\n## B\n\ntext\n\n## C\n\n${"word ".repeat(100)}\n`,
    "markdown",
  );
  assert.deepEqual(chunks.map(headingText), ["A B", "A C"]);
  assert.deepEqual(chunks.map(symbolNames), ["", ""]);
});

Deno.test("groupNames() returns every name once, in order, in groups of eight", () => {
  const name = fc.stringMatching(/^\w+$/);
  fc.assert(fc.property(fc.array(name), (names) => {
    const runs = groupNames(names).map((run) => run.split(" "));
    assert.deepEqual(runs.flat(), names);
    assert.ok(runs.slice(0, -1).every(({ length }) => length === 8));
  }));
});

function define(name: string, startLine: number, endLine: number, container?: string) {
  const head = { name, kind: "function", startLine, endLine, signature: `def ${name}()` } as const;
  return container === undefined ? head : { ...head, container };
}

function chunk(startLine: number, endLine: number, ...symbols: SymbolDefinition[]): Chunk {
  return { startLine, endLine, trail: [], symbols };
}

Deno.test("contextHeaders() name the definitions in a chunk and their containers", () => {
  const chunks = [chunk(1, 9, define("open", 1, 3, "Server"), define("close", 5, 9, "Server"))];
  assert.deepEqual(contextHeaders({ path: "src/server.py", chunks }), [
    "src/server.py\nopen close Server",
  ]);
});

Deno.test("contextHeaders() contain the heads of the definitions around a piece", () => {
  const chunks = [
    chunk(1, 10, define("Server", 1, 40), define("start", 3, 25, "Server")),
    chunk(11, 25),
    chunk(26, 40, define("stop", 30, 40, "Server")),
    chunk(41, 50),
  ];
  assert.deepEqual(contextHeaders({ path: "a.py", chunks }), [
    "a.py\nServer start Server",
    "a.py\ndef Server()\ndef start()",
    "a.py\ndef Server()\nstop Server",
    "a.py",
  ]);
});

Deno.test("contextHeaders() contain the innermost four of many heads, and the start of a long head", () => {
  const names = ["a", "b", "c", "d", "e".repeat(500)];
  const chunks = [chunk(1, 5, ...names.map((name, i) => define(name, i + 1, 9))), chunk(6, 9)];
  const lines = contextHeaders({ path: "p", chunks })[1]!.split("\n");
  assert.deepEqual(lines.slice(0, 4), ["p", "def b()", "def c()", "def d()"]);
  assert.equal(lines[4]?.length, 160);
  assert.equal(lines.length, 5);
});

Deno.test("contextHeaders() join the headings above a chunk of prose", () => {
  const heading: SymbolDefinition = { ...define("Install", 3, 9), kind: "heading" };
  const first = { ...chunk(1, 9, heading), trail: ["Guide", "Install"] };
  assert.deepEqual(contextHeaders({ path: "guide.md", chunks: [first, chunk(4, 9)] }), [
    "guide.md\nGuide > Install",
    "guide.md",
  ]);
});

Deno.test("embeddingTexts() put the context header before the lines of each chunk", () => {
  const text = "one\ntwo\n\nthree\nfour";
  const chunks = [chunk(1, 2, define("one", 1, 1)), chunk(4, 5)];
  assert.deepEqual(embeddingTexts({ path: "p", text, chunks }), [
    "p\none\n\none\ntwo\n",
    "p\n\nthree\nfour",
  ]);
});

Deno.test("embeddingTexts() contain every line that is not blank, for any text", () => {
  const line = fc.constantFrom("def f(x):", "  return x", "", "# Title", "x = 1", "class A:");
  fc.assert(fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
    const text = lines.join("\n");
    const info = { path: "p", language: "python", kind: "code" } as const;
    const chunks = chunkDocument({ info, text, symbols: outlineSymbols(text, "python") });
    const bodies = embeddingTexts({ path: "p", text, chunks }).map((passage) =>
      passage.slice(passage.indexOf("\n\n") + 2)
    );
    const written = (texts: readonly string[]) =>
      texts.flatMap((body) => body.split("\n")).filter((row) => row.trim() !== "");
    assert.deepEqual(written(bodies), written([text]));
  }));
});
