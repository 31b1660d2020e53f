import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { runMinifier } from "./make_bundle.ts";
import { minifyBundle } from "./minify_bundle.ts";

const MODULE = `
// A value that is used once is still released after the work.
export async function work(told) {
  const takenLock = { [Symbol.dispose]: () => told.push("let go") };
  using _ = takenLock;
  await told.push("worked");
}
`;

Deno.test("minifyBundle() shortens script and keeps the release of values", async () => {
  using folder = new TempWorkspace({ "work.js": MODULE });
  await minifyBundle(folder.root, (...args) => runMinifier(folder.root, ...args));
  const text = Deno.readTextFileSync(folder.path("work.js"));
  assert.ok(text.length < MODULE.length * 0.7);
  assert.doesNotMatch(text, /takenLock/);
  const { work } = await import(pathToFileURL(folder.path("work.js")).href);
  const released: string[] = [];
  await work(released);
  assert.deepEqual(released, ["worked", "let go"]);
});

Deno.test("minifyBundle() fails when a value is no longer released", async () => {
  using folder = new TempWorkspace({ "work.js": MODULE });
  const inline = () =>
    Promise.resolve(Deno.writeTextFileSync(
      folder.path("work.js"),
      MODULE.replace("using _ = takenLock;", ""),
    ));
  await assert.rejects(minifyBundle(folder.root, inline), /would no longer be disposed of/);
});
