import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import type { IndexView } from "@dossier/core/rank";
import { listTermsOfWholeName } from "@dossier/core/text";
import assert from "node:assert/strict";
import type { IndexReader } from "../index/mod.ts";
import { findUnknownSymbols } from "./find_unknown_symbols.ts";
import { QueryText } from "./query_text.ts";

const visibility = createVisibility(DEFAULT_EXCLUSIONS);

/** Returns an index reader with some names, which records the requested terms. */
function openNames(known: readonly string[]): IndexReader & { readonly asked: string[] } {
  const asked: string[] = [];
  const terms = new Set(known.flatMap((name) => listTermsOfWholeName(name)));
  const hasTerm = (term: string) => {
    asked.push(term);
    return terms.has(term);
  };
  return {
    asked,
    withView: <Result>(body: (view: IndexView) => Result) =>
      Promise.resolve(body({ hasTerm } as IndexView)),
    listDefinitions: () => Promise.resolve([{ path: "a.ts", definitions: known.join("\n") }]),
  } as unknown as IndexReader & { readonly asked: string[] };
}

function unknownIn(query: string, names: ReturnType<typeof openNames>) {
  return findUnknownSymbols([{ index: names, visibility }], new QueryText(query));
}

Deno.test("findUnknownSymbols() suggests names that are similar to the only word of a query", async () => {
  const names = openNames(["Parcel", "parcels"]);
  assert.deepEqual(await unknownIn(" Parcle ", names), [
    { name: "Parcle", near: ["Parcel", "parcels"] },
  ]);
  assert.deepEqual(await unknownIn("Parcel", names), []);
});

Deno.test("findUnknownSymbols() looks up every name of a chain, and no word around it", async () => {
  const names = openNames(["Router"]);
  assert.deepEqual(await unknownIn("why does Ruoter::layer panic", names), [
    { name: "Ruoter", near: ["Router"] },
  ]);
  assert.deepEqual(names.asked, ["ruoter", "layer"]);
});

Deno.test("findUnknownSymbols() looks up the longer words of a short sentence", async () => {
  const names = openNames(["Router", "Blueprint", "does", "tests", "handlers"]);
  assert.deepEqual(await unknownIn("why does the ruoter panic", names), [
    { name: "ruoter", near: ["Router"] },
  ]);
  assert.deepEqual(names.asked, ["ruoter", "panic"]);
  assert.deepEqual(await unknownIn("what does Blupriint do", names), [
    { name: "Blupriint", near: ["Blueprint"] },
  ]);
  // Two typing errors turn many short words into each other.
  assert.deepEqual(await unknownIn("which toxts are dose and handels", names), []);
  const long = "one two three four five seven eight nine eleven ruoter";
  assert.deepEqual(await unknownIn(long, names), []);
});

Deno.test("findUnknownSymbols() skips short names and those of logs and pasted code", async () => {
  const names = openNames(["load_page", "abc"]);
  assert.deepEqual(await unknownIn("abd", names), []);
  const issue = "Page is empty\\n\\n```python\\nlaod_page()\\n```\\n".replaceAll("\\n", "\n");
  assert.deepEqual(await unknownIn(issue, names), []);
  assert.deepEqual(names.asked, []);
});

Deno.test("findUnknownSymbols() skips names that are too long", async () => {
  const names = openNames(["load_page"]);
  assert.deepEqual(await unknownIn("x".repeat(100_000), names), []);
  assert.deepEqual(names.asked, []);
});

Deno.test("findUnknownSymbols() looks up at most six names", async () => {
  const names = openNames([]);
  const query = Array.from({ length: 9 }, (_, index) => `some_name${index}`).join(" ");
  assert.deepEqual(await unknownIn(query, names), []);
  assert.equal(names.asked.length, 6);
});
