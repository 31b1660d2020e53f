import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { findLayerViolations } from "./layers.ts";
import { type ImportKind, type ModuleGraph, readModuleGraph } from "./layers_graph.ts";
import { TEST_PACKAGES } from "./packages.ts";
import { TempWorkspace } from "./temp_workspace.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Calls of ECMAScript with a different result each time, or that read the machine. */
const UNREPEATABLE_REGEXP =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bMath\.random\b|\bTemporal\.Now\b/;

/** Dynamic import whose target is not visible in the source. */
const COMPUTED_IMPORT_REGEXP = /\b(?:await|return) import\(\s*[^"\s]/;

const COMMENT_REGEXP = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Parses lines such as `"a.ts -> b.ts"` to a graph; a third word is the kind, a fourth the
 * specifier.
 */
function graph(files: readonly string[], ...edges: readonly string[]): ModuleGraph {
  const imports = edges.map((edge) => {
    const [from = "", , to = "", kind = "value", specifier = to] = edge.split(" ");
    return { from, to, specifier, kind: kind as ImportKind };
  });
  return { files, imports };
}

Deno.test("findLayerViolations() accepts the direction core, retrieval, server, cli", () => {
  const files = ["core/mod.ts", "retrieval/mod.ts", "server/mod.ts", "cli/main.ts", "mod.ts"];
  const edges = [
    "retrieval/mod.ts -> core/mod.ts value @dossier/core",
    "retrieval/mod.ts -> node:sqlite",
    "server/mod.ts -> retrieval/mod.ts type @dossier/retrieval",
    "cli/main.ts -> server/mod.ts dynamic @dossier/server",
    "cli/main.ts -> core/mod.ts value @dossier/core",
    "mod.ts -> retrieval/mod.ts value ./retrieval/mod.ts",
  ];
  assert.deepEqual(findLayerViolations(graph(files, ...edges)), []);
});

for (const kind of ["value", "type", "dynamic", "worker"]) {
  Deno.test(`findLayerViolations() reports a ${kind} import against the direction`, () => {
    const files = ["core/mod.ts", "retrieval/mod.ts", "server/mod.ts", "cli/main.ts", "mod.ts"];
    const forbidden = [
      ["core/mod.ts", "retrieval/mod.ts"],
      ["core/mod.ts", "cli/main.ts"],
      ["core/mod.ts", "mod.ts"],
      ["retrieval/mod.ts", "server/mod.ts"],
      ["retrieval/mod.ts", "mod.ts"],
      ["server/mod.ts", "cli/main.ts"],
      ["mod.ts", "server/mod.ts"],
      ["mod.ts", "cli/main.ts"],
    ];
    for (const [from, to] of forbidden) {
      const found = findLayerViolations(graph(files, `${from} -> ${to} ${kind} @dossier/x`));
      assert.deepEqual(found, [
        `"${from}" (${kind} import of "@dossier/x") imports against the direction of the layers: "${to}"`,
      ]);
    }
  });
}

Deno.test("findLayerViolations() reports imports of core from elsewhere", () => {
  for (const target of ["node:path", "npm:zod@4", "https://example.com/x.ts", "vendor/x.ts"]) {
    const found = findLayerViolations(graph(["core/mod.ts"], `core/mod.ts -> ${target} type`));
    assert.deepEqual(found, [
      `"core/mod.ts" (type import of "${target}") leaves core, which imports nothing but core`,
    ]);
  }
});

Deno.test("findLayerViolations() lets features use core and retrieval, and one file name them", () => {
  const files = [
    ...["core/mod.ts", "retrieval/mod.ts", "features/features.ts", "server/mod.ts", "cli/main.ts"],
    ...["features/a/mod.ts", "features/a/core/mod.ts", "features/a/x/mod.ts", "features/b/mod.ts"],
  ];
  const allowed = [
    "features/a/core/mod.ts -> core/mod.ts value @dossier/core",
    "features/a/x/mod.ts -> features/a/core/mod.ts value ../core/mod.ts",
    "features/a/mod.ts -> retrieval/mod.ts value @dossier/retrieval",
    "features/features.ts -> features/a/mod.ts value @dossier/a",
    "cli/main.ts -> features/features.ts value @dossier/features",
  ];
  assert.deepEqual(findLayerViolations(graph(files, ...allowed)), []);
  const forbidden = [
    ["features/a/mod.ts", "features/b/mod.ts"],
    ["features/a/mod.ts", "features/features.ts"],
    ["features/a/mod.ts", "server/mod.ts"],
    ["retrieval/mod.ts", "features/a/mod.ts"],
    ["retrieval/mod.ts", "features/features.ts"],
    ["server/mod.ts", "features/a/mod.ts"],
    ["cli/main.ts", "features/b/mod.ts"],
  ];
  for (const [from, to] of forbidden) {
    const found = findLayerViolations(graph(files, `${from} -> ${to} value @dossier/x`));
    assert.deepEqual(found, [
      `"${from}" (value import of "@dossier/x") imports against the direction of the layers: "${to}"`,
    ]);
  }
  for (const to of ["retrieval/mod.ts", "features/a/x/mod.ts", "node:path"]) {
    const found = findLayerViolations(
      graph(files, `features/a/core/mod.ts -> ${to} type @dossier/x`),
    );
    assert.deepEqual(found, [
      '"features/a/core/mod.ts" (type import of "@dossier/x") leaves core, which imports nothing but core',
    ]);
  }
});

Deno.test("findLayerViolations() reports a path into another layer", () => {
  const files = ["core/mod.ts", "retrieval/mod.ts"];
  const edge = "retrieval/mod.ts -> core/mod.ts value ../core/mod.ts";
  assert.deepEqual(findLayerViolations(graph(files, edge)), [
    '"retrieval/mod.ts" (value import of "../core/mod.ts") reaches into another layer by a path instead of its name',
  ]);
});

Deno.test("findLayerViolations() reports a test that is imported, but not what tests import", () => {
  const files = ["core/mod.ts", "core/a_test.ts", "tests/help.ts", "cli/main.ts"];
  const tests = ["core/a_test.ts -> cli/main.ts", "core/a_test.ts -> npm:fast-check"];
  assert.deepEqual(findLayerViolations(graph(files, ...tests)), []);
  for (const test of ["core/a_test.ts", "tests/help.ts"]) {
    const found = findLayerViolations(graph(files, `core/mod.ts -> ${test} type`));
    assert.deepEqual(found, [`"core/mod.ts" (type import of "${test}") imports a test`]);
  }
});

Deno.test("findLayerViolations() reports a package for tests in the program", () => {
  const files = ["cli/main.ts", "cli/main_test.ts", "bench/main.ts"];
  const found = findLayerViolations(
    graph(files, ...files.map((file) => `${file} -> npm:/fast-check@4.10.2 dynamic fast-check`)),
  );
  assert.deepEqual(found, [
    '"cli/main.ts" (dynamic import of "fast-check") imports a package for tests',
  ]);
});

Deno.test("findLayerViolations() reports a benchmark that a test or the program imports", () => {
  const files = ["cli/main.ts", "tests/a_test.ts", "bench/a.ts", "bench/a_test.ts", "bench/b.ts"];
  const edges = ["cli/main.ts", "tests/a_test.ts", "bench/a.ts", "bench/a_test.ts"]
    .map((from) => `${from} -> bench/b.ts`);
  assert.deepEqual(findLayerViolations(graph(files, ...edges)), [
    '"cli/main.ts" (value import of "bench/b.ts") imports a test',
    '"cli/main.ts" imports a benchmark: "bench/b.ts"',
    '"tests/a_test.ts" imports a benchmark: "bench/b.ts"',
  ]);
});

Deno.test("TEST_PACKAGES names packages that tests import, each in the import map", () => {
  const { imports } = JSON.parse(Deno.readTextFileSync(`${ROOT}/imports.json`));
  const used = new Set(readModuleGraph(ROOT).imports.map(({ specifier }) => specifier));
  for (const name of TEST_PACKAGES) {
    assert.ok(name in imports, `${name} is not in the import map`);
    const isUsed = [...used].some((one) =>
      one === name || one.startsWith(`${name}/`) || (name.endsWith("/") && one.startsWith(name))
    );
    assert.ok(isUsed, `nothing imports ${name}`);
  }
});

Deno.test("findLayerViolations() reports each cycle once, also one of types", () => {
  const files = ["core/mod.ts", "core/a.ts", "core/b.ts", "core/c.ts", "core/d.ts"];
  const edges = [
    "core/mod.ts -> core/a.ts",
    "core/a.ts -> core/b.ts type",
    "core/b.ts -> core/c.ts dynamic",
    "core/c.ts -> core/a.ts",
    "core/c.ts -> core/d.ts",
    "core/d.ts -> core/d.ts",
  ];
  assert.deepEqual(findLayerViolations(graph(files, ...edges)), [
    'Files import each other in a cycle: "core/a.ts", "core/b.ts", "core/c.ts"',
    'Files import each other in a cycle: "core/d.ts"',
  ]);
});

Deno.test("findLayerViolations() lets a worker share types with its opener", () => {
  const files = ["core/mod.ts", "retrieval/open.ts", "retrieval/worker.ts"];
  const edges = [
    "retrieval/open.ts -> retrieval/worker.ts worker",
    "retrieval/worker.ts -> retrieval/open.ts type",
  ];
  assert.deepEqual(findLayerViolations(graph(files, ...edges)), []);
});

Deno.test("findLayerViolations() reports a static import of a wing past its mod.ts", () => {
  const files = [
    "core/mod.ts",
    "server/app.ts",
    "server/a/a.ts",
    "server/b/mod.ts",
    "server/b/b.ts",
  ];
  const allowed = [
    "server/a/a.ts -> server/b/mod.ts",
    "server/b/mod.ts -> server/b/b.ts type",
    "server/app.ts -> server/b/b.ts dynamic",
    "server/a/a.ts -> server/b/b.ts worker",
  ];
  assert.deepEqual(findLayerViolations(graph(files, ...allowed)), []);
  const found = ["server/a/a.ts -> server/b/b.ts type", "server/app.ts -> server/b/b.ts value ./b"];
  assert.deepEqual(findLayerViolations(graph(files, ...found)), [
    '"server/a/a.ts" (type import of "server/b/b.ts") enters "server/b" past its mod.ts',
    '"server/app.ts" (value import of "./b") enters "server/b" past its mod.ts',
  ]);
});

Deno.test("findLayerViolations() reports wings that import each other", () => {
  const files = [
    "core/mod.ts",
    "server/a/mod.ts",
    "server/a/x.ts",
    "server/b/mod.ts",
    "server/c.ts",
  ];
  const edges = [
    "server/a/mod.ts -> server/b/mod.ts type",
    "server/b/mod.ts -> server/a/x.ts dynamic",
  ];
  assert.deepEqual(findLayerViolations(graph(files, ...edges)), [
    'Wings import each other in a cycle: "server/a", "server/b"',
  ]);
});

Deno.test("findLayerViolations() reports a file of core that core/mod.ts does not reach", () => {
  const files = ["core/mod.ts", "core/a.ts", "core/b.ts", "core/lost.ts", "core/b_test.ts"];
  const edges = [
    "core/mod.ts -> core/a.ts",
    "core/a.ts -> core/b.ts type",
    "core/b_test.ts -> core/lost.ts",
  ];
  assert.deepEqual(findLayerViolations(graph(files, ...edges)), [
    '"core/lost.ts" cannot be reached from "core/mod.ts"',
  ]);
});

Deno.test("readModuleGraph() finds value, type, dynamic and worker imports", () => {
  using workspace = new TempWorkspace({
    "deno.json": '{ "workspace": ["./core", "./retrieval"] }',
    "core/deno.json": '{ "name": "@made/core", "version": "0.1.0", "exports": "./mod.ts" }',
    "retrieval/deno.json": '{ "name": "@made/retrieval", "version": "0.1.0", "exports": "./a.ts" }',
    "core/mod.ts": 'import type { A } from "@made/retrieval";\nexport type B = A;\n',
    "core/late.ts": 'export const late = () => import("../retrieval/a.ts");\n',
    "core/quoted.ts": 'export type Quoted = import("@made/retrieval").A;\n',
    "retrieval/a.ts": 'export * from "@made/core";\nimport "node:path";\nexport type A = 1;\n',
    "retrieval/b.ts": 'export const url = new URL("./deep/worker.ts", import.meta.url);\n',
    "retrieval/deep/worker.ts": "export {};\n",
    "other/skipped.ts": "export {};\n",
  });
  const { files, imports } = readModuleGraph(workspace.root);
  assert.deepEqual(files, [
    "core/late.ts",
    "core/mod.ts",
    "core/quoted.ts",
    "retrieval/a.ts",
    "retrieval/b.ts",
    "retrieval/deep/worker.ts",
  ]);
  assert.deepEqual(imports.map(({ from, to, kind }) => `${from} ${kind} ${to}`).sort(), [
    "core/late.ts dynamic retrieval/a.ts",
    "core/mod.ts type retrieval/a.ts",
    "core/quoted.ts type retrieval/a.ts",
    "retrieval/a.ts value core/mod.ts",
    "retrieval/a.ts value node:path",
    "retrieval/b.ts worker retrieval/deep/worker.ts",
  ]);
});

Deno.test("the source tree keeps the rules of its layers", () => {
  const found = readModuleGraph(ROOT);
  assert.ok(found.files.includes("core/mod.ts") && found.files.includes("retrieval/mod.ts"));
  assert.deepEqual(findLayerViolations(found), []);
});

Deno.test("the program computes the names of optional packages only, in one place", () => {
  assert.match("await import(name)", COMPUTED_IMPORT_REGEXP);
  const computing = readModuleGraph(ROOT).files.filter((file) =>
    /^(?:core|retrieval|features|server|cli)\//.test(file) && !file.endsWith("_test.ts") &&
    COMPUTED_IMPORT_REGEXP.test(
      Deno.readTextFileSync(`${ROOT}/${file}`).replace(COMMENT_REGEXP, ""),
    )
  );
  // A thread with limited memory receives the module of the program that it runs.
  const threads = "retrieval/machine/bounded_main.ts";
  assert.deepEqual(computing.filter((file) => file !== threads), ["retrieval/machine/packages.ts"]);
});

/** Modules that every question on the command line loads, without their imports. */
const LOADED = [
  ...[
    "cli/main.ts",
    "cli/operation_command.ts",
    "cli/run_operation.ts",
    "retrieval/operations/context.ts",
    "retrieval/engine.ts",
    "retrieval/answer/answer.ts",
  ],
  ...["retrieval/sources/ranking/ranking_source.ts", "retrieval/sources/calls/calls_source.ts"],
];

Deno.test("a question loads no package, which would take longer than its answer", () => {
  const { files, imports } = readModuleGraph(ROOT);
  const known = new Set(files);
  const byFile = Map.groupBy(imports.filter(({ kind }) => kind === "value"), ({ from }) => from);
  const loaded = new Set(LOADED);
  const packages: string[] = [];
  for (const file of loaded) {
    assert.ok(known.has(file), file);
    for (const { to, specifier } of byFile.get(file) ?? []) {
      if (known.has(to)) loaded.add(to);
      else if (!/^(?:node:|\.)/.test(specifier)) packages.push(`"${file}" loads "${specifier}"`);
    }
  }
  assert.deepEqual(packages, []);
});

Deno.test("core reads no clock and draws no random numbers", () => {
  assert.match("const now = Date.now();", UNREPEATABLE_REGEXP);
  const { files } = readModuleGraph(ROOT);
  for (const file of files) {
    if (!/^(?:features\/\w+\/)?core\//.test(file) || file.endsWith("_test.ts")) continue;
    const code = Deno.readTextFileSync(`${ROOT}/${file}`).replace(COMMENT_REGEXP, "");
    assert.doesNotMatch(code, UNREPEATABLE_REGEXP, `${file} depends on the moment it runs`);
  }
});
