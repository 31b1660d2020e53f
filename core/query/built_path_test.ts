import assert from "node:assert/strict";
import { findBuiltFrom, matchBuiltFrom } from "./built_path.ts";

function match(built: string, path: string): number {
  const source = findBuiltFrom(built.split("/"));
  return source === undefined ? 0 : matchBuiltFrom(source, path);
}

Deno.test("findBuiltFrom() knows what bundlers and compilers write", () => {
  const sources = [
    ["node_modules/swr/dist/infinite/index.mjs", ["infinite", "index"], "swr"],
    ["node_modules/.pnpm/a@1/node_modules/@t/client/dist/Link-CA96-gnJ.mjs", ["Link"], "client"],
    ["node_modules/r/cjs/r-dom.production.min.js", ["r-dom"], "r"],
    ["app/dist/src/server.js", ["server"], undefined],
  ] as const;
  for (const [built, names, project] of sources) {
    assert.deepEqual(findBuiltFrom(built.split("/")), { names, project }, built);
  }
});

Deno.test("findBuiltFrom() takes neither sources nor other languages for built files", () => {
  for (
    const path of ["src/a.js", "dist/a.css", "build/a.py", "lib/a.rb", "node_modules/dist/a.js"]
  ) {
    assert.equal(findBuiltFrom(path.split("/")), undefined, path);
  }
});

Deno.test("matchBuiltFrom() trusts folders more than the package, and the package more than a name", () => {
  const built = "node_modules/@t/client/dist/links/batch.mjs";
  assert.equal(match(built, "packages/client/src/links/batch.ts"), 0.9);
  assert.equal(match(built, "packages/client/src/batch.ts"), 0);
  assert.equal(
    match("node_modules/@t/client/dist/batch.mjs", "packages/client/src/links/batch.ts"),
    0.8,
  );
  assert.equal(match("/app/dist/batch.js", "src/batch.tsx"), 0.5);
  assert.equal(match("/app/dist/batch.js", "src/batch.rs"), 0);
  assert.equal(match("/app/dist/index.js", "src/index.ts"), 0);
});
