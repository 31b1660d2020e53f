import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { openFile } from "./open_file.ts";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

Deno.test("openFile() ignores the rules on size, but opens nothing that is too large to read", () => {
  using tree = makeTree({ "large.txt": "", "huge.txt": "" });
  const { root } = tree;
  Deno.writeFileSync(`${root}/large.txt`, new Uint8Array(5_000_000).fill(97));
  Deno.truncateSync(`${root}/huge.txt`, 300_000_000);
  const options = {
    root,
    visibility: EXCLUSIONS,
    mask: (_: string, text: string) => text,
  };
  assert.equal(openFile("large.txt", options).kind, "opened");
  assert.deepEqual(openFile("huge.txt", options), {
    kind: "excluded",
    reason: "it has 300000000 bytes, and at most 16777216 are read",
  });
});
