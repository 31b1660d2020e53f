import assert from "node:assert/strict";
import { RetrievalError } from "../machine/errors.ts";
import { resolveRoot } from "./accept_root.ts";

Deno.test("resolveRoot() returns the real path of a folder", () => {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    assert.equal(resolveRoot(`${folder}/`), folder);
    assert.equal(resolveRoot(`${folder}/../${folder.split("/").at(-1)}//.`), folder);
  } finally {
    Deno.removeSync(folder);
  }
});

Deno.test("resolveRoot() names a path that is not a folder", () => {
  const file = Deno.makeTempFileSync();
  try {
    for (const [root, reason] of [[file, "it is not a folder"], [`${file}.no`, "no such folder"]]) {
      assert.throws(() => resolveRoot(root!), (error) => {
        assert.ok(error instanceof RetrievalError);
        assert.equal(error.code, "root-not-found");
        assert.ok(error.message.includes(`"${root}"`) && error.message.includes(reason!));
        return true;
      });
    }
  } finally {
    Deno.removeSync(file);
  }
});
