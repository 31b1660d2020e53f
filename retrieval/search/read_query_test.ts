import assert from "node:assert/strict";
import { QueryText } from "./query_text.ts";
import { readQuery } from "./read_query.ts";

function symbolsOf(symbols: Awaited<ReturnType<typeof readQuery>>["symbols"] = []) {
  return symbols.map(({ name, qualifiers, term }) => [...qualifiers, name, term]);
}

Deno.test("readQuery() knows a query that is nothing but a symbol, as it is written", async () => {
  for (
    const [text, ...symbol] of [
      ["Blueprint", "Blueprint", "blueprint"],
      ["what is a Blueprint?", "Blueprint", "blueprint"],
      ["_Pipeline", "_Pipeline", "pipelin"],
      ["`max_size`", "max_size", "maxsiz"],
      ["Blueprint.register()", "Blueprint", "register", "regist"],
      ["Blueprint::register", "Blueprint", "register", "regist"],
      // Words that queries leave out.
      ["AxiosError.from", "AxiosError", "from", "from"],
    ] as const
  ) {
    const { isSymbol, symbols } = await readQuery(new QueryText(text));
    assert.equal(isSymbol, true, text);
    assert.deepEqual(symbolsOf(symbols), [symbol], text);
  }
});

Deno.test("readQuery() takes no question for a symbol that has other words", async () => {
  for (const text of ["routes of a Blueprint", "why does Blueprint.register fail", "…"]) {
    const { isSymbol } = await readQuery(new QueryText(text));
    assert.equal(isSymbol, false, text);
  }
});

Deno.test("readQuery() tells whether documents are asked for, unless it is told what the query is after", async () => {
  const read = async (text: string, options = {}) =>
    (await readQuery(new QueryText(text), options)).isDocumentary;
  assert.equal(await read("how do I deploy behind a proxy"), true);
  assert.equal(await read("where proxies are set up"), false);
  assert.equal(await read("how do I deploy behind a proxy", { kind: "code" }), false);
});

Deno.test("readQuery() matches definitions with one word in its other spellings too", async () => {
  const { matchSymbols } = await readQuery(new QueryText("max_size"));
  assert.equal(matchSymbols?.({ path: "a.py", definitions: "send\nmax_size" }), 1);
  assert.equal(matchSymbols?.({ path: "a.py", definitions: "maxSize" }), 0.5);
});
