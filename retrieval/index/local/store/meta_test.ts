import assert from "node:assert/strict";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import { findMeta, writeMeta } from "./meta.ts";

Deno.test("writeMeta() replaces the value of its key and leaves the others", () => {
  using store = openMemoryStore();
  assert.equal(findMeta(store, "rules"), undefined);
  writeMeta(store, "rules", "one");
  writeMeta(store, "config", "");
  writeMeta(store, "rules", "two 'quoted' 漢\n");
  assert.equal(findMeta(store, "rules"), "two 'quoted' 漢\n");
  assert.equal(findMeta(store, "config"), "");
  assert.equal(findMeta(store, "updated_at"), undefined);
});
