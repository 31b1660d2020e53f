import assert from "node:assert/strict";
import { isPlainQuery } from "./is_plain_query.ts";

Deno.test("isPlainQuery() distinguishes plain words from code, paths and quotations", () => {
  assert.equal(isPlainQuery("Why doesn't the session expire?"), true);
  assert.equal(isPlainQuery("why does parseUrl throw"), false);
  assert.equal(isPlainQuery("fails in src/url.ts"), false);
});
