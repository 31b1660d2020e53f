import assert from "node:assert/strict";
import { linesOf } from "../../../tests/lines_of.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";

const GUIDE = `# Wombats

A wombat burrow is opened by its name, and closed when its last reader has left.
Burrows that stay open are closed after an hour, by the keeper of the store.

Readers may wait for a burrow, in the order in which they have asked for it.
The keeper tells them when it is their turn, and forgets those that have gone.
`;

const TREE = {
  "docs/wombats.md": GUIDE.replace("after an hour", "after two hours"),
  "docs/v1/wombats.md": GUIDE,
  "docs/v2/wombats.md": GUIDE.replace("may wait", "can wait"),
  "docs/keeper.md": "# Keeper\n\nThe keeper of the store counts the burrows each night.\n",
};

Deno.test("Engine.context() shows the current version of near copies, and lists the omitted ones", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const { fragments, notes, omitted } = await engine.context("when is a wombat burrow closed");
  const shown = linesOf(fragments).map(({ path }) => path);
  assert.ok(shown.includes("docs/wombats.md"), `${shown}`);
  assert.ok(!shown.some((path) => path.includes("/v")), `${shown}`);
  const message = notes.find(({ code }) => code === "near-copies")?.message ?? "";
  for (const version of ["v1", "v2"]) {
    assert.ok(message.includes(`docs/${version}/wombats.md (of docs/wombats.md)`), message);
    assert.ok(
      omitted.some(({ source, reason }) => reason === "duplicate" && source.includes(version)),
    );
  }
});

Deno.test("Engine.context() shows the version that a question names", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const { fragments } = await engine.context("when is a wombat burrow closed in v1");
  const shown = linesOf(fragments).map(({ path }) => path);
  assert.ok(shown.includes("docs/v1/wombats.md"), `${shown}`);
  assert.ok(!shown.includes("docs/wombats.md"), `${shown}`);
});
