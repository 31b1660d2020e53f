import { formatLocation } from "@dossier/core/fragment";
import assert from "node:assert/strict";
import { makeIssue, NO_EMBEDDER } from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";

const LONG = Array.from({ length: 120 }, (_, at) => `  step(${at});`).join("\n");

const TREE = {
  "src/cache/init.ts": "// head\nexport function initCache(size: number) {\n  return size;\n}\n",
  "src/cache/store.ts":
    "export class Store {\n  open() {\n    return 1;\n  }\n}\nexport function openAll() {}\n",
  "src/net/socket.ts": "export class Socket {\n  open() {\n    return 2;\n  }\n}\n",
  "src/net/page.ts": "export function show() {}\n",
  "src/calc.ex": "defmodule Calc.Core do\n  def add_up(a, b) do\n    a + b\n  end\nend\n",
  "src/refsrv.erl": "-module(refsrv).\ntake(X, Acc) ->\n    Acc.\n",
  "src/long.ts": `export function long() {\n${LONG}\n}\n`,
  "src/a/index.ts": "export const a = 1;\n",
  "src/b/index.ts": "export const b = 1;\n",
  "tests/init_test.ts": "function initCache() {}\n",
  "docs/guide/caching.md": "# Caching\n\nHow it is done.\n",
  "private/key.ts": "export function hiddenThing() {}\n",
  "vendor/x.ts": "export function vendored() {}\n",
};

Deno.test("answerRequests() answers symbols, paths with a symbol, and names that only one file has", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const manifest = { primary: ["src/a/index.ts"], forbidden: ["private/"] };
  await engine.contextForIssue(makeIssue({ title: "x", manifest }), { session: "s" });
  const settings = { needMaxItems: 1, needMaxRounds: 99 };
  const ask = async (request: string) => {
    const { outcomes: [outcome] = [], fragments: [fragment] } = await engine.answerRequests(
      request,
      { session: "s", settings },
    );
    return fragment === undefined ? outcome?.message : formatLocation(fragment);
  };
  const provided: readonly [request: string, place: string][] = [
    ["NEED_CODE: initCache", "src/cache/init.ts:2-4"],
    ["NEED_CODE: src/cache/store.ts#Store.open", "src/cache/store.ts:2-4"],
    ["NEED_CODE: Socket::open", "src/net/socket.ts:2-4"],
    ["NEED_CODE: store.ts#openAll()", "src/cache/store.ts:6-6"],
    ["- **NEED_CODE:** `long()` (all of it)", "src/long.ts:1-100"],
    ["NEED_CODE: Calc.Core.add_up/2", "src/calc.ex:2-4"],
    ["NEED_CODE: refsrv:take/2", "src/refsrv.erl:2-3"],
    ["NEED_CODE: net/page#show", "src/net/page.ts:1-1"],
    ["NEED_CODE: net/socket.ts:1-1", "src/net/socket.ts:1-1"],
    ["NEED_DOC: caching.md", "docs/guide/caching.md:1-3"],
  ];
  for (const [request, place] of provided) assert.equal(await ask(request), place, request);
  const refused: readonly [request: string, message: string][] = [
    [
      "NEED_CODE: open",
      'Cannot provide "open" as it may be any of "src/cache/store.ts:2-4", "src/net/socket.ts:2-4"',
    ],
    [
      "NEED_CODE: index.ts",
      'Cannot provide "index.ts" as it may be any of "src/a/index.ts", "src/b/index.ts"',
    ],
    [
      "NEED_CODE: src/cash/socet.ts",
      'Cannot provide "src/cash/socet.ts" as there is no such file or definition: ' +
      'the nearest are "src/net/socket.ts"',
    ],
    [
      "NEED_CODE: initCahce",
      'Cannot provide "initCahce" as there is no such file or definition: ' +
      'the nearest are "initCache"',
    ],
    ["NEED_CODE: hiddenThing", 'Cannot provide "hiddenThing" as there is no such file'],
    ["NEED_CODE: vendored", 'Cannot provide "vendored" as there is no such file'],
    ["NEED_DOC: initCache", 'Cannot provide "initCache" as there is no such document'],
    ["NEED_CODE: zzzzzzzz", 'Cannot provide "zzzzzzzz" as there is no such file'],
  ];
  for (const [request, message] of refused) assert.equal(await ask(request), message, request);
  const { outcomes } = await engine.answerRequests("NEED_CODE: long", { session: "t" });
  assert.equal(
    outcomes?.[0]?.message,
    'Lines 1-100 of "src/long.ts", which has 122: request the next with NEED_CODE: src/long.ts:101-122',
  );
});
