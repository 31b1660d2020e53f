import assert from "node:assert/strict";
import { findLicences, LICENCE_PATH_REGEXP } from "./licence.ts";

const MIT =
  "Permission is hereby granted, free of charge,\n  to any person obtaining a copy of this";

Deno.test("findLicences() recognises permissive licences by their text, with any line breaks", () => {
  assert.deepEqual(findLicences(MIT), ["MIT"]);
  assert.deepEqual(findLicences("Apache License\n  Version 2.0, January 2004"), ["Apache-2.0"]);
  assert.deepEqual(findLicences(`either Apache License, Version 2.0 or ${MIT}`), [
    "Apache-2.0",
    "MIT",
  ]);
});

Deno.test("findLicences() finds none when another licence is named or none is known", () => {
  assert.deepEqual(findLicences(`${MIT}\nParts are under the GNU General Public License.`), []);
  assert.deepEqual(findLicences("Mozilla Public License Version 2.0"), []);
  assert.deepEqual(findLicences("All rights reserved."), []);
});

Deno.test("LICENCE_PATH_REGEXP matches licences at the root, but not those of bundled projects", () => {
  for (const path of ["LICENSE", "LICENCE.md", "COPYING", "MIT-LICENSE", "UNLICENSE"]) {
    assert.match(path, LICENCE_PATH_REGEXP);
  }
  for (const path of ["LICENSE-THIRD-PARTY", "src/LICENSE", "README"]) {
    assert.doesNotMatch(path, LICENCE_PATH_REGEXP);
  }
});
