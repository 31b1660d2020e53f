import assert from "node:assert/strict";
import { DEFAULT_EXCLUSIONS } from "./exclusion_rules.ts";
import { createVisibility } from "./visibility.ts";

Deno.test("findHidingRule() hides the exclusions of the user, unless the user includes them again", () => {
  const rules = {
    ...DEFAULT_EXCLUSIONS,
    dirs: [],
    include: ["**"],
    user: { dirs: ["own"], extensions: [".log"], files: ["a.md"], include: ["own/open/**"] },
  };
  const visibility = createVisibility(rules, () => true, {
    isIncludedByUser: (path) => path.startsWith("own/open/"),
  });
  for (const path of ["own/b.ts", "x/own/b.ts", "x/b.log", "x/a.md", "own/open/.env"]) {
    assert.equal(visibility.isVisible(path), false, path);
  }
  for (const path of ["own/open/b.ts", "x/b.md", "dist/b.ts"]) {
    assert.ok(visibility.isVisible(path));
  }
  assert.ok(visibility.mayContainVisible("own/"));
});
