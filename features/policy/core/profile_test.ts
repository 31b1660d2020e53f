import assert from "node:assert/strict";
import { checkItemId, isItemId } from "./profile.ts";

Deno.test("R-46: an id that leads out of its folder is refused", () => {
  const refused = ["..", "../a", "a/../b", "a/..", "/a", "a//b", "a/", "", ".", "a\\b", "C:\\a"];
  for (const id of [...refused, "a\0b", "a\nb", "\ud800", "\u202ea", "a/".repeat(600) + "a"]) {
    assert.equal(isItemId(id), false, JSON.stringify(id));
    assert.throws(() => checkItemId(id, "profile"), { code: "invalid-item-id" });
  }
  for (const id of ["a", "review/security", "a..b", ".a/b c", "größe/1"]) {
    assert.equal(checkItemId(id, "profile"), id);
  }
});
