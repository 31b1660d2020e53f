import assert from "node:assert/strict";
import { RANKING_STEPS } from "@dossier/core";
import * as index from "../retrieval/index/mod.ts";

const ROOT = new URL("../", import.meta.url);

/** Folders of the product. */
const PRODUCT = ["core", "retrieval", "features", "server", "cli"];

/** Folder that knows the layout of an index on the disk. */
const LOCAL = "retrieval/index/local/";

/** Wing of that folder, whose `mod.ts` exports what others may use. */
const INDEX = "retrieval/index/";

/** Names that only that folder may use. */
const STORED_REGEXP =
  /index\/local\/(?:store|view|commits|watch)\b|\b(?:openStore|listPostings|decodePostings|SYMBOLS_MASK|DOCUMENT_STRIDE|isDeleted(?=\(\w)|LexicalSnapshot|VectorScanner)\b/g;

/** Files with the records of ranking steps. */
const STEPS: readonly string[] = [
  "core/part/part_steps.ts",
  "core/rank/file_steps.ts",
  "core/rank/name_steps.ts",
  "core/rank/ranking_steps.ts",
];

/** Files whose field names are also names of steps. */
const FIELDS = "core/rank/bm25f.ts";

/** Files that rank, and files that show a ranking. */
const RANKING_REGEXP =
  /^(?:core\/rank\/|retrieval\/(?:search|answer|index\/local\/evidence|sources\/ranking)\/|server\/page\/(?:score|step|rank|expl))/;

Deno.test("nothing outside the local index knows its storage", () => {
  const found: string[] = [];
  for (const { path, text } of listProduct()) {
    // The command that packages the program lists the files of its threads.
    if (!path.startsWith("retrieval/") || path.startsWith(LOCAL)) continue;
    for (const [word] of text.matchAll(STORED_REGEXP)) found.push(`${path}: ${word}`);
  }
  assert.deepEqual(found, []);
});

Deno.test("nothing outside the wing of the index knows that the index is local", () => {
  const found = [...listProduct()].filter(({ path, text }) =>
    path.startsWith("retrieval/") && !path.startsWith(INDEX) && text.includes("index/local/")
  );
  assert.deepEqual(found.map(({ path }) => path), []);
});

Deno.test("nothing outside the local index knows the name of its file", () => {
  const found = [...listProduct()].filter(({ path, text }) =>
    !path.startsWith(LOCAL) && /\bindex(?:-\d+)?\.db\b/.test(text)
  );
  assert.deepEqual(found.map(({ path }) => path), []);
});

Deno.test("the mod.ts of the index exports the stores, and the methods of readers that answers use", () => {
  assert.deepEqual(Object.keys(index).sort(), [
    "INDEX_STORES",
    "countDocumentTerms",
    "findDefiningDocuments",
    "findIndexStore",
    "findMentioningDocuments",
    "listMissingNames",
    "listNamesInCode",
    "listNamesMissingInAll",
    "readEvidence",
    "scoreDocumentMeaning",
  ]);
});

Deno.test("a step of the ranking is named only in its record", () => {
  const found: string[] = [];
  for (const { path, text } of listProduct()) {
    for (const step of RANKING_STEPS) {
      // Names of several words are names of steps everywhere.
      const isSought = step.includes("-") || RANKING_REGEXP.test(path);
      if (!isSought || STEPS.includes(path) || path === FIELDS) continue;
      const name = `"${step}"`;
      const matches = [
        `has(${name}`,
        `includes(${name}`,
        `=== ${name}`,
        `explainProduct(${name}`,
        ...step.includes("-") ? [name] : [],
      ];
      if (matches.some((match) => text.includes(match))) found.push(`${path}: ${step}`);
    }
  }
  assert.deepEqual(found, []);
});

Deno.test("only startWorker() starts threads, as a thread started by a thread takes half a second", () => {
  const starting = Array.from(listProduct())
    .filter(({ text }) => /\bnew Worker\(|\bextends Worker\b|node:worker_threads/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(starting.sort(), [
    // It is the module of a thread.
    "retrieval/machine/bounded_main.ts",
    "retrieval/machine/start_worker.ts",
  ]);
});

function* listProduct(): Generator<{ readonly path: string; readonly text: string }> {
  for (const folder of PRODUCT) {
    for (const path of listFiles(folder)) {
      yield { path, text: Deno.readTextFileSync(new URL(path, ROOT)) };
    }
  }
}

/** Yields the paths of the source files of a folder, without tests. */
function* listFiles(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* listFiles(path);
    else if (/(?<!_test)\.tsx?$/.test(name) && !name.startsWith("_")) yield path;
  }
}

/** Modules that the engine and its answers must not import: features are passed to them. */
const FEATURES_REGEXP =
  /"(?:profile|tiers)"|from "[^"]*\/(?:policy|tier)\/|import\("[^"]*\/(?:policy|tier)\//g;

Deno.test("neither the engine nor its answers name a feature or a source of one", () => {
  const found: string[] = [];
  for (const { path, text } of listProduct()) {
    if (path !== "retrieval/engine.ts" && !path.startsWith("retrieval/answer/")) continue;
    for (const [word] of text.matchAll(FEATURES_REGEXP)) found.push(`${path}: ${word}`);
  }
  assert.deepEqual(found, []);
});
