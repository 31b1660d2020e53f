import assert from "node:assert/strict";
import { closestName } from "./closest_name.ts";

Deno.test("closestName() finds the name that was meant", () => {
  assert.equal(closestName("fils", ["dirs", "files"]), "files");
  assert.equal(closestName("exclud", ["exclude"]), "exclude");
  assert.equal(closestName("dirs", ["files", "dirs"]), "dirs");
});

Deno.test("closestName() finds none that is more than two edits away or wholly other", () => {
  assert.equal(closestName("banana", ["dirs", "files"]), undefined);
  assert.equal(closestName("a", ["b"]), undefined);
  assert.equal(closestName("", ["a"]), undefined);
});
