import assert from "node:assert/strict";
import { QueryText } from "./query_text.ts";
import { interpretQuery } from "./interpret_query.ts";

function symbolsOf(symbols: Awaited<ReturnType<typeof interpretQuery>>["symbols"] = []) {
  return symbols.map(({ name, qualifiers, term }) => [...qualifiers, name, term]);
}

Deno.test("interpretQuery() recognizes a query that is only a symbol, as it is written", async () => {
  for (
    const [text, ...symbol] of [
      ["Blueprint", "Blueprint", "blueprint"],
      ["what is a Blueprint?", "Blueprint", "blueprint"],
      ["_Pipeline", "_Pipeline", "pipelin"],
      ["`max_size`", "max_size", "maxsiz"],
      ["Blueprint.register()", "Blueprint", "register", "regist"],
      ["Blueprint::register", "Blueprint", "register", "regist"],
      // Stop words of queries.
      ["AxiosError.from", "AxiosError", "from", "from"],
    ] as const
  ) {
    const { isSymbol, symbols } = await interpretQuery(new QueryText(text));
    assert.equal(isSymbol, true, text);
    assert.deepEqual(symbolsOf(symbols), [symbol], text);
  }
});

Deno.test("interpretQuery() does not treat a question with other words as a symbol", async () => {
  for (const text of ["routes of a Blueprint", "why does Blueprint.register fail", "…"]) {
    const { isSymbol } = await interpretQuery(new QueryText(text));
    assert.equal(isSymbol, false, text);
  }
});

Deno.test("interpretQuery() detects a question for documents, unless the kind of question is given", async () => {
  const read = async (text: string, options = {}) =>
    (await interpretQuery(new QueryText(text), options)).asksForDocuments;
  assert.equal(await read("how do I deploy behind a proxy"), true);
  assert.equal(await read("where proxies are set up"), false);
  assert.equal(await read("how do I deploy behind a proxy", { kind: "code" }), false);
});

Deno.test("interpretQuery() matches definitions with one word in its other spellings too", async () => {
  const { matchSymbols } = await interpretQuery(new QueryText("max_size"));
  assert.equal(matchSymbols?.({ path: "a.py", definitions: "send\nmax_size" }), 1);
  assert.equal(matchSymbols?.({ path: "a.py", definitions: "maxSize" }), 0.5);
});
