import assert from "node:assert/strict";
import type { StructureKind } from "@dossier/core";
import { openEngine } from "@dossier/retrieval";
import { TreeParser } from "../../retrieval/symbols/tree_parser.ts";
import { makeTree } from "../temp_tree.ts";

const PAUSE = "export function pauseAfter(attempt: number): number {\n  return attempt;\n}\n";
const USE = 'import { pauseAfter } from "./pause.ts";\n\nexport const use = () => pauseAfter(1);\n';

const KINDS: readonly StructureKind[] = ["callers", "callees", "tests", "impact"];

/**
 * Returns the answers to all questions about the calls of `pauseAfter`; each is an answer or an
 * error with a code.
 */
async function askAll(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ readonly callers: readonly string[]; readonly notes: string }> {
  using tree = makeTree({ "src/pause.ts": PAUSE, "src/use.ts": USE, ...files });
  using engine = await openEngine({ root: tree.root });
  let callers: readonly string[] = [];
  const notes: string[] = [];
  for (const kind of KINDS) {
    const targets = ["src/pause.ts#pauseAfter"];
    const answer = await engine.structure({ kind, targets }, { maxRefreshMs: 120_000 });
    assert.ok(answer.budget.used <= answer.budget.limit);
    for (const line of answer.text.split("\n")) assert.ok(line.length < 1000, line.slice(0, 100));
    if (kind !== "callers") continue;
    callers = answer.definitions.map(({ path, symbol = "", certainty }) =>
      `${path} ${symbol} ${certainty}`
    );
    notes.push(...answer.notes.map(({ message }) => message));
  }
  return { callers, notes: notes.join("\n") };
}

const CASES: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>> = {
  "broken code": {
    "src/broken.ts": `${USE}export class { { ( pauseAfter(2 ] } } function function ${
      "(".repeat(5000)
    }`,
  },
  "a file of 5 MB": { "src/large.ts": `${USE}${"// pauseAfter\nconst x = 1;\n".repeat(200_000)}` },
  "NUL bytes": { "src/nul.ts": `${USE}\0\0\0pauseAfter(3);\0` },
  "no UTF-8": {
    "src/latin.ts": new Uint8Array([...new TextEncoder().encode(USE), 0xe9, 0xff, 10]),
  },
  "files that export each other": {
    "src/a.ts": 'export * from "./b.ts";\nexport { pauseAfter } from "./b.ts";\n',
    "src/b.ts": 'export * from "./a.ts";\nexport { pauseAfter } from "./a.ts";\n',
    "src/c.ts":
      'import { pauseAfter } from "./a.ts";\n\nexport const third = () => pauseAfter(3);\n',
    "src/self.ts":
      'export * from "./self.ts";\nexport { pauseAfter as pauseAfter } from "./self.ts";\n',
  },
  "types that extend and mean each other": {
    "src/types.ts": "class A extends B {}\nclass B extends A {}\ntype C = D;\ntype D = C;\n" +
      "export const loop = (a: A, c: C) => a.pauseAfter(1) + c.pauseAfter(2);\n" +
      "const x = y.z;\nconst y = x.w;\nexport const round = () => x.pauseAfter(1);\n",
  },
  "code that is nested very deeply": {
    "src/deep.ts": `${USE}export const deep = ${"[".repeat(20_000)}pauseAfter(1)${
      "]".repeat(20_000)
    };\n`,
    "src/chain.ts": `${USE}export const chain = () => x${
      ".then(() => pauseAfter(1))".repeat(3000)
    };\n`,
  },
  "two languages in one file": {
    "src/view.vue": '<script setup lang="ts">\nimport { pauseAfter } from "./pause.ts";\n\n' +
      'function wait() {\n  pauseAfter(1);\n}\n</script>\n\n<template>\n  <p @click="pauseAfter(2)">pauseAfter</p>\n</template>\n',
    "src/page.html": "<script>\npauseAfter(1);\n</script>\n<?php pauseAfter(2); ?>\n",
  },
  "generated code": {
    "src/gen.min.js": `function pauseAfter(){};${"pauseAfter(1);".repeat(20_000)}`,
    "src/gen.ts": `// Code generated. DO NOT EDIT.\n${USE}`,
  },
  "names of the language's own objects": {
    "src/names.ts": "export function constructor() {}\nexport function __proto__() {}\n" +
      'import { hasOwnProperty } from "./toString.ts";\nexport const f = () => constructor();\n',
  },
};

for (const [name, files] of Object.entries(CASES)) {
  Deno.test(`questions about calls are answered about a tree with ${name}`, async () => {
    const { callers } = await askAll(files);
    assert.ok(callers.includes("src/use.ts use certain"), callers.join("\n"));
  });
}

const NESTED: Readonly<Record<string, string>> = {
  brackets: `${"[".repeat(100_000)}pauseAfter(1)${"]".repeat(100_000)}`,
  sums: `${"pauseAfter(1) + ".repeat(10_000)}1`,
  chains: `x${".then(() => pauseAfter(1))".repeat(2000)}`,
  functions: `${"(x) => ".repeat(8000)}pauseAfter(1)`,
};

for (const [name, code] of Object.entries(NESTED)) {
  Deno.test(`questions about ${name} that are nested too deeply end in time, and report what is missing`, async () => {
    const text =
      `import { pauseAfter } from "./pause.ts";\n\nexport function target() {\n  return ${code};\n}\n`;
    using tree = makeTree({ "src/pause.ts": PAUSE, "src/target.ts": text });
    using engine = await openEngine({ root: tree.root });
    for (const kind of ["callers", "callees"] as const) {
      const targets = [kind === "callers" ? "src/pause.ts#pauseAfter" : "src/target.ts#target"];
      const started = performance.now();
      const { definitions, notes } = await engine.structure({ kind, targets });
      assert.ok(performance.now() - started < 30_000, kind);
      assert.ok(
        definitions.length === 1 || notes.some(({ code }) => code === "files-unread"),
        kind,
      );
    }
  });
}

Deno.test("questions about calls follow circular exports to their origin, or leave them open", async () => {
  const { callers } = await askAll(CASES["files that export each other"]!);
  assert.ok(!callers.includes("src/c.ts third certain"), callers.join("\n"));
});

Deno.test("questions about calls find both languages of one file", async () => {
  const { callers } = await askAll(CASES["two languages in one file"]!);
  assert.ok(callers.some((caller) => caller.startsWith("src/view.vue wait")), callers.join("\n"));
});

Deno.test("questions about calls report the number of unread files with the name", async () => {
  const many = Array.from(
    { length: 450 },
    (_, at) => [`src/many/u${at}.ts`, USE.replace("./", "../")],
  );
  const { callers, notes } = await askAll(Object.fromEntries(many));
  assert.ok(callers.length > 50);
  assert.match(
    notes,
    /^\d+ files with such a name were not completely read, as there are too many/m,
  );
  assert.doesNotMatch(notes, /Nothing calls/);
});

Deno.test("TreeParser stops at a text that takes too long, and parses others after it", async () => {
  using parser = new TreeParser({ maxParseMilliseconds: 1 });
  const loaded = await parser.load("typescript");
  assert.ok(loaded !== undefined);
  assert.equal(parser.parse("let x = (((((((".repeat(20_000), loaded), undefined);
  using patient = new TreeParser();
  const tree = patient.parse("const x = 1;", (await patient.load("typescript"))!);
  assert.equal(tree?.rootNode.type, "program");
  tree?.delete();
});
