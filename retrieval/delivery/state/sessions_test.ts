import type { Issue } from "@dossier/core";
import type { RequestOptions } from "@dossier/retrieval";
import assert from "node:assert/strict";
import {
  makeIssue,
  NO_EMBEDDER,
  passagesWithPurpose,
  render,
} from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";
import { linesOf } from "../../../tests/lines_of.ts";

const TREE = {
  "src/a.ts": "export const wombat = 1;\n",
  "src/b.ts": "export const burrow = 2;\n",
  "src/c.ts": "export const tunnel = 3;\n",
};

const ISSUE = makeIssue({ id: "w-1", title: "wombat", manifest: { primary: ["src/a.ts"] } });

/** Requests the bundle of an issue from a new engine, as another process would. */
async function ask(workspace: TempWorkspace, issue: Issue) {
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  return await engine.contextForIssue(issue, { session: "s", format: "prompt" });
}

async function need(
  workspace: TempWorkspace,
  text: string,
  options: Partial<RequestOptions> = {},
) {
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  return await engine.answerRequests(text, { session: "s", ...options });
}

Deno.test("N-21 a file that was granted may be edited in all later prompts of its issue in the session", async () => {
  using workspace = new TempWorkspace(TREE);
  await ask(workspace, ISSUE);
  await need(workspace, "NEED_FILE: src/b.ts");
  const second = await ask(workspace, ISSUE);
  assert.deepEqual(second.issue?.manifest, {
    primary: ["src/a.ts", "src/b.ts"],
    read: [],
    forbidden: [],
    version: 2,
  });
  assert.deepEqual(passagesWithPurpose(second, "primary").map(({ path }) => path), ["src/b.ts"]);
  assert.match(await render(second, "prompt"), /^May be edited: src\/a\.ts, src\/b\.ts$/m);
  await need(workspace, "NEED_FILE: src/new.ts\nNEED_FILE: src/b.ts");
  assert.deepEqual((await ask(workspace, ISSUE)).issue?.manifest?.primary, [
    ...["src/a.ts", "src/b.ts", "src/new.ts"],
  ]);
  assert.equal((await ask(workspace, ISSUE)).issue?.manifest?.version, 3);

  // A tracker that has added the file, or forbids it, takes precedence.
  const grown = { ...ISSUE.manifest!, primary: ["src/a.ts", "./src/b.ts"], version: 2 };
  const { manifest } = (await ask(workspace, { ...ISSUE, manifest: grown })).issue!;
  assert.deepEqual([manifest?.primary, manifest?.version], [[...grown.primary, "src/new.ts"], 3]);
  const strict = { ...ISSUE.manifest!, forbidden: ["src/b.ts"] };
  const refused = await ask(workspace, { ...ISSUE, manifest: strict });
  assert.deepEqual(refused.issue?.manifest?.primary, ["src/a.ts", "src/new.ts"]);
});

Deno.test("N-21 a grant is valid for its issue only, and stays valid after another issue of the session", async () => {
  using workspace = new TempWorkspace(TREE);
  await ask(workspace, ISSUE);
  await need(workspace, "NEED_FILE: src/b.ts");
  const other = makeIssue({ id: "w-2", title: "burrow", manifest: { primary: ["src/c.ts"] } });
  assert.deepEqual((await ask(workspace, other)).issue, other);
  assert.deepEqual((await ask(workspace, ISSUE)).issue?.manifest?.version, 2);
  const plain = makeIssue({ id: "w-3", title: "tunnel" });
  assert.deepEqual((await ask(workspace, plain)).issue, plain);
});

Deno.test("N-21 a grant from before the first issue is valid for later issues, in each mode that grants", async () => {
  for (const mode of ["fetch", "delegate", "observe"] as const) {
    using workspace = new TempWorkspace(TREE);
    await need(workspace, "NEED_FILE: src/b.ts", { settings: { needMode: mode } });
    const { manifest } = (await ask(workspace, makeIssue({ id: "w-3", title: "tunnel" }))).issue!;
    assert.deepEqual(manifest?.primary, mode === "observe" ? undefined : ["src/b.ts"], mode);
    using other = new TempWorkspace(TREE);
    await ask(other, ISSUE);
    await need(other, "NEED_FILE: src/b.ts", { settings: { needMode: mode } });
    const widened = (await ask(other, ISSUE)).issue?.manifest;
    assert.equal(widened?.version, mode === "observe" ? 1 : 2, mode);
  }
  using workspace = new TempWorkspace(TREE);
  await ask(workspace, ISSUE);
  const locked = await need(workspace, "NEED_FILE: src/b.ts", { locks: { "src/b.ts": "w-9" } });
  assert.deepEqual(locked.outcomes?.map(({ outcome }) => outcome), ["excluded"]);
  assert.equal((await ask(workspace, ISSUE)).issue?.manifest?.version, 1);
});

Deno.test("listGrantedFiles() excludes a withdrawn answer, which can be requested again", async () => {
  for (const round of [undefined, 1]) {
    using workspace = new TempWorkspace(TREE);
    await ask(workspace, ISSUE);
    const text = "NEED_FILE: src/b.ts\nNEED_CODE: src/c.ts";
    const { record } = await need(workspace, text, { round });
    using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
    await engine.withdraw(record!, { since: 0 });
    assert.deepEqual((await ask(workspace, ISSUE)).issue?.manifest, ISSUE.manifest);
    for (const time of ["first", "again"]) {
      if (time === "again" && round === undefined) continue;
      const { outcomes, issue } = await need(workspace, text, { round });
      assert.deepEqual(outcomes?.map(({ outcome }) => outcome), ["provided", "provided"], time);
      assert.deepEqual(issue?.manifest?.primary, ["src/a.ts", "src/b.ts"]);
    }
    const { issue, fragments } = await ask(workspace, ISSUE);
    assert.deepEqual([issue?.manifest?.version, issue?.manifest?.primary], [2, [
      ...["src/a.ts", "src/b.ts"],
    ]]);
    assert.ok(!linesOf(fragments).some(({ path }) => path === "src/c.ts"));
  }
});
