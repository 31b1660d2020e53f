import assert from "node:assert/strict";
import { areRelated } from "./are_related.ts";

Deno.test("areRelated() holds of one language, its dialects, and languages of one family", () => {
  const related = [["python", "python"], ["vue", "typescript"], ["c", "cpp"], ["kotlin", "java"], [
    "jsx",
    "javascript",
  ], ["klingon", "klingon"]] as const;
  for (const [one, other] of related) assert.ok(areRelated(one, other), `${one} ${other}`);
  const foreign = [["python", "ruby"], ["java", "javascript"], ["c", "csharp"], [
    "klingon",
    "python",
  ], ["klingon", "vulcan"]] as const;
  for (const [one, other] of foreign) assert.ok(!areRelated(one, other), `${one} ${other}`);
});
