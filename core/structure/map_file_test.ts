import assert from "node:assert/strict";
import { cutParts } from "../part/mod.ts";
import { toMapFile } from "./map_file.ts";

function read(path: string, text: string, language = "typescript") {
  const kind = language === "markdown" ? "document" : "code";
  return toMapFile({ id: 1, path, language, kind }, cutParts(text, { path, language, kind }));
}

function body(lines: number): string {
  return "  step();\n".repeat(lines);
}

Deno.test("toMapFile() puts types and the namesake of the file first, values and tests last", () => {
  const text = `export const LIMIT = 4;

export function checkLimit() {
${body(5)}}

export function testQueue() {
${body(9)}}

export function open() {
${body(6)}}

export class Pool {
${body(5)}}

export function queue() {
${body(5)}}
`;
  assert.deepEqual(
    read("src/queue.ts", text).definitions.map(({ name, kind, startLine }) =>
      `${startLine} ${kind} ${name}`
    ),
    [
      "32 class Pool",
      "40 function queue",
      "3 function checkLimit",
      "23 function open",
      "11 function testQueue",
      "1 constant LIMIT",
    ],
  );
});

Deno.test("toMapFile() finds the end of a type with separate members, and counts methods outside of it", () => {
  const members = Array.from({ length: 9 }, (_, i) => `  get${i}() {\n  ${body(4)}  }\n`).join(
    "\n",
  );
  const { definitions, lines } = read("src/a.ts", `class Pool {\n${members}}\n`);
  const [pool, member] = definitions;
  assert.deepEqual([pool?.symbol, pool?.startLine, pool?.endLine], ["Pool", 1, lines]);
  assert.deepEqual([member?.symbol, member?.kind], ["Pool.get8", "method"]);
  const go = read(
    "a.go",
    `type loc struct {\n\tname string\n}\n\nfunc newLoc() *loc {\n${
      body(6)
    }}\n\nfunc (l *loc) Run() {\n${body(40)}}\n`,
    "go",
  );
  assert.deepEqual(go.definitions.map(({ name, endLine }) => `${name} ${endLine}`), [
    "loc 3",
    "newLoc 12",
    "Run 55",
  ]);
});

Deno.test("toMapFile() returns a low weight for foreign code, tests and documents", () => {
  const weigh = (path: string) => read(path, "export class A {}\n").weight;
  for (
    const path of [
      ...["tests/a.ts", "src/a_test.ts", "src/tests.rs", "App.Tests/A.cs", "src/test_helpers/a.rs"],
      ...[
        "src/client_mock.go",
        "mock_proto/a.go",
        "examples/a.ts",
        "src/testFixtures/a.kt",
        "a/__testdata__/b.ts",
      ],
      ...["_proto_vendor/x/a.go", "third-party/a.c", "src/github.com/who/what/a.go", "dist/a.js"],
    ]
  ) assert.ok(weigh(path) < 0.1, path);
  for (const path of ["src/a.ts", "contracts/A.php", "src/latest.go", "deno.com/a.ts"]) {
    assert.equal(weigh(path), 1, path);
  }
  const { weight, definitions } = read("docs/a.md", "# Use v1.2 of it\n\nText.\n", "markdown");
  assert.ok(weight < 0.1);
  assert.deepEqual(definitions.map(({ kind, symbol }) => [kind, symbol]), [
    ["heading", "Use v1.2 of it"],
  ]);
});
